import { useQueryClient } from '@tanstack/react-query';
import { confirmTwoFactor, startTwoFactor } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { ownSecurityQuery, staffQuery } from './staff-queries.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { encode } from 'uqr';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** Password, then the app and its first code, then the backup codes. */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const start = useForm({
    initial: { password: '' },
    send: (body) => call(startTwoFactor, { body }),
  });
  const confirm = useForm({
    initial: { code: '' },
    send: async ({ code }) => {
      await call(confirmTwoFactor, { body: { code: code.trim() } });
      return 'confirmed' as const;
    },
  });

  async function finish() {
    onClose();
    await Promise.all([
      client.invalidateQueries(ownSecurityQuery),
      client.invalidateQueries(staffQuery),
    ]);
  }

  if (!start.result) {
    return (
      <FormDialog
        form={start}
        onClose={onClose}
        title="Turn on two-step sign-in"
        submitLabel="Continue"
      >
        <p>You need an authenticator app on your phone. First, enter your password.</p>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...start.text('password')}
        />
      </FormDialog>
    );
  }
  if (confirm.result) {
    return <BackupCodesDialog codes={start.result.backupCodes} onClose={() => void finish()} />;
  }
  return (
    <FormDialog
      form={confirm}
      onClose={onClose}
      title="Turn on two-step sign-in"
      submitLabel="Turn on"
    >
      <AppKey totpUri={start.result.totpUri} />
      <TextField
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        {...confirm.text('code')}
      />
    </FormDialog>
  );
}

/** The secret of an authenticator app, to scan or to type. */
function AppKey({ totpUri }: { totpUri: string }) {
  const key = new URL(totpUri).searchParams.get('secret') ?? '';
  return (
    <div className="grid gap-4">
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QrCode text={totpUri} label="QR code for your authenticator app" />
      <CopyField label="Key" value={key} />
    </div>
  );
}

/** Quiet zone that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Drawn here, so that its content never leaves the browser. Dark on light in both themes, for scanners. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto w-56 max-w-full rounded-xl"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  );
}

/** Shown once: we store only their hashes. */
function BackupCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Your backup codes" done="I’ve saved them">
      <div className="grid gap-4">
        <Notice tone="success" announce="polite">
          Two-step sign-in is on.
        </Notice>
        <p>
          Each of these codes signs you in once when you don’t have your phone. We show them only
          once, so save them somewhere safe.
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-2xl bg-sunken px-5 py-4 font-mono tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyField label="All codes" value={codes.join(' ')} />
      </div>
    </Dialog>
  );
}
