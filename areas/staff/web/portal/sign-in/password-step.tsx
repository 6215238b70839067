import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signInWithPassword } from '#areas/staff/web/sign-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type PasswordStepProps = {
  /** Why the visitor is here. */
  notice: string | null;
  onDone: () => void;
  onSecondFactor: () => void;
};

export function PasswordStep({ notice, onDone, onSecondFactor }: PasswordStepProps) {
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      ...(email.trim() === '' && { email: 'Please enter your email address' }),
      ...(password === '' && { password: 'Please enter your password' }),
    }),
    send: ({ email, password }) => signInWithPassword({ email: email.trim(), password }),
    onDone: ({ needsSecondFactor }) => (needsSecondFactor ? onSecondFactor() : onDone()),
  });

  return (
    <form {...form.props} className="grid gap-4">
      {notice && !form.failure && <Notice tone="warning">{notice}</Notice>}
      <FailureNotice failure={form.failure} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username webauthn"
        {...form.text('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
      <Button
        type="submit"
        busy={form.isBusy || form.result !== undefined}
        busyLabel="Signing in…"
        className="w-full"
      >
        Sign in
      </Button>
    </form>
  );
}
