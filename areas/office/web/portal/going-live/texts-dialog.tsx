import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AFTER_CONNECTING, sendConnection } from '../office-queries.ts';

type TextsDialogProps = { row: ConnectionReply; onClose: () => void };

const textOf = (shown: ConnectionReply['shown'], name: string) => String(shown?.[name] ?? '');

/** A text service that speaks Twilio’s wire format. It sends a code before it is stored. */
export function TextsDialog({ row: { shown, version, source }, onClose }: TextsDialogProps) {
  const form = useForm({
    initial: {
      account: textOf(shown, 'account'),
      token: '',
      from: textOf(shown, 'from'),
      baseUrl: textOf(shown, 'baseUrl') || 'https://api.twilio.com',
      mobile: textOf(shown, 'mobile'),
    },
    send: (values) => sendConnection('sms', { version, values }),
    refresh: AFTER_CONNECTING,
    says: () => ({
      title: 'Code Sent',
      description: 'Type it in when it arrives.',
      tone: 'success',
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Text messages"
      submitLabel="Send me a code"
      busyLabel="Sending…"
      onClose={onClose}
    >
      <p>
        Customers hear by text when their delivery is on its way. You pay your provider for each
        text.
      </p>
      <TextField
        label="Account"
        hint="At Twilio the Account SID, which starts with AC."
        autoComplete="off"
        spellCheck={false}
        {...form.text('account')}
      />
      <PasswordField
        label="Token"
        autoComplete="off"
        hint={source === 'here' ? 'Leave it empty to keep it.' : undefined}
        {...form.text('token')}
      />
      <TextField
        label="Sender"
        hint="A number like +61412345678, a messaging service (MG…) or a registered name."
        spellCheck={false}
        {...form.text('from')}
      />
      <TextField
        label="Address of the service"
        hint="Twilio’s, or that of another service that takes the same calls."
        spellCheck={false}
        inputMode="url"
        {...form.text('baseUrl')}
      />
      <TextField
        label="Your own mobile"
        hint="The code goes there."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.text('mobile')}
      />
    </FormDialog>
  );
}
