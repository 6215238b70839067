import { type SyntheticEvent, useState } from 'react';
import { type CodedStep, SentCode } from '#areas/office/calls/first-hour.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { sendCode } from '#areas/office/web/portal/first-hour-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useFirstHourChange } from './use-first-hour-change.ts';

/** Six digits as the proof that something arrived. */
export function CodeForm({ step, label }: { step: CodedStep; label: string }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const confirm = useFirstHourChange((typed: string) => sendCode(step, typed));
  const { failure } = confirm;
  const refused =
    failure?.is === 'fields' ? (failure.fields['code'] ?? failure.message) : failure?.message;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = checkFields(SentCode, { step, code })['code'] ?? null;
    setWrong(found);
    if (found === null) confirm.run(code);
  }

  return (
    <form onSubmit={submit} noValidate className="flex w-full flex-wrap items-start gap-3">
      <div className="w-full sm:w-64">
        <TextField
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={wrong ?? refused ?? null}
          onChange={({ target }) => {
            setCode(target.value);
            setWrong(null);
          }}
        />
      </div>
      <Button
        type="submit"
        size="small"
        className="sm:mt-9"
        busy={confirm.isBusy}
        busyLabel="Checking…"
      >
        Confirm code
      </Button>
    </form>
  );
}
