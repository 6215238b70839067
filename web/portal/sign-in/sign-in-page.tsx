import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { signedInQuery } from '#web/api/session.ts';
import { nextPathOf } from '#web/api/sign-in.ts';
import { enter } from './enter.ts';
import { OtherWaysIn } from './other-ways-in.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const NOT_ADMITTED =
  'That account is not on the list of this kitchen. Please sign in another way, or ask a colleague for an invitation.';

export function SignInPage() {
  const [params] = useSearchParams();
  const next = nextPathOf(params);
  const { data: staff } = useQuery(signedInQuery);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [notice, setNotice] = useState(
    params.get('error') === 'not_admitted' ? NOT_ADMITTED : null,
  );

  useEffect(() => {
    if (staff) enter(next);
  }, [staff, next]);

  if (step === 'code') {
    return (
      <SignInFrame heading="Second step">
        <SecondFactorStep
          onDone={() => enter(next)}
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
        onDone={() => enter(next)}
        onSecondFactor={() => setStep('code')}
      />
      <OtherWaysIn next={next} onDone={() => enter(next)} />
      <p className="text-sm text-ink-soft">
        Forgotten your password? Any colleague can make you a link for a new one in the Staff tab.
      </p>
    </SignInFrame>
  );
}
