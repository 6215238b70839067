import { useState } from 'react';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookReply,
  type WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { webhooksQuery } from '#areas/staff/web/portal/webhooks-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { attemptText } from './attempt-text.ts';

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
  const [asked, setAsked] = useState<'off' | 'delete' | null>(null);
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

  function confirm() {
    if (asked === 'delete') remove.run();
    else change.run();
    setAsked(null);
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
        onClick={() => (isActive ? setAsked('off') : change.run())}
      >
        {isActive ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="quiet" size="small" busy={remove.isBusy} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'delete' ? 'Delete this webhook?' : 'Switch this webhook off?'}
        confirmLabel={asked === 'delete' ? 'Delete webhook' : 'Switch off'}
        cancelLabel="Keep it"
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      >
        <p className="break-words">
          {asked === 'delete'
            ? `${url} will hear of nothing more. Its log and its secret are deleted too.`
            : `${url} will hear of nothing until you switch it on again. Events in the meantime are not kept for it.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}
