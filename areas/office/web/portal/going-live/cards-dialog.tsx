import { useState } from 'react';
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AFTER_CONNECTING, sendConnection } from '../office-queries.ts';

type CardsDialogProps = { row: ConnectionReply; onClose: () => void };

/** Two keys; all else Stripe and we settle. What using them does is said before it is done. */
export function CardsDialog({ row, onClose }: CardsDialogProps) {
  /** What was told, and of which keys. */
  const [told, setTold] = useState<{ of: string; says: readonly string[] } | null>(null);
  const [needsWebhook, setNeedsWebhook] = useState(false);
  const form = useForm({
    initial: { secretKey: '', publishableKey: '', webhookSecret: '' },
    check: ({ secretKey, publishableKey }) => ({
      ...(secretKey.trim() === '' && { secretKey: 'Please enter the key' }),
      ...(publishableKey.trim() === '' && { publishableKey: 'Please enter the key' }),
    }),
    send: (values) =>
      sendConnection('cards', { version: row.version, values, dryRun: told?.of !== keyOf(values) }),
    refresh: AFTER_CONNECTING,
    onDone({ says }, values) {
      if (told?.of === keyOf(values)) onClose();
      else setTold({ of: keyOf(values), says });
    },
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'webhook_by_hand') setNeedsWebhook(true);
    },
  });
  const isTold = told?.of === keyOf(form.values);
  return (
    <FormDialog
      form={form}
      title="Card payments"
      submitLabel={isTold ? 'Use these keys' : 'Check these keys'}
      busyLabel={isTold ? 'Connecting…' : 'Asking Stripe…'}
      onClose={onClose}
    >
      <p>
        In Stripe, open Developers, API keys, and copy both here. Begin with test keys, which charge
        nobody; enter live keys when you are ready.
      </p>
      <PasswordField
        label="Secret or restricted key"
        autoComplete="off"
        hint="Starts with sk_ or rk_. It is locked away and never shown again."
        {...form.text('secretKey')}
      />
      <TextField
        label="Publishable key"
        autoComplete="off"
        spellCheck={false}
        hint="Starts with pk_."
        {...form.text('publishableKey')}
      />
      {needsWebhook && (
        <PasswordField
          label="Signing secret of the webhook"
          autoComplete="off"
          hint="Starts with whsec_. Stripe shows it beside the webhook that you made or changed there."
          {...form.text('webhookSecret')}
        />
      )}
      {isTold && (
        <Notice tone="warning" announce="polite" title="These keys work">
          <ul className="grid list-disc gap-1 pl-5">
            {told.says.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}

function keyOf(values: object): string {
  return JSON.stringify(values);
}
