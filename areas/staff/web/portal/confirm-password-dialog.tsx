import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { confirmPassword } from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

type ConfirmPasswordDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** People who sign in without a password sign in again instead. */
export function ConfirmPasswordDialog(props: ConfirmPasswordDialogProps) {
  const security = useQuery({ ...ownSecurityQuery, enabled: props.open });
  return security.data?.hasPassword === false ? (
    <SignInAgainDialog {...props} passkeys={security.data.passkeys.length} />
  ) : (
    // Not before it is known: people without one would be asked for it.
    <PasswordDialog {...props} open={props.open && !security.isPending} />
  );
}

function PasswordDialog({ open, onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => call(confirmPassword, { body: { password } }),
    onSuccess: () => end(onConfirmed),
  });

  function end(how: () => void) {
    setPassword('');
    confirm.reset();
    how();
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  }

  return (
    <Dialog
      open={open}
      onClose={() => end(onClose)}
      title="Confirm it’s you"
      actions={
        <Button
          type="submit"
          form={formId}
          size="small"
          busy={confirm.isPending}
          busyLabel="Checking…"
        >
          Continue
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        <p>This concerns accounts or personal data, so enter your password again.</p>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          value={password}
          error={confirm.error && describeFailure(confirm.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
