import type { z } from 'zod';
import { PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signInWithPassword } from '#areas/staff/web/sign-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useEnter } from './use-enter.ts';

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
  /** Where it leads once signed in; by default to where the account's work begins. */
  next?: string;
};

/** Creates an account or sets a new password, then signs in with it. */
export function AccountForm({ email, asksForName, submitLabel, next, ...call }: AccountFormProps) {
  const enter = useEnter();
  const form = useForm({
    initial: { email, firstName: '', lastName: '', password: '' },
    check: (values) => checkFields(call.schema, call.bodyOf(values)),
    send: async (values) => ({ ...(await call.send(values)), password: values.password }),
    onDone: (account) => {
      const goOn = () => enter(next ?? null);
      void signInWithPassword(account).then(goOn, goOn);
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <FailureNotice failure={form.failure} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly={email !== ''}
        name="email"
        {...form.text('email')}
      />
      {asksForName && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            name="firstName"
            {...form.text('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            name="lastName"
            {...form.text('lastName')}
          />
        </div>
      )}
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. Three or more unrelated words work well.`}
        autoComplete="new-password"
        name="password"
        {...form.text('password')}
      />
      <Button type="submit" busy={form.isBusy || form.result !== undefined} busyLabel="Saving…">
        {submitLabel}
      </Button>
    </form>
  );
}
