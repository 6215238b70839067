import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  isText,
  MESSAGE_KIND_LABELS,
} from '#areas/messages/rules/messages.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { messageTextsQuery } from '#areas/messages/web/portal/message-texts-queries.ts';
import { useUnsavedGuard } from '#platform/web/navigation/use-unsaved-guard.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { WordsForm } from './words-form.tsx';

type Drafts = Partial<Record<string, MessageWords>>;

/** What customers are told, message by message: staff may write it in their own words. */
export function WordsSection() {
  const list = useQuery(messageTextsQuery);
  const [kind, setKind] = useState<DeliveryMessageKind>('delivery_out');
  const [drafts, setDrafts] = useState<Drafts>({});
  const isUnsaved = Object.values(drafts).some((draft) => draft !== undefined);
  const guard = useUnsavedGuard(isUnsaved);

  function setDraft(saved: MessageTextReply, draft: MessageWords | undefined) {
    setDrafts((others) => ({ ...others, [nameOf(saved)]: draft }));
  }

  return (
    <section className="grid gap-5 py-5" aria-busy={list.isFetching}>
      <p className="max-w-2xl text-ink-soft">
        What customers are told about their deliveries. Facts only: an offer or a request for a
        review would need their consent.
      </p>
      {list.data ? (
        <>
          <SelectField
            label="Message"
            className="max-w-sm"
            value={kind}
            onChange={({ target }) => setKind(target.value as DeliveryMessageKind)}
          >
            {DELIVERY_MESSAGE_KINDS.map((each) => (
              <option key={each} value={each}>
                {MESSAGE_KIND_LABELS[each]}
              </option>
            ))}
          </SelectField>
          <div className="grid items-start gap-5 xl:grid-cols-2">
            {list.data.texts
              .filter((text) => text.kind === kind)
              .map((text) => (
                <WordsForm
                  key={nameOf(text)}
                  saved={text}
                  example={list.data.example}
                  isKept={isText(text.channel) && list.data.mode === 'kept'}
                  draft={drafts[nameOf(text)]}
                  onDraft={(draft) => setDraft(text, draft)}
                />
              ))}
          </div>
        </>
      ) : (
        <WordsPending error={list.isFetching ? null : list.error} onRetry={list.refetch} />
      )}
      <ConfirmDialog
        open={guard.isAsking}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        isDestructive
        onConfirm={guard.leave}
        onCancel={guard.stay}
      >
        <p>What you wrote will be lost.</p>
      </ConfirmDialog>
    </section>
  );
}

function nameOf({ kind, channel }: Pick<MessageTextReply, 'kind' | 'channel'>): string {
  return `${kind}:${channel}`;
}

function WordsPending({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (error) {
    return (
      <ErrorState
        title="We couldn’t load the texts"
        message={describeFailure(error)}
        onRetry={() => void onRetry()}
      />
    );
  }
  return (
    <div role="status" className="grid gap-5 xl:grid-cols-2">
      <span className="sr-only">Loading texts</span>
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
