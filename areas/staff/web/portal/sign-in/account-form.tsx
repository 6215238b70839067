import type { z } from 'zod';
import { PASSWORD_LENGTH, type SignedInReply } from '#platform/calls/sign-in.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signInWithPassword, linkQuery } from '#areas/staff/web/sign-in.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useCallback, useContext } from 'react';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { signedInQuery } from '#platform/web/api/session.ts';

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

type LinkFrameProps = {
  heading: string;
  purpose: 'setup' | 'invite' | 'reset';
  children: (link: { token: string; email: string }) => ReactNode;
};

const GONE = 'This link has been used or has expired. Ask for a new one.';
const NO_TOKEN = 'This link is incomplete. Copy all of it.';

/**
 * A page behind a one-time link. Its token is in the fragment, which no server sees, and is only ever sent in the
 * calls.
 */
export function LinkFrame({ heading, purpose, children }: LinkFrameProps) {
  const token = useLocation().hash.slice(1);
  const {
    data: link,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...linkQuery(token),
    enabled: token !== '',
  });
  const isGone = error instanceof ApiError && error.status === 410;

  if (link?.purpose === purpose) {
    return <SignInFrame heading={heading}>{children({ token, email: link.email })}</SignInFrame>;
  }
  return (
    <SignInFrame heading={heading}>
      {(token === '' || link || (error && !isFetching)) && (
        <>
          <Notice tone="warning" announce="polite">
            {token === '' ? NO_TOKEN : error && !isGone ? describeFailure(error) : GONE}
          </Notice>
          <div className="flex flex-wrap gap-3">
            {error && !isGone && <Button onClick={() => void refetch()}>Try again</Button>}
            <a href={paths.signIn()} className={buttonClass('secondary')}>
              Staff sign-in
            </a>
          </div>
        </>
      )}
    </SignInFrame>
  );
}

export function SignInFrame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10 sm:py-16">
      <PageHeading className="text-2xl">{heading}</PageHeading>
      <Card padding="large" className="grid gap-5">
        {children}
      </Card>
    </div>
  );
}

/** Where someone goes once they are signed in. `next`: the page that they came for, or null. */
type AfterSignIn = (staff: SignedInReply, next: string | null) => string;

/** The portal knows which of its pages a role has. */
export const AfterSignInContext = createContext<AfterSignIn>((_, next) => next ?? paths.home());

/**
 * Loads a new page after signing in, so that no visitor data stays and Back does not lead to the form. Whatever stopped
 * the sign-in, such as a second factor: the sign-in page handles it.
 */
export function useEnter(): (next: string | null) => Promise<void> {
  const client = useQueryClient();
  const afterSignIn = useContext(AfterSignInContext);
  return useCallback(
    async (next) => {
      const staff = await client.fetchQuery({ ...signedInQuery, staleTime: 0 }).catch(() => null);
      const signIn = paths.signIn({ ...(next !== null && { next }) });
      location.replace(staff ? afterSignIn(staff, next) : signIn);
    },
    [client, afterSignIn],
  );
}
