import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { useState } from 'react';
import { type GoingLiveReply, answerGoingLive } from '#areas/office/calls/going-live.ts';
import { GOING_LIVE_GROUPS, GOING_LIVE_TITLES } from '#areas/office/rules/going-live.ts';
import {
  goingLiveQuery,
  useGoingLiveChange,
  previewLinksQuery,
} from '#areas/office/web/portal/office-queries.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { IsNextStep, StepFailure } from '#areas/office/web/portal/going-live/connection-work.tsx';
import { OpenOrders } from '#areas/office/web/portal/going-live/open-orders.tsx';
import {
  hintOf,
  type ShownStep,
  StepWork,
} from '#areas/office/web/portal/going-live/step-work.tsx';
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
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** What a kitchen needs before its first customers, and the switch that lets them in. */
export function GoingLiveTab() {
  return (
    <section className="grid max-w-5xl gap-5 py-5">
      <h2 className="text-xl">Going live</h2>
      <Loaded query={useQuery(goingLiveQuery)} what="what is left to do">
        {(goingLive) => <GoingLive goingLive={goingLive} />}
      </Loaded>
    </section>
  );
}

function GoingLive({ goingLive }: { goingLive: GoingLiveReply }) {
  const { steps, bars, warnings } = goingLive;
  const done = steps.filter(({ state }) => state === 'done').length;
  const inSequence = Object.values(GOING_LIVE_GROUPS).flat();
  const next = inSequence.find((name) =>
    steps.some(({ step, state }) => step === name && state === 'open'),
  );
  return (
    <>
      <div className="grid gap-1.5">
        <p className="font-semibold" role="status">
          {done} of {steps.length} done
        </p>
        <ProgressBar label="Steps done" value={done} max={steps.length} />
      </div>
      <OpenOrders goingLive={goingLive} />
      {goingLive.whyBefore !== null && !goingLive.isDemo && (
        <PreviewLinks payments={goingLive.payments} />
      )}
      {bars.length > 0 && (
        <Notice tone="error" title="Nobody can order yet">
          <Sentences of={bars} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <details className="rounded-2xl border-l-4 border-warning bg-warning-soft px-4 py-1">
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-warning">
            {warnings.length === 1 ? '1 thing' : `${warnings.length} things`} to know before you
            open
          </summary>
          <div className="pb-3">
            <Sentences of={warnings} />
          </div>
        </details>
      )}
      {Object.entries(GOING_LIVE_GROUPS).map(([name, names]) => (
        <Card as="section" key={name} aria-label={name} padding="none" className="overflow-clip">
          <h3 className="border-b border-line px-5 py-3 text-lg">{name}</h3>
          <ul className="divide-y divide-line">
            {names.map((step) => {
              const report = steps.find((each) => each.step === step);
              return (
                report && (
                  <IsNextStep key={step} value={step === next}>
                    <StepRow report={report} goingLive={goingLive} />
                  </IsNextStep>
                )
              );
            })}
          </ul>
        </Card>
      ))}
    </>
  );
}

function Sentences({ of: sentences }: { of: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const STATES: Record<ShownStep['state'], { label: string; variant: BadgeVariant }> = {
  done: { label: 'Done', variant: 'default' },
  open: { label: 'To do', variant: 'secondary' },
  later: { label: 'Later', variant: 'outline' },
};

function StepRow({ report, goingLive }: { report: ShownStep; goingLive: GoingLiveReply }) {
  const { step, state, says, mayKeep } = report;
  const answer = useGoingLiveChange((given: 'later' | 'now' | 'right') =>
    call(answerGoingLive, { params: { step }, body: { answer: given } }),
  );
  const title = GOING_LIVE_TITLES[step];
  const { label, variant } = STATES[state];
  const hint = hintOf(step, goingLive);
  return (
    <li
      aria-label={title}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-2 px-5 py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h4 className="font-semibold">{title}</h4>
          <Badge variant={variant}>{label}</Badge>
        </div>
        {state !== 'done' && (
          <ChangeButton
            change={answer}
            given={state === 'open' ? 'later' : 'now'}
            className="-my-3"
            aria-label={state === 'open' ? `Later: ${title}` : `Take up again: ${title}`}
          >
            {state === 'open' ? 'Later' : 'Take up again'}
          </ChangeButton>
        )}
        <p
          className={`col-span-full whitespace-pre-line wrap-anywhere ${state === 'done' ? '' : 'text-ink-soft'}`}
        >
          {says}
        </p>
        {state === 'open' && hint !== undefined && <p className="col-span-full">{hint}</p>}
      </div>
      {state !== 'later' && (
        <div className="flex flex-wrap items-end gap-x-2 gap-y-2">
          <StepWork report={report} goingLive={goingLive} />
          {mayKeep && state === 'open' && (
            <ChangeButton change={answer} given={'right'} variant="secondary">
              {KEEPS[step] ?? 'The example is right'}
            </ChangeButton>
          )}
        </div>
      )}
      <StepFailure failure={answer.failure} />
    </li>
  );
}

const KEEPS: Partial<Record<ShownStep['step'], string>> = {
  meals: 'Keep the sample menu',
  texts: 'I have read both pages',
};

const ORDERS_SAY: Record<GoingLiveReply['payments'], string> = {
  none: 'Orders can be placed with it once card payments are set up.',
  sandbox: 'Orders placed with it charge nobody.',
  test: 'Orders placed with it charge nobody.',
  live: 'Orders placed with it are real: cards are charged.',
};

function PreviewLinks({ payments }: Pick<GoingLiveReply, 'payments'>) {
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

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {orders} of {mostOrders} {mostOrders === 1 ? 'order' : 'orders'}
          {orders >= mostOrders ? ': used up' : ''} · to the end of {formatDate(endsOn)}
        </p>
      </div>
      <ChangeButton
        change={end}
        asks={{
          title: `End the preview link for ${name}?`,
          text: 'People with the link then see the site as everyone does. Orders placed with it stay.',
          act: 'End the link',
        }}
        aria-label={`End the link for ${name}`}
      >
        End…
      </ChangeButton>
      <StepFailure failure={end.failure} />
    </li>
  );
}

function NewLinkDialog({ today, onClose }: { today: PlainDate; onClose: () => void }) {
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
      <Dialog open title="Preview link" onClose={onClose} done="Done">
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
      <DateField label="Last day" {...form.field('endsOn')} />
      <TextField
        label="Most orders"
        hint="Everyone with this link together."
        inputMode="numeric"
        {...form.text('mostOrders')}
      />
    </FormDialog>
  );
}

function bodyOf(values: { name: string; endsOn: string; mostOrders: string }) {
  return { ...values, mostOrders: Number(values.mostOrders) };
}
