import { CheckField } from './check-field.tsx';
import type { Entry } from './entry.ts';

type AdviserChoiceProps = {
  adviser: { name: string };
  entry: Entry;
  onChange: (entry: Entry) => void;
};

/** Named before anything is sent to it, and off until somebody says yes. */
export function AdviserChoice({ adviser, entry, onChange }: AdviserChoiceProps) {
  return (
    <CheckField
      label={`Let ${adviser.name} word the explanation`}
      hint="A language service outside our kitchen. It is given the result (goal, calories, grams, plan and weeks), never your age, height, weight or name, and it cannot change a number. Without it you get our own words."
      checked={entry.useAdviser}
      onChange={(useAdviser) => onChange({ ...entry, useAdviser })}
    />
  );
}
