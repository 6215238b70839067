import { ACTIVITIES, ACTIVITY_LEVELS } from '#domain/nutrition/body/activity-level.ts';
import { PROFILE_LIMITS } from '#domain/nutrition/body/check-profile.ts';
import { GOAL_LABELS, GOALS } from '#domain/nutrition/body/goal.ts';
import { PACE_LABELS, PACE_MONTHS, PACES } from '#domain/nutrition/energy/timeline.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { ActivityExamples } from './activity-examples.tsx';
import type { FieldsProps } from './calculator-fields.ts';
import { chooseGoal } from './calculator-form-values.ts';
import { TargetField } from './target-field.tsx';

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
            onChange(chooseGoal(entry, GOALS.find((goal) => goal === value) ?? null))
          }
        >
          <option value="">Please choose</option>
          {GOALS.map((goal) => (
            <option key={goal} value={goal}>
              {GOAL_LABELS[goal]}
            </option>
          ))}
        </SelectField>
        {entry.asksForTarget && (
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
