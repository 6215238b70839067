import { CheckField } from './check-field.tsx';
import type { FieldsProps } from './calculator-fields.ts';
import { TrainingDays } from './training-days.tsx';

export function ExtraFields({ entry, onChange }: FieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-serif text-xl font-semibold">Anything else?</legend>
      <CheckField
        label="I was recently on a strict diet (under 1200 cal/day for weeks)"
        hint="After a strict diet your body uses less energy, so we suggest a smaller change."
        checked={entry.hasRecentDiet}
        onChange={(hasRecentDiet) => onChange({ ...entry, hasRecentDiet })}
      />
      <CheckField
        label="Calorie cycling"
        hint="More on days you train, less on the others, the same over the week. It’s for comfort. It does not change your weight faster."
        checked={entry.usesCycling}
        onChange={(usesCycling) => onChange({ ...entry, usesCycling })}
      >
        <TrainingDays
          days={entry.trainingDays}
          onChange={(trainingDays) => onChange({ ...entry, trainingDays })}
        />
      </CheckField>
    </fieldset>
  );
}
