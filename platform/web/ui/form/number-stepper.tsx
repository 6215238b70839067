import { type ReactNode, useId } from 'react';

type NumberStepperProps = {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Screen reader labels of the two buttons. */
  decreaseLabel?: string;
  increaseLabel?: string;
  /** How the value is shown and announced: 2 -> "2 people". */
  formatValue?: (value: number) => string;
};

const STEP_CLASS =
  'grid size-12 place-items-center rounded-full border-2 border-primary bg-surface text-2xl leading-none text-primary ' +
  'hover:bg-primary-soft disabled:border-line disabled:text-ink-soft disabled:cursor-not-allowed';

export function NumberStepper({
  label,
  value,
  min,
  max,
  onChange,
  decreaseLabel = 'One fewer',
  increaseLabel = 'One more',
  formatValue = String,
}: NumberStepperProps) {
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
          aria-label={decreaseLabel}
          disabled={value <= min}
          onClick={() => onChange(value - 1)}
        >
          −
        </button>
        <output className="min-w-12 text-center text-xl font-semibold tabular-nums">
          {formatValue(value)}
        </output>
        <button
          type="button"
          className={STEP_CLASS}
          aria-label={increaseLabel}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
