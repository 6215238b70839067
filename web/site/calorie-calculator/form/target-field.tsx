import { poundsOf } from '#domain/nutrition/body/imperial-units.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import type { CalculatorFormValues } from './calculator-form-values.ts';

type TargetFieldProps = {
  entry: CalculatorFormValues;
  error: string | null;
  /** In kg. */
  limits: { min: number; max: number; step: number };
  /** While the body itself rules out the goal. */
  isClosed: boolean;
  onChange: (entry: CalculatorFormValues) => void;
};

export function TargetField({ entry, error, limits, isClosed, onChange }: TargetFieldProps) {
  const isMetric = entry.units === 'metric';
  const unit = isMetric ? 'kg' : 'pounds';
  const isRequired = entry.goal !== 'maintain';
  return (
    <TextField
      label={`Target weight (${unit})${isRequired ? ' *' : ''}`}
      type="number"
      inputMode="decimal"
      min={isMetric ? limits.min : poundsOf(limits.min)}
      max={isMetric ? limits.max : poundsOf(limits.max)}
      step={limits.step}
      optional={!isRequired}
      aria-required={isRequired}
      disabled={isClosed}
      value={entry.targetWeight}
      error={error}
      onChange={(event) => onChange({ ...entry, targetWeight: event.currentTarget.value })}
    />
  );
}
