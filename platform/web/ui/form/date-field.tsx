import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS, describedBy, FieldNotes } from './field-frame.tsx';

type DateFieldProps = {
  label: ReactNode;
  /** yyyy-MM-dd; empty if none is chosen. */
  value: string;
  onChange: (date: string) => void;
  error?: string | null;
  hideLabel?: boolean;
  /** Beside the field instead of above it. */
  inline?: boolean;
};

/** The first digits of a year already make a date: 0002, 0020, 0202. The field does not report those. */
const FIRST_DATE = '1000-01-01';

/** A labelled date. Reports only complete dates. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, error, hideLabel = false, inline = false } = props;
  const id = useId();
  const [told, setTold] = useState(value);
  const [typed, setTyped] = useState(value);
  if (value !== told) {
    setTold(value);
    setTyped(value);
  }

  function handleChange(date: string) {
    setTyped(date);
    if (date !== '' && date < FIRST_DATE) return;
    setTold(date);
    onChange(date);
  }
  return (
    <div className={classNames('min-w-0', inline ? 'flex items-center gap-2' : 'grid gap-1.5')}>
      <label
        htmlFor={id}
        className={
          hideLabel ? 'sr-only' : classNames('font-semibold', inline && 'shrink-0 text-sm')
        }
      >
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={typed}
        onChange={(event) => handleChange(event.target.value)}
        className={classNames(CONTROL_CLASS, 'min-w-0 px-3')}
        {...describedBy(id, { error })}
      />
      <FieldNotes id={id} error={error} />
    </div>
  );
}

type NumberStepperProps = {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

const STEP_CLASS =
  'grid size-12 place-items-center rounded-full border-2 border-primary bg-surface text-2xl leading-none text-primary ' +
  'hover:bg-primary-soft disabled:border-line disabled:text-ink-soft disabled:cursor-not-allowed';

export function NumberStepper({ label, value, min, max, onChange }: NumberStepperProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <span id={id} className="font-semibold">
        {label}
      </span>
      <div className="flex items-center gap-4">
        <button
          type="button"
          className={STEP_CLASS}
          aria-label="One fewer"
          disabled={value <= min}
          onClick={() => onChange(value - 1)}
        >
          −
        </button>
        <output className="min-w-12 text-center text-xl font-semibold tabular-nums">{value}</output>
        <button
          type="button"
          className={STEP_CLASS}
          aria-label="One more"
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
