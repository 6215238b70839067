import { useState } from 'react';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { sendSecondFactor } from '#areas/staff/web/sign-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

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

export function SecondFactorStep({ onDone, onSignInAgain }: SecondFactorStepProps) {
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
