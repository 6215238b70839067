import { ACTIVITIES, ACTIVITY_LEVELS } from '#areas/calculator/rules/calculator-profile.ts';
import { PROFILE_LIMITS } from '#areas/calculator/rules/check-profile.ts';
import { GOAL_LABELS, GOALS } from '#areas/menu/rules/meal-plan.ts';
import { PACE_LABELS, PACE_MONTHS, PACES } from '#areas/calculator/rules/weight-projection.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import type { FieldsProps, CalculatorFormValues } from './calculator-form-values.ts';
import { poundsOf } from '#areas/calculator/rules/imperial-units.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type GoalFieldsProps = FieldsProps & { isTargetClosed: boolean };

export function GoalFields({ entry, errors, onChange, isTargetClosed }: GoalFieldsProps) {
  const isMoving = entry.goal === 'lose' || entry.goal === 'gain';
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-serif text-xl font-semibold">Your days and your goal</legend>
      <div className="grid gap-2">
        <SelectField
          label="Activity level *"
          aria-required
          value={entry.activityLevel ?? ''}
          hint={entry.activityLevel && ACTIVITIES[entry.activityLevel].example}
          error={errors['activityLevel']}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...entry,
              activityLevel: ACTIVITY_LEVELS.find((level) => level === value) ?? null,
            })
          }
        >
          <option value="">Please choose</option>
          {ACTIVITY_LEVELS.map((level) => (
            <option key={level} value={level}>
              {ACTIVITIES[level].label}
            </option>
          ))}
        </SelectField>
        <ActivityExamples />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          label="Goal *"
          required
          value={entry.goal ?? ''}
          error={errors['goal']}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...entry, goal: GOALS.find((goal) => goal === value) ?? null })
          }
        >
          <option value="">Please choose</option>
          {GOALS.map((goal) => (
            <option key={goal} value={goal}>
              {GOAL_LABELS[goal]}
            </option>
          ))}
        </SelectField>
        {entry.goal !== null && (
          <TargetField
            entry={entry}
            error={errors['targetWeight'] ?? null}
            limits={PROFILE_LIMITS.targetWeight}
            isClosed={isTargetClosed}
            onChange={onChange}
          />
        )}
        {isMoving && (
          <SelectField
            label="Timeline"
            hint="We only use this to check if your goal is realistic. A faster pace never means a harder diet."
            value={entry.pace}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...entry, pace: PACES.find((pace) => pace === value) ?? entry.pace })
            }
          >
            {PACES.map((pace) => (
              <option key={pace} value={pace}>
                {PACE_LABELS[pace]} ({PACE_MONTHS[pace]} months)
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </fieldset>
  );
}

function ActivityExamples() {
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
        Which level am I?
      </summary>
      <dl className="grid gap-2 rounded-2xl bg-sunken p-4 text-sm">
        {ACTIVITY_LEVELS.map((level) => (
          <div key={level}>
            <dt className="font-semibold">{ACTIVITIES[level].label}</dt>
            <dd>{ACTIVITIES[level].example}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type TargetFieldProps = {
  entry: CalculatorFormValues;
  error: string | null;
  /** In kg. */
  limits: { min: number; max: number; step: number };
  /** While the body itself rules out the goal. */
  isClosed: boolean;
  onChange: (entry: CalculatorFormValues) => void;
};

function TargetField({ entry, error, limits, isClosed, onChange }: TargetFieldProps) {
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
