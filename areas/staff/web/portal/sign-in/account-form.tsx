import type { Endpoint } from '#platform/calls/endpoint.ts';
import { call, type CallRequest } from '#platform/web/api/client.ts';
import {
  acceptInvite,
  resetPassword,
  setUpFirstStaff,
  AcceptInviteRequest,
  ResetPasswordRequest,
  SetUpFirstStaffRequest,
} from '#areas/staff/calls/staff.ts';
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

type AccountValues = { email: string; firstName: string; lastName: string; password: string };

type AccountFormProps<Body extends z.ZodType> = {
  /** Empty: chosen in this form. */
  email: string;
  asksForName?: boolean;
  submitLabel: string;
  endpoint: Endpoint<z.ZodUndefined, z.ZodUndefined, Body, z.ZodType<{ email: string }>>;
  /** That of the call's body: browsers get a schema only by its own name. */
  schema: Body;
  /** The body to send, checked before sending. */
  bodyOf: (values: AccountValues) => z.input<Body>;
  /** Where it leads once signed in; by default to where the account's work begins. */
  next?: string;
};

function AccountForm<Body extends z.ZodType>(props: AccountFormProps<Body>) {
  const { email, asksForName = false, submitLabel, endpoint, schema, bodyOf, next = null } = props;
  const enter = useEnter();
  const form = useForm({
    initial: { email, firstName: '', lastName: '', password: '' },
    check: (values) => checkFields(schema, bodyOf(values)),
    send: async (values) => {
      const request = { body: bodyOf(values) } as CallRequest<z.ZodUndefined, z.ZodUndefined, Body>;
      return { ...(await call(endpoint, request)), password: values.password };
    },
    onDone: (account) => {
      const goOn = () => enter(next);
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
function LinkFrame({ heading, purpose, children }: LinkFrameProps) {
  const token = useLocation().hash.slice(1);
  const opened = useQuery({ ...linkQuery(token), enabled: token !== '' });
  const { data: link, error, isFetching, refetch } = opened;
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

/** The very first account, with the link from the server's log. */
export function SetupPage() {
  return (
    <LinkFrame heading="First staff account" purpose="setup">
      {({ token }) => (
        <AccountForm
          email=""
          asksForName
          submitLabel="Create account"
          next={paths.admin({ tab: 'first-hour' })}
          endpoint={setUpFirstStaff}
          schema={SetUpFirstStaffRequest}
          bodyOf={(values) => ({ token, ...values })}
        />
      )}
    </LinkFrame>
  );
}

export function InvitePage() {
  return (
    <LinkFrame heading="Your staff account" purpose="invite">
      {({ token, email }) => (
        <AccountForm
          email={email}
          asksForName
          submitLabel="Create account"
          endpoint={acceptInvite}
          schema={AcceptInviteRequest}
          bodyOf={({ email: _fromLink, ...values }) => ({ token, ...values })}
        />
      )}
    </LinkFrame>
  );
}

export function ResetPasswordPage() {
  return (
    <LinkFrame heading="New password" purpose="reset">
      {({ token, email }) => (
        <AccountForm
          email={email}
          submitLabel="Save new password"
          endpoint={resetPassword}
          schema={ResetPasswordRequest}
          bodyOf={({ password }) => ({ token, password })}
        />
      )}
    </LinkFrame>
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
