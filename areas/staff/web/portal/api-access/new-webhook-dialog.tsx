import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import {
  addWebhook,
  AddWebhookRequest,
  type WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import {
  LONGEST_WEBHOOK_URL,
  WEBHOOK_EVENT_TEXTS,
  WEBHOOK_EVENTS,
  type WebhookEventName,
} from '#platform/rules/webhooks.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { checkFields, type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { webhooksQuery } from '#areas/staff/web/portal/webhooks-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { TickList } from './tick-list.tsx';

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, label: WEBHOOK_EVENT_TEXTS[value] }));

type NewWebhookDialogProps = {
  onClose: () => void;
  onAdded: (reply: WebhookSecretReply) => void;
};

export function NewWebhookDialog({ onClose, onAdded }: NewWebhookDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEventName[]>([]);
  const [errors, setErrors] = useState<FieldErrors>({});
  const body = { url: url.trim(), events };
  const add = useMutation({
    mutationFn: () => confirmFirst(() => call(addWebhook, { body })),
    onSuccess: async (reply) => {
      onAdded(reply);
      await client.invalidateQueries(webhooksQuery);
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const isRefused = add.error && !(add.error instanceof NotConfirmed);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = checkFields(AddWebhookRequest, body);
    setErrors(found);
    if (Object.keys(found).length === 0 && !add.isPending) add.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add webhook"
      actions={
        <Button type="submit" form={formId} size="small" busy={add.isPending} busyLabel="Adding…">
          Add webhook
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Address"
          hint="Where the other program receives events. It starts with https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_WEBHOOK_URL}
          value={url}
          error={errors['url'] ?? null}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TickList
          legend="Events"
          choices={CHOICES}
          chosen={events}
          error={errors['events'] ?? null}
          onChange={setEvents}
        />
        {isRefused && Object.keys(errors).length === 0 && (
          <Notice tone="error" announce="now">
            {describeFailure(add.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
