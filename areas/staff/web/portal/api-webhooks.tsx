import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookReply,
  type WebhookSecretReply,
  type AttemptReply,
  resendWebhook,
  type WebhookMessageReply,
} from '#areas/staff/calls/webhooks.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { webhooksQuery, webhookLogQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShowMore } from '#platform/web/portal/list-page.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { WEBHOOK_EVENT_TEXTS } from '#platform/rules/webhooks.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

type WebhookActionsProps = {
  webhook: WebhookReply;
  onSecret: (reply: WebhookSecretReply) => void;
  isLogOpen: boolean;
  onToggleLog: () => void;
};

export function WebhookActions(props: WebhookActionsProps) {
  const {
    webhook: { id, url, isActive },
    onSecret,
    isLogOpen,
    onToggleLog,
  } = props;
  const params = { id };
  const told = { refresh: [webhooksQuery], toastsFailure: true };
  const test = useChange(() => call(testWebhook, { params }), {
    ...told,
    says: (sent) => toastOf(sent, 'Test Event Sent', 'Test Event Failed'),
  });
  const rotate = useChange(() => call(rotateWebhookSecret, { params }), {
    ...told,
    onDone: onSecret,
  });
  const change = useChange(
    () => call(changeWebhook, { params, body: { isActive: !isActive } }),
    told,
  );
  const remove = useChange(() => call(deleteWebhook, { params }), told);

  return (
    <div className="-mx-3 flex flex-wrap gap-1">
      <Button variant="quiet" size="small" aria-expanded={isLogOpen} onClick={onToggleLog}>
        {isLogOpen ? 'Hide log' : 'Log'}
      </Button>
      <ChangeButton change={test}>Send a test event</ChangeButton>
      <ChangeButton change={rotate}>New secret</ChangeButton>
      <ChangeButton
        change={change}
        asks={
          isActive && {
            title: 'Switch this webhook off?',
            text: `${url} will hear of nothing until you switch it on again. Events in the meantime are not kept for it.`,
            act: 'Switch off',
            keep: 'Keep it',
          }
        }
      >
        {isActive ? 'Switch off' : 'Switch on'}
      </ChangeButton>
      <ChangeButton
        change={remove}
        asks={{
          title: 'Delete this webhook?',
          text: `${url} will hear of nothing more. Its log and its secret are deleted too.`,
          act: 'Delete webhook',
          keep: 'Keep it',
        }}
      >
        Delete
      </ChangeButton>
    </div>
  );
}

function toastOf(message: WebhookMessageReply, sent: string, failed: string): ToastMessage {
  const [attempt] = message.attempts;
  const description = attempt && { description: attemptText(attempt) };
  return message.state === 'sent'
    ? { title: sent, ...description }
    : { title: failed, ...description, tone: 'error' };
}

/** "Answered 500 after 0.2 seconds". */
function attemptText({ status, error, ms }: Pick<AttemptReply, 'status' | 'error' | 'ms'>): string {
  const seconds = (ms / 1000).toFixed(1);
  return status === null ? (error ?? 'No answer') : `Answered ${status} after ${seconds} seconds`;
}

const STATES = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const;

/** What was sent in the last 30 days, and what came back. */
export function WebhookLog({ id, isActive }: { id: string; isActive: boolean }) {
  const list = useInfiniteQuery(webhookLogQuery(id));
  return (
    <Loaded query={list} what="the log">
      {({ pages }) => {
        const messages = pages.flatMap((each) => each.messages);
        if (messages.length === 0)
          return <p className="text-ink-soft">Nothing was sent in the last 30 days.</p>;
        return (
          <>
            <ol
              aria-label="Events, newest first"
              className="divide-y divide-line border-t border-line"
            >
              {messages.map((message) => (
                <LogEntry key={message.id} webhookId={id} message={message} isActive={isActive} />
              ))}
            </ol>
            <ShowMore list={list} more="events" />
          </>
        );
      }}
    </Loaded>
  );
}

type LogEntryProps = { webhookId: string; message: WebhookMessageReply; isActive: boolean };

function LogEntry({ webhookId, message, isActive }: LogEntryProps) {
  const { type, state, createdAt, nextTryAt, attempts, body } = message;
  const formatInstant = useFormatInstant();
  const name = type === 'test' ? 'Test event' : WEBHOOK_EVENT_TEXTS[type];
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-sm text-ink-soft">{formatInstant(createdAt)}</span>
        </span>
        <span className="flex items-center gap-2">
          <Badge variant={state === 'sent' ? 'default' : 'outline'}>{STATES[state]}</Badge>
          {isActive && type !== 'test' && <ResendButton webhookId={webhookId} message={message} />}
        </span>
      </div>
      {nextTryAt !== null && (
        <p className="text-sm text-ink-soft">Next attempt {formatInstant(nextTryAt)}</p>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer py-1 underline underline-offset-4">
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
        </summary>
        <p className="mt-1 font-mono text-xs break-all text-ink-soft">{body}</p>
        <ul className="mt-1 grid gap-1">
          {attempts.map((attempt) => (
            <li key={attempt.at + String(attempt.ms)}>
              {formatInstant(attempt.at)}: {attemptText(attempt)}
              {attempt.answer !== '' && (
                <span className="block font-mono text-xs break-all text-ink-soft">
                  {attempt.answer}
                </span>
              )}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function ResendButton({ webhookId, message }: Pick<LogEntryProps, 'webhookId' | 'message'>) {
  const resend = useChange(
    () => call(resendWebhook, { params: { id: webhookId, messageId: String(message.id) } }),
    {
      refresh: [webhooksQuery],
      says: (sent) => toastOf(sent, 'Event Sent', 'Event Not Taken'),
      toastsFailure: true,
    },
  );
  return <ChangeButton change={resend}>Send again</ChangeButton>;
}
