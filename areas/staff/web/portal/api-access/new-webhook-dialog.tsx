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
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { webhooksQuery } from '#areas/staff/web/portal/webhooks-queries.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { TickList } from './tick-list.tsx';

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, label: WEBHOOK_EVENT_TEXTS[value] }));

type NewWebhookDialogProps = {
  onClose: () => void;
  onAdded: (reply: WebhookSecretReply) => void;
};

const NOTHING_YET: { url: string; events: WebhookEventName[] } = { url: '', events: [] };

export function NewWebhookDialog({ onClose, onAdded }: NewWebhookDialogProps) {
  const form = useForm({
    initial: NOTHING_YET,
    check: ({ url, events }) => checkFields(AddWebhookRequest, { url: url.trim(), events }),
    send: ({ url, events }) => call(addWebhook, { body: { url: url.trim(), events } }),
    refresh: [webhooksQuery],
    onDone: onAdded,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add webhook"
      submitLabel="Add webhook"
      busyLabel="Adding…"
    >
      <TextField
        label="Address"
        hint="Where the other program receives events. It starts with https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_WEBHOOK_URL}
        {...form.text('url')}
      />
      <TickList
        legend="Events"
        choices={CHOICES}
        chosen={form.values.events}
        error={form.errors['events'] ?? null}
        onChange={(events) => form.set({ events })}
      />
    </FormDialog>
  );
}
