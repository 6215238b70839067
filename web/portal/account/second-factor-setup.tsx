import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmTwoFactor, startTwoFactor } from '#contract/sign-in.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { ownSecurityQuery, staffQuery } from '#web/api/portal/staff.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { AppKey } from './app-key.tsx';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Password, then the app and its first code, then the backup codes. */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => call(startTwoFactor, { body: { password } }) });
  const confirm = useMutation({
    mutationFn: () => call(confirmTwoFactor, { body: { code: code.trim() } }),
  });

  async function finish() {
    onClose();
    await Promise.all([
      client.invalidateQueries(ownSecurityQuery),
      client.invalidateQueries(staffQuery),
    ]);
  }

  if (!start.data) {
    return (
      <FormDialog
        open
        onClose={onClose}
        title="Turn on two-step sign-in"
        submitLabel="Continue"
        busy={start.isPending}
        onSubmit={() => start.mutate()}
      >
        <p>You need an authenticator app on your phone. First, enter your password.</p>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={start.error && describeFailure(start.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
      </FormDialog>
    );
  }
  if (confirm.isSuccess) {
    return <BackupCodesDialog codes={start.data.backupCodes} onClose={() => void finish()} />;
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Turn on two-step sign-in"
      submitLabel="Turn on"
      busy={confirm.isPending}
      onSubmit={() => confirm.mutate()}
    >
      <AppKey totpUri={start.data.totpUri} />
      <TextField
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={confirm.error && describeFailure(confirm.error)}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}
