import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
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
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: signInWithPassword,
    onSuccess: ({ needsSecondFactor }) => (needsSecondFactor ? onSecondFactor() : onDone()),
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ email: email.trim(), password });
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {notice && !signIn.error && <Notice tone="warning">{notice}</Notice>}
      {signIn.error && (
        <Notice tone="error" announce="now">
          {describeFailure(signIn.error)}
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username webauthn"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button
        type="submit"
        busy={signIn.isPending || signIn.isSuccess}
        busyLabel="Signing in…"
        className="w-full"
      >
        Sign in
      </Button>
    </form>
  );
}
