import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookReply,
  type WebhookSecretReply,
  type AttemptReply,
} from '#areas/staff/calls/webhooks.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { webhooksQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type WebhookActionsProps = {
  webhook: WebhookReply;
  onSecret: (reply: WebhookSecretReply) => void;
  isLogOpen: boolean;
  onToggleLog: () => void;
};

export function WebhookActions({
  webhook: { id, url, isActive },
  onSecret,
  isLogOpen,
  onToggleLog,
}: WebhookActionsProps) {
  const params = { id };
  const told = { refresh: [webhooksQuery], toastsFailure: true };
  const test = useChange(() => call(testWebhook, { params }), {
    ...told,
    says: ({ state, attempts: [attempt] }) => ({
      title: state === 'sent' ? 'Test Event Sent' : 'Test Event Failed',
      ...(attempt && { description: attemptText(attempt) }),
      tone: state === 'sent' ? 'success' : 'error',
    }),
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

  async function ask(isDeletion: boolean) {
    const isSure = await confirm({
      title: isDeletion ? 'Delete this webhook?' : 'Switch this webhook off?',
      text: isDeletion
        ? `${url} will hear of nothing more. Its log and its secret are deleted too.`
        : `${url} will hear of nothing until you switch it on again. Events in the meantime are not kept for it.`,
      act: isDeletion ? 'Delete webhook' : 'Switch off',
      keep: 'Keep it',
    });
    if (!isSure) return;
    if (isDeletion) remove.run();
    else change.run();
  }

  return (
    <div className="-mx-3 flex flex-wrap gap-1">
      <Button variant="quiet" size="small" aria-expanded={isLogOpen} onClick={onToggleLog}>
        {isLogOpen ? 'Hide log' : 'Log'}
      </Button>
      <Button variant="quiet" size="small" busy={test.isBusy} onClick={() => test.run()}>
        Send a test event
      </Button>
      <Button variant="quiet" size="small" busy={rotate.isBusy} onClick={() => rotate.run()}>
        New secret
      </Button>
      <Button
        variant="quiet"
        size="small"
        busy={change.isBusy}
        onClick={() => (isActive ? void ask(false) : change.run())}
      >
        {isActive ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="quiet" size="small" busy={remove.isBusy} onClick={() => void ask(true)}>
        Delete
      </Button>
    </div>
  );
}

/** "Answered 500 after 0.2 seconds". */
export function attemptText({
  status,
  error,
  ms,
}: Pick<AttemptReply, 'status' | 'error' | 'ms'>): string {
  const seconds = (ms / 1000).toFixed(1);
  return status === null ? (error ?? 'No answer') : `Answered ${status} after ${seconds} seconds`;
}
