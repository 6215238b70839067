import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { useEffect, useState } from 'react';
import { signedInQuery } from '#platform/web/api/session.ts';
import {
  nextPathOf,
  signInOptionsQuery,
  signInWithPassword,
  sendSecondFactor,
} from '#areas/staff/web/sign-in.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { SignInFrame, useEnter } from './account-form.tsx';
import { arePasskeysSupported, signInWithPasskey } from '#areas/staff/web/portal/staff-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { useForm } from '#platform/web/api/use-form.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const NOT_ADMITTED =
  'That account isn’t on this kitchen’s staff list. Sign in another way, or ask an owner for an invitation.';

export function SignInPage() {
  const [params] = useSearchParams();
  const next = nextPathOf(params);
  const enter = useEnter();
  const { data: staff } = useQuery(signedInQuery);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [notice, setNotice] = useState(
    params.get('error') === 'not_admitted' ? NOT_ADMITTED : null,
  );

  useEffect(() => {
    if (staff) void enter(next);
  }, [staff, next, enter]);

  if (step === 'code') {
    return (
      <SignInFrame heading="Two-step sign-in">
        <SecondFactorStep
          onDone={() => void enter(next)}
          onSignInAgain={(message) => {
            setNotice(message);
            setStep('password');
          }}
        />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame heading="Staff sign-in">
      <PasswordStep
        notice={notice}
        onDone={() => void enter(next)}
        onSecondFactor={() => setStep('code')}
      />
      <OtherSignInOptions next={next} onDone={() => void enter(next)} />
      <p className="text-sm text-ink-soft">
        Forgot your password? Ask an owner for a reset link from Staff, in Settings.
      </p>
    </SignInFrame>
  );
}

const NOT_USED = 'No passkey was used. Try again, or sign in with your password.';

/** Passkey and single sign-on, if available. */
function OtherSignInOptions({ next, onDone }: { next: string | null; onDone: () => void }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const passkey = useChange(() => signInWithPasskey(NOT_USED), { onDone: onDone });
  const hasPasskeys = arePasskeysSupported();
  if (!hasPasskeys && !options?.oidc) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <FailureNotice failure={passkey.failure} />
      {hasPasskeys && (
        <ChangeButton
          change={passkey}
          variant="secondary"
          size="medium"
          busyLabel="Waiting for your passkey…"
        >
          Sign in with a passkey
        </ChangeButton>
      )}
      {options?.oidc && (
        <a
          href={paths.singleSignOn({ ...(next !== null && { next }) })}
          className={buttonClass('secondary')}
        >
          Single sign-on
        </a>
      )}
    </div>
  );
}

type PasswordStepProps = {
  notice: string | null;
  onDone: () => void;
  onSecondFactor: () => void;
};

function PasswordStep({ notice, onDone, onSecondFactor }: PasswordStepProps) {
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

type SecondFactorStepProps = {
  onDone: () => void;
  /** Too late or too many attempts: `message` says which. */
  onSignInAgain: (message: string) => void;
};

const WAYS = {
  app: {
    label: 'Code from your authenticator app',
    hint: 'Six digits; a new one every 30 seconds.',
    other: 'Use a backup code instead',
  },
  backup: {
    label: 'Backup code',
    hint: 'One of the codes you saved when you turned this on. Each works once.',
    other: 'Use the authenticator app instead',
  },
};

function SecondFactorStep({ onDone, onSignInAgain }: SecondFactorStepProps) {
  const [way, setWay] = useState<'app' | 'backup'>('app');
  const { label, hint, other } = WAYS[way];
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'Please enter the code' } : {}),
    send: async ({ code }) => {
      await sendSecondFactor({ way, code });
      return 'verified' as const;
    },
    onDone: onDone,
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'sign_in_again')
        onSignInAgain(failure.message);
    },
  });
  const { failure } = form;
  const isWrong = failure?.is === 'refused';
  const code = form.text('code');

  function changeWay() {
    setWay(way === 'app' ? 'backup' : 'app');
    form.reset();
  }

  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        key={way}
        label={label}
        hint={hint}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        // The person has just asked for this step, and it has only one field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...code}
        error={isWrong ? failure.message : code.error}
      />
      <FailureNotice failure={isWrong ? null : failure} />
      <Button
        type="submit"
        busy={form.isBusy || form.result !== undefined}
        busyLabel="Checking…"
        className="w-full"
      >
        Continue
      </Button>
      <Button variant="quiet" size="small" onClick={changeWay}>
        {other}
      </Button>
    </form>
  );
}
