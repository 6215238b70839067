import { GENDERS, type Gender } from '#areas/calculator/rules/calculator-profile.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type FieldsProps, LONGEST_NUMBER_TEXT } from './calculator-fields.ts';
import { CheckField } from './check-field.tsx';
import { switchUnits, type Units } from './calculator-form-values.ts';
import { CONTROL_CLASS, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';

const GENDER_LABELS: Record<Gender, string> = { male: 'Male', female: 'Female' };
const UNITS: { value: Units; label: string }[] = [
  { value: 'metric', label: 'cm and kg' },
  { value: 'imperial', label: 'Feet and pounds' },
];

export function BodyFields({ entry, errors, onChange }: FieldsProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-serif text-xl font-semibold">About you</legend>
      <PillChoice
        legend="Units"
        value={entry.units}
        pills={UNITS}
        onChange={(units) => onChange(switchUnits(entry, units))}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Age (years) *"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGEST_NUMBER_TEXT}
          aria-required
          value={entry.age}
          error={errors['age']}
          onChange={(event) => onChange({ ...entry, age: event.currentTarget.value })}
        />
        <PillChoice
          legend="Gender *"
          value={entry.gender}
          pills={GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))}
          layout="even"
          error={errors['gender']}
          hint="The formulas only cover these two. Choose the one closer to your body."
          onChange={(gender) => onChange({ ...entry, gender })}
        />
        <HeightField entry={entry} errors={errors} onChange={onChange} />
        <TextField
          label={entry.units === 'metric' ? 'Weight (kg) *' : 'Weight (pounds) *'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={LONGEST_NUMBER_TEXT}
          aria-required
          value={entry.weight}
          error={errors['weight']}
          onChange={(event) => onChange({ ...entry, weight: event.currentTarget.value })}
        />
      </div>
      <CheckField
        label="I know my body fat percentage"
        checked={entry.knowsBodyFat}
        onChange={(knowsBodyFat) => onChange({ ...entry, knowsBodyFat })}
      >
        <TextField
          label="Body fat (%) *"
          inputMode="decimal"
          autoComplete="off"
          maxLength={LONGEST_NUMBER_TEXT}
          aria-required
          hint="Above 0 and below 50, from a scan or a good scale."
          value={entry.bodyFat}
          error={errors['bodyFat']}
          onChange={(event) => onChange({ ...entry, bodyFat: event.currentTarget.value })}
        />
      </CheckField>
    </fieldset>
  );
}

/** One field for centimetres, or two for feet and inches that share a message. */
function HeightField({ entry, errors, onChange }: FieldsProps) {
  if (entry.units === 'metric') {
    return (
      <TextField
        label="Height (cm) *"
        inputMode="decimal"
        autoComplete="off"
        maxLength={LONGEST_NUMBER_TEXT}
        aria-required
        value={entry.height}
        error={errors['height']}
        onChange={(event) => onChange({ ...entry, height: event.currentTarget.value })}
      />
    );
  }
  const isInvalid = errors['height'] ? true : undefined;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold">Height *</legend>
      <div className="grid grid-cols-2 gap-3">
        {(['feet', 'inches'] as const).map((part) => (
          <label key={part} className="flex items-center gap-2">
            <input
              type="text"
              inputMode={part === 'feet' ? 'numeric' : 'decimal'}
              autoComplete="off"
              maxLength={LONGEST_NUMBER_TEXT}
              aria-required
              aria-invalid={isInvalid}
              aria-describedby={isInvalid && 'height-error'}
              className={CONTROL_CLASS}
              value={entry[part]}
              onChange={(event) => onChange({ ...entry, [part]: event.currentTarget.value })}
            />
            {part}
          </label>
        ))}
      </div>
      <FieldNotes id="height" error={errors['height']} />
    </fieldset>
  );
}
