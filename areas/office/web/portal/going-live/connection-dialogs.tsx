import { useState } from 'react';
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AFTER_CONNECTING, sendConnection } from '#areas/office/web/portal/office-queries.ts';
import presets from '#areas/messages/rules/email-presets.json' with { type: 'json' };
import { useConfig } from '#areas/business/web/page-data.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type ConnectionDialogProps = { row: ConnectionReply; onClose: () => void };

/** Two keys; all else Stripe and we settle. What using them does is said before it is done. */
export function CardsDialog({ row, onClose }: ConnectionDialogProps) {
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
      sendConnection('cards', {
        version: row.version,
        values,
        dryRun: told?.of !== valuesKey(values),
      }),
    refresh: AFTER_CONNECTING,
    onDone({ says }, values) {
      if (told?.of === valuesKey(values)) onClose();
      else setTold({ of: valuesKey(values), says });
    },
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'webhook_by_hand') setNeedsWebhook(true);
    },
  });
  const isTold = told?.of === valuesKey(form.values);
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

function valuesKey(values: object): string {
  return JSON.stringify(values);
}

const shownText = (shown: ConnectionReply['shown'], name: string) => String(shown?.[name] ?? '');

/** A bucket that speaks S3. It takes, gives back and deletes a kilobyte before it is stored. */
export function CopiesDialog({ row: { shown, version, source }, onClose }: ConnectionDialogProps) {
  const form = useForm({
    initial: {
      endpoint: shownText(shown, 'endpoint'),
      region: shownText(shown, 'region'),
      bucket: shownText(shown, 'bucket'),
      folder: shownText(shown, 'folder'),
      accessKeyId: '',
      secretAccessKey: '',
    },
    send: (values) => sendConnection('copies', { version, values }),
    refresh: AFTER_CONNECTING,
    says: ({ says }) => ({ title: 'Bucket Connected', description: says.join(' ') }),
    onDone: onClose,
  });
  const plain = { autoComplete: 'off', spellCheck: false };
  const keep = source === 'here' ? 'Leave both keys empty to keep them.' : undefined;
  return (
    <FormDialog
      form={form}
      title="Copies elsewhere"
      submitLabel="Try it and save"
      busyLabel="Trying…"
      onClose={onClose}
    >
      <p>
        A bucket of any service that speaks S3. Choose another provider, or another place, than the
        one your kitchen runs on.
      </p>
      <TextField
        label="Address of the service"
        hint="Like https://s3.ap-southeast-2.amazonaws.com"
        inputMode="url"
        {...plain}
        {...form.text('endpoint')}
      />
      <TextField
        label="Region"
        hint="Like ap-southeast-2, or auto"
        {...plain}
        {...form.text('region')}
      />
      <TextField label="Bucket" {...plain} {...form.text('bucket')} />
      <TextField label="Folder (optional)" {...plain} {...form.text('folder')} />
      <TextField label="Access key" hint={keep} {...plain} {...form.text('accessKeyId')} />
      <PasswordField label="Secret key" autoComplete="off" {...form.text('secretAccessKey')} />
    </FormDialog>
  );
}

/** The mail server of the kitchen. It is signed in to before it is stored. */
export function EmailDialog({ row: { shown, version, source }, onClose }: ConnectionDialogProps) {
  const { name, email } = useConfig().business;
  const [preset, setPreset] = useState('');
  const form = useForm({
    initial: {
      host: shownText(shown, 'host'),
      port: shownText(shown, 'port') || '587',
      security: shownText(shown, 'security') || 'starttls',
      user: shownText(shown, 'user'),
      password: '',
      sender: shownText(shown, 'sender') || `${name} <${email}>`,
    },
    send: (values) => sendConnection('mail', { version, values }),
    refresh: AFTER_CONNECTING,
    says: () => ({
      title: 'Mail Server Connected',
      description: 'Send a test email to see that it arrives.',
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

/** A text service that speaks Twilio’s wire format. It sends a code before it is stored. */
export function TextsDialog({ row: { shown, version, source }, onClose }: ConnectionDialogProps) {
  const form = useForm({
    initial: {
      account: shownText(shown, 'account'),
      token: '',
      from: shownText(shown, 'from'),
      baseUrl: shownText(shown, 'baseUrl') || 'https://api.twilio.com',
      mobile: shownText(shown, 'mobile'),
    },
    send: (values) => sendConnection('sms', { version, values }),
    refresh: AFTER_CONNECTING,
    says: () => ({ title: 'Code Sent', description: 'Type it in when it arrives.' }),
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
