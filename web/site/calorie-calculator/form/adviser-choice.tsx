import { CheckField } from './check-field.tsx';
import type { CalculatorFormValues } from './calculator-form-values.ts';

type AdviserChoiceProps = {
  adviser: { name: string };
  entry: CalculatorFormValues;
  onChange: (entry: CalculatorFormValues) => void;
};

/** Named before we send it anything, and off until the visitor agrees. */
export function AdviserChoice({ adviser, entry, onChange }: AdviserChoiceProps) {
  return (
    <CheckField
      label={`Let ${adviser.name} write the explanation`}
      hint="An outside language service. We only send it the result (goal, calories, grams, plan and weeks), never your age, height, weight or name. It cannot change any number. If this is off, you get our own wording."
      checked={entry.useAdviser}
      onChange={(useAdviser) => onChange({ ...entry, useAdviser })}
    />
  );
}
