import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { z } from 'zod';
import { PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import { checkFields, type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { signInWithPassword } from '#areas/staff/web/sign-in.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { enter } from './enter.ts';

export type AccountValues = {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
};

type AccountFormProps = {
  /** Empty: chosen in this form. */
  email: string;
  asksForName: boolean;
  submitLabel: string;
  /** The body to send, checked before sending. */
  bodyOf: (values: AccountValues) => unknown;
  schema: z.ZodType;
  send: (values: AccountValues) => Promise<{ email: string }>;
  /** Where it leads once signed in. */
  next?: string;
};

/** Creates an account or sets a new password, then signs in with it. */
export function AccountForm({
  email,
  asksForName,
  submitLabel,
  next = paths.admin(),
  ...call
}: AccountFormProps) {
  const [values, setValues] = useState({ email, firstName: '', lastName: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useMutation({
    mutationFn: call.send,
    onSuccess: (account) => signInAfter({ ...account, password: values.password }, next),
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = checkFields(call.schema, call.bodyOf(values));
    setErrors(found);
    if (Object.keys(found).length === 0 && !save.isPending) save.mutate(values);
  }

  function field(name: keyof AccountValues) {
    return {
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (event: { target: { value: string } }) => {
        setValues({ ...values, [name]: event.target.value });
        setErrors({ ...errors, [name]: undefined });
      },
    };
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {save.error && Object.keys(errors).length === 0 && (
        <Notice tone="error" announce="now">
          {describeFailure(save.error)}
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly={email !== ''}
        {...field('email')}
      />
      {asksForName && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
      )}
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. Three or more unrelated words work well.`}
        autoComplete="new-password"
        {...field('password')}
      />
      <Button type="submit" busy={save.isPending || save.isSuccess} busyLabel="Saving…">
        {submitLabel}
      </Button>
    </form>
  );
}

/** Whatever stops the sign-in, such as a second factor: the sign-in page handles it. */
async function signInAfter(
  account: { email: string; password: string },
  next: string,
): Promise<void> {
  const isIn = await signInWithPassword(account).then(
    ({ needsSecondFactor }) => !needsSecondFactor,
    () => false,
  );
  enter(isIn ? next : paths.signIn());
}
