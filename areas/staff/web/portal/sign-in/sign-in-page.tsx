import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { signedInQuery } from '#platform/web/api/session.ts';
import { nextPathOf } from '#areas/staff/web/sign-in.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { OtherSignInOptions } from './other-sign-in-options.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

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
