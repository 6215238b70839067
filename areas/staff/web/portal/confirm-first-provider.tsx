import { type ReactNode, useCallback, useState } from 'react';
import { asksToConfirm, ConfirmFirst, NotConfirmed } from '#platform/web/api/confirm-first.ts';
import { useQuery } from '@tanstack/react-query';
import { confirmPassword } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { ownSecurityQuery } from './staff-queries.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

type Waiting = { proceed: () => void; giveUp: () => void };

/** Asks for the password when a call needs confirmation first, then repeats the call. */
export function ConfirmFirstProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  const send = useCallback(async <T,>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!asksToConfirm(error)) throw error;
      await new Promise<void>((resolve, reject) => {
        setWaiting({ proceed: resolve, giveUp: () => reject(new NotConfirmed()) });
      });
      return attempt();
    }
  }, []);

  function end(how: keyof Waiting) {
    waiting?.[how]();
    setWaiting(null);
  }

  return (
    <ConfirmFirst value={send}>
      {children}
      <ConfirmPasswordDialog
        open={waiting !== null}
        onConfirmed={() => end('proceed')}
        onClose={() => end('giveUp')}
      />
    </ConfirmFirst>
  );
}

type ConfirmPasswordDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** People who sign in without a password sign in again instead. */
function ConfirmPasswordDialog(props: ConfirmPasswordDialogProps) {
  const security = useQuery({ ...ownSecurityQuery, enabled: props.open });
  return security.data?.hasPassword === false ? (
    <SignInAgainDialog {...props} passkeys={security.data.passkeys.length} />
  ) : (
    // Not before it is known: people without one would be asked for it.
    <PasswordDialog {...props} open={props.open && !security.isPending} />
  );
}

function PasswordDialog({ open, onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: 'Please enter your password' } : {}),
    send: (body) => call(confirmPassword, { body }),
    onDone: () => end(onConfirmed),
  });

  function end(how: () => void) {
    form.reset();
    how();
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => end(onClose)}
      title="Confirm it’s you"
      submitLabel="Continue"
      busyLabel="Checking…"
    >
      <p>This concerns accounts or personal data, so enter your password again.</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.text('password')}
      />
    </FormDialog>
  );
}
