import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { mustSignInAgain, sendSecondFactor } from '#areas/staff/web/sign-in.ts';
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
  const [code, setCode] = useState('');
  const { label, hint, other } = WAYS[way];
  const verify = useMutation({
    mutationFn: sendSecondFactor,
    onSuccess: onDone,
    onError: (error) => {
      if (mustSignInAgain(error)) onSignInAgain(describeFailure(error));
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!verify.isPending) verify.mutate({ way, code });
  }

  function changeWay() {
    setWay(way === 'app' ? 'backup' : 'app');
    setCode('');
    verify.reset();
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        key={way}
        label={label}
        hint={hint}
        error={verify.error && describeFailure(verify.error)}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        // The person has just asked for this step, and it has only one field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button
        type="submit"
        busy={verify.isPending || verify.isSuccess}
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
