import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endPreviewLink,
  makePreviewLink,
  MakePreviewLinkRequest,
  type PreviewLinkReply,
} from '#areas/order-book/calls/preview-links.ts';
import {
  lastPreviewDay,
  MOST_PREVIEW_LINKS,
  previewDayProblem,
} from '#areas/order-book/rules/preview-links.ts';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { previewLinksQuery } from '../office-queries.ts';
import { StepFailure } from './step-failure.tsx';

type PreviewLinksProps = Pick<GoingLiveReply, 'payments'>;

const ORDERS_SAY: Record<GoingLiveReply['payments'], string> = {
  none: 'Orders can be placed with it once card payments are set up.',
  sandbox: 'Orders placed with it charge nobody.',
  test: 'Orders placed with it charge nobody.',
  live: 'Orders placed with it are real: cards are charged.',
};

/** Who may see the site, and order, before it is open to the public. */
export function PreviewLinks({ payments }: PreviewLinksProps) {
  const today = useToday();
  return (
    <Card as="section" aria-label="Private preview" className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 className="text-lg">Private preview</h3>
        <p className="text-sm text-ink-soft">
          A preview link shows the site as it will be open. {ORDERS_SAY[payments]} You and your
          colleagues see it without a link, while signed in.
        </p>
      </div>
      <Loaded query={useQuery(previewLinksQuery)} what="the preview links" kind="line">
        {(links) => (
          <>
            {links.length > 0 && (
              <ul className="divide-y divide-line">
                {links.map((link) => (
                  <LinkRow key={link.id} link={link} />
                ))}
              </ul>
            )}
            {links.length >= MOST_PREVIEW_LINKS ? (
              <p className="text-sm">
                There are {MOST_PREVIEW_LINKS} links, the most there can be. End one to make
                another.
              </p>
            ) : (
              today !== null && (
                <div>
                  <DialogButton
                    size="small"
                    variant="secondary"
                    dialog={(close) => <NewLinkDialog today={today} onClose={close} />}
                  >
                    Make a preview link
                  </DialogButton>
                </div>
              )
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function LinkRow({ link: { id, name, endsOn, orders, mostOrders } }: { link: PreviewLinkReply }) {
  const end = useChange(() => call(endPreviewLink, { params: { linkId: String(id) } }), {
    refresh: [previewLinksQuery],
  });

  async function askEnd() {
    const isSure = await confirm({
      title: `End the preview link for ${name}?`,
      text: 'People with the link then see the site as everyone does. Orders placed with it stay.',
      act: 'End the link',
    });
    if (isSure) end.run();
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {orders} of {mostOrders} {mostOrders === 1 ? 'order' : 'orders'}
          {orders >= mostOrders ? ': used up' : ''} · to the end of {formatDate(endsOn)}
        </p>
      </div>
      <Button
        size="small"
        variant="quiet"
        busy={end.isBusy}
        aria-label={`End the link for ${name}`}
        onClick={() => void askEnd()}
      >
        End…
      </Button>
      <StepFailure failure={end.failure} />
    </li>
  );
}

type NewLinkDialogProps = { today: PlainDate; onClose: () => void };

function NewLinkDialog({ today, onClose }: NewLinkDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  const form = useForm({
    initial: { name: '', endsOn: lastPreviewDay(today), mostOrders: '10' },
    check(values) {
      const problem = previewDayProblem(values.endsOn, today);
      return {
        ...checkFields(MakePreviewLinkRequest, bodyOf(values)),
        ...(problem !== null && { endsOn: problem }),
      };
    },
    send: (values) => call(makePreviewLink, { body: bodyOf(values) }),
    refresh: [previewLinksQuery],
    onDone: (made) => setUrl(made.url),
  });
  if (url !== null)
    return (
      <Dialog
        open
        title="Preview link"
        onClose={onClose}
        actions={
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ShareField
          label="Link"
          link={url}
          hint="It is shown only now. Anyone who opens it sees the site in that browser until the link ends."
        />
      </Dialog>
    );
  return (
    <FormDialog
      form={form}
      title="Make a preview link"
      submitLabel="Make the link"
      busyLabel="Making…"
      onClose={onClose}
    >
      <TextField
        label="Who it is for"
        hint="Only you see this."
        autoComplete="off"
        {...form.text('name')}
      />
      <DateField
        label="Last day"
        value={form.values.endsOn}
        error={form.errors['endsOn'] ?? null}
        onChange={(endsOn) => form.set({ endsOn })}
      />
      <TextField
        label="Most orders"
        hint="Everyone with this link together."
        inputMode="numeric"
        {...form.text('mostOrders')}
      />
    </FormDialog>
  );
}

function bodyOf({
  name,
  endsOn,
  mostOrders,
}: {
  name: string;
  endsOn: string;
  mostOrders: string;
}) {
  return { name, endsOn, mostOrders: Number(mostOrders) };
}
