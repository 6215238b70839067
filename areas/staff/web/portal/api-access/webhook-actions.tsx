import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookReply,
  type WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { webhooksQuery } from '#areas/staff/web/portal/webhooks-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
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
  const confirmFirst = useConfirmFirst();
  const { showToast } = useToast();
  const [asked, setAsked] = useState<'off' | 'delete' | null>(null);
  const params = { id };
  const test = useMutation(
    useWebhookChange(
      () => call(testWebhook, { params }),
      ({ state, attempts: [attempt] }) =>
        showToast({
          title: state === 'sent' ? 'Test Event Sent' : 'Test Event Failed',
          ...(attempt && { description: attemptText(attempt) }),
          tone: state === 'sent' ? 'success' : 'error',
        }),
    ),
  );
  const rotate = useMutation(
    useWebhookChange(() => confirmFirst(() => call(rotateWebhookSecret, { params })), onSecret),
  );
  const change = useMutation(
    useWebhookChange(() =>
      confirmFirst(() => call(changeWebhook, { params, body: { isActive: !isActive } })),
    ),
  );
  const remove = useMutation(useWebhookChange(() => call(deleteWebhook, { params })));

  function confirm() {
    if (asked === 'delete') remove.mutate();
    else change.mutate();
    setAsked(null);
  }

  return (
    <div className="-mx-3 flex flex-wrap gap-1">
      <Button variant="quiet" size="small" aria-expanded={isLogOpen} onClick={onToggleLog}>
        {isLogOpen ? 'Hide log' : 'Log'}
      </Button>
      <Button variant="quiet" size="small" busy={test.isPending} onClick={() => test.mutate()}>
        Send a test event
      </Button>
      <Button variant="quiet" size="small" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        New secret
      </Button>
      <Button
        variant="quiet"
        size="small"
        busy={change.isPending}
        onClick={() => (isActive ? setAsked('off') : change.mutate())}
      >
        {isActive ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        variant="quiet"
        size="small"
        busy={remove.isPending}
        onClick={() => setAsked('delete')}
      >
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

/** What all changes share: a toast when it fails, and refetching the list with its logs. */
function useWebhookChange<Reply>(
  mutationFn: () => Promise<Reply>,
  onSuccess?: (reply: Reply) => void,
) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return {
    mutationFn,
    onSuccess: (reply: Reply) => onSuccess?.(reply),
    onError: (error: unknown) => {
      if (error instanceof NotConfirmed) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries(webhooksQuery),
  };
}
