import { useState } from 'react';
import presets from '#areas/messages/rules/email-presets.json' with { type: 'json' };
import { useConfig } from '#areas/business/web/page-data.ts';
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AFTER_CONNECTING, sendConnection } from '../office-queries.ts';

type EmailDialogProps = { row: ConnectionReply; onClose: () => void };

const textOf = (shown: ConnectionReply['shown'], name: string) => String(shown?.[name] ?? '');

/** The mail server of the kitchen. It is signed in to before it is stored. */
export function EmailDialog({ row: { shown, version, source }, onClose }: EmailDialogProps) {
  const { name, email } = useConfig().business;
  const [preset, setPreset] = useState('');
  const form = useForm({
    initial: {
      host: textOf(shown, 'host'),
      port: textOf(shown, 'port') || '587',
      security: textOf(shown, 'security') || 'starttls',
      user: textOf(shown, 'user'),
      password: '',
      sender: textOf(shown, 'sender') || `${name} <${email}>`,
    },
    send: (values) => sendConnection('mail', { version, values }),
    refresh: AFTER_CONNECTING,
    says: () => ({
      title: 'Mail Server Connected',
      description: 'Send a test email to see that it arrives.',
      tone: 'success',
    }),
    onDone: onClose,
  });
  const chosen = presets.find((each) => each.name === preset);
  // Elsewhere the server refuses it.
  const isOwnMachine = globalThis.location.hostname === 'localhost';

  function choose(next: string) {
    setPreset(next);
    const found = presets.find((each) => each.name === next);
    if (!found) return;
    const { host, port, security } = found;
    form.set({ host, port: String(port), security });
  }

  return (
    <FormDialog
      form={form}
      title="Emails"
      submitLabel="Connect"
      busyLabel="Signing in…"
      onClose={onClose}
    >
      <SelectField
        label="Provider"
        hint={chosen?.hint}
        value={preset}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Another</option>
        {presets.map((each) => (
          <option key={each.name}>{each.name}</option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem_9rem]">
        <TextField label="Server" spellCheck={false} autoCapitalize="none" {...form.text('host')} />
        <TextField label="Port" inputMode="numeric" {...form.text('port')} />
        <SelectField
          label="Encryption"
          value={form.values.security}
          error={form.errors['security'] ?? null}
          onChange={({ target }) => form.set({ security: target.value })}
        >
          <option value="tls">TLS</option>
          <option value="starttls">STARTTLS</option>
          {(form.values.security === 'none' || isOwnMachine) && (
            <option value="none">None, on this machine</option>
          )}
        </SelectField>
      </div>
      <TextField
        label="User name"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...form.text('user')}
      />
      <PasswordField
        label="Password"
        autoComplete="off"
        hint={source === 'here' ? 'Leave it empty to keep it.' : undefined}
        {...form.text('password')}
      />
      <TextField
        label="Sender"
        hint="As customers see it: a name, and an address in < >."
        spellCheck={false}
        {...form.text('sender')}
      />
    </FormDialog>
  );
}
