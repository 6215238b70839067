import { useId } from 'react';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

type TickListProps<Value extends string> = {
  legend: string;
  hint?: string;
  choices: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  error: string | null;
  onChange: (chosen: Value[]) => void;
};

/** Any number of many. */
export function TickList<Value extends string>({
  legend,
  hint,
  choices,
  chosen,
  error,
  onChange,
}: TickListProps<Value>) {
  const id = useId();
  const noteIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  function toggle(value: Value) {
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((each) => (each === value) !== chosen.includes(each)),
    );
  }
  return (
    <fieldset className="grid gap-2" aria-describedby={noteIds || undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <CheckChip key={value} checked={chosen.includes(value)} onToggle={() => toggle(value)}>
            {label}
          </CheckChip>
        ))}
      </div>
    </fieldset>
  );
}
