import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { getMessage, MessageReply } from '#areas/messages/calls/emails.ts';
import { isText, MESSAGE_KIND_LABELS } from '#areas/messages/rules/messages.ts';
import {
  MESSAGES_KEY,
  messagePagePath,
  messageQuery,
  sendRetry,
} from '#areas/messages/web/portal/messages-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { MessageStateBadge } from './message-state-badge.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';

const REFUSALS = {
  stopped: 'They replied STOP: this number gets no more texts.',
  no_mobile: 'No text can reach this number: it gets no more texts.',
};

type MessageDialogProps = {
  /** Null: closed. */
  message: MessageReply | null;
  onClose: () => void;
};

export function MessageDialog({ message, onClose }: MessageDialogProps) {
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      title={message ? (message.subject ?? MESSAGE_KIND_LABELS[message.kind]) : ''}
      actions={message?.state === 'failed' && <RetryButton id={message.id} onDone={onClose} />}
    >
      {message && <Message id={message.id} />}
    </Dialog>
  );
}

function RetryButton({ id, onDone }: { id: number; onDone: () => void }) {
  const retrying = useChange(() => sendRetry(id), {
    refresh: [{ queryKey: MESSAGES_KEY }],
    says: () => ({ title: 'Message queued', description: 'Sending again.', tone: 'success' }),
    onDone,
    toastsFailure: true,
  });
  return (
    <Button size="small" busy={retrying.isBusy} busyLabel="Sending…" onClick={() => retrying.run()}>
      Send again
    </Button>
  );
}

function Message({ id }: { id: number }) {
  const query = useQuery(messageQuery(id));
  return (
    <Loaded query={query} what="the message" kind="detail">
      {(message) => <ShownMessage message={message} />}
    </Loaded>
  );
}

function ShownMessage({ message }: { message: z.infer<typeof getMessage.reply> }) {
  const [look, setLook] = useState<'page' | 'text'>('page');
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">To</dt>
        <dd>
          <EmailAddress address={message.recipient} />
        </dd>
        {message.from !== null && (
          <>
            <dt className="text-ink-soft">From</dt>
            <dd>
              <EmailAddress address={message.from} />
            </dd>
          </>
        )}
        <dt className="text-ink-soft">Status</dt>
        <dd>
          <MessageStateBadge message={message} />
        </dd>
      </dl>
      {message.refusal !== null && <p>{REFUSALS[message.refusal]}</p>}
      {message.text === null && (
        <p className="text-ink-soft">No text: not written yet, or deleted after 90 days.</p>
      )}
      {message.text !== null && isText(message.channel) && (
        <p className="max-w-md rounded-2xl rounded-bl-sm bg-primary-soft px-4 py-3 wrap-anywhere">
          {message.text}
        </p>
      )}
      {message.text !== null && message.channel === 'email' && (
        <>
          <PillChoice
            legend="View as"
            hideLegend
            layout="even"
            value={look}
            pills={[
              { value: 'page', label: 'As a page' },
              { value: 'text', label: 'As plain text' },
            ]}
            onChange={setLook}
          />
          {look === 'page' ? (
            <iframe
              title="The email"
              src={messagePagePath(message.id)}
              sandbox=""
              className="h-[60vh] w-full rounded-2xl border border-line bg-surface"
            />
          ) : (
            <pre className="max-h-[60vh] overflow-auto rounded-2xl border border-line p-4 text-sm break-words whitespace-pre-wrap">
              {message.text}
            </pre>
          )}
        </>
      )}
    </div>
  );
}
