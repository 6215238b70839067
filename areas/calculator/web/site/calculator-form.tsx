import { type SubmitEvent, useEffect, useRef, useState, type ReactNode, useId } from 'react';
import {
  type CalculatorProfile,
  type ProfileDraft,
  bmiCategory,
  formatBmi,
  GENDERS,
  type Gender,
} from '#areas/calculator/rules/calculator-profile.ts';
import {
  completeProfile,
  checkProfile,
  PROFILE_MESSAGES,
  TARGET_TOO_HIGH,
  TARGET_TOO_LOW,
  draftHealth,
  type DraftHealth,
} from '#areas/calculator/rules/check-profile.ts';
import type { AdviceRefusal } from '#areas/calculator/web/site/calorie-advice-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import {
  profileDraftOf,
  type CalculatorFormValues,
  type Units,
  switchUnits,
  type FieldsProps,
  LONGEST_NUMBER_TEXT,
  WEEK_DAYS,
} from '#areas/calculator/web/site/calculator-form-values.ts';
import { GoalFields } from '#areas/calculator/web/site/goal-fields.tsx';
import { IMPERIAL_MESSAGES, addPounds } from '#areas/calculator/rules/imperial-units.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { EATING_SUPPORT } from '#areas/calculator/rules/health-advisory.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CONTROL_CLASS, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';

type CalculatorFormProps = {
  entry: CalculatorFormValues;
  onChange: (entry: CalculatorFormValues) => void;
  refusal: AdviceRefusal | null;
  onSubmit: (profile: CalculatorProfile) => void;
};

export function CalculatorForm({ entry, onChange, refusal, onSubmit }: CalculatorFormProps) {
  const { adviser } = useConfig();
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const draft = profileDraftOf(entry);
  const health = draftHealth(draft);
  const isBlocked = health?.isBlocked ?? false;
  const errors = { ...fieldMessages(draft, entry.units, attempts > 0), ...refusal?.fields };
  const fields = { entry, errors, onChange };

  useEffect(() => {
    if (attempts > 0 || refusal) {
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input, [data-refusal]')
        ?.focus();
    }
  }, [attempts, refusal]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBlocked) return;
    const profile = completeProfile(draft);
    if (profile) onSubmit(profile);
    else setAttempts((count) => count + 1);
  }

  return (
    <Card padding="large" data-form="">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-8">
        <p className="text-sm text-ink-soft">* required</p>
        <BodyFields {...fields} />
        <GoalFields {...fields} isTargetClosed={isBlockedByBody(health?.advisories ?? [])} />
        <ExtraFields {...fields} />
        <HealthAdvisory health={health} refusal={refusal?.message ?? null} units={entry.units} />
        {adviser && <AdviserChoice adviser={adviser} entry={entry} onChange={onChange} />}
        <Button type="submit" size="large" disabled={isBlocked} className="max-sm:w-full">
          {isBlocked ? 'Please review health advisory above' : 'Get Smart Recommendations'}
        </Button>
      </form>
    </Card>
  );
}

/**
 * Spec 5: if the body itself rules out the goal, no target can fix that. Other errors may be fixed by another target.
 */
function isBlockedByBody(advisories: readonly { type: string; code: string }[]): boolean {
  return advisories.some(({ type, code }) => type === 'error' && !code.startsWith('target-'));
}

type AdviserChoiceProps = {
  adviser: { name: string };
  entry: CalculatorFormValues;
  onChange: (entry: CalculatorFormValues) => void;
};

/** Named before we send it anything, and off until the visitor agrees. */
function AdviserChoice({ adviser, entry, onChange }: AdviserChoiceProps) {
  return (
    <CheckField
      label={`Let ${adviser.name} write the explanation`}
      hint="An outside language service. We only send it the result (goal, calories, grams, plan and weeks), never your age, height, weight or name. It cannot change any number. If this is off, you get our own wording."
      checked={entry.useAdviser}
      onChange={(useAdviser) => onChange({ ...entry, useAdviser })}
    />
  );
}

/** A target on the wrong side is reported at once; everything else after an attempt to continue. */
const SAID_AT_ONCE = [TARGET_TOO_HIGH, TARGET_TOO_LOW];

/** Messages by the spec's field names, in the visitor's units. */
function fieldMessages(
  draft: ProfileDraft,
  units: Units,
  hasTriedToContinue: boolean,
): FieldErrors {
  const problems = checkProfile(draft).filter(
    ({ message }) => hasTriedToContinue || SAID_AT_ONCE.includes(message),
  );
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const isLimit = message === PROFILE_MESSAGES[field];
      return [field, (units === 'imperial' && isLimit && IMPERIAL_MESSAGES[field]) || message];
    }),
  );
}

type HealthAdvisoryProps = {
  health: DraftHealth | null;
  /** The server's reason for refusing to calculate. */
  refusal: string | null;
  units: Units;
};

/** Neutral wording and colour. Always mounted, so screen readers announce changes. */
function HealthAdvisory({ health, refusal, units }: HealthAdvisoryProps) {
  const advisories = health?.advisories ?? [];
  const texts = [
    ...advisories.map(({ text }) => (units === 'imperial' ? addPounds(text) : text)),
    ...(refusal === null ? [] : [refusal]),
  ];
  return (
    <div
      role="status"
      tabIndex={-1}
      data-refusal={refusal === null ? undefined : ''}
      className="outline-none empty:-mt-8"
    >
      {health && (texts.length > 0 || health.needsSupport) && (
        <Notice
          tone={texts.length > 0 ? 'warning' : 'info'}
          title={texts.length > 0 ? 'Health advisory' : 'Before you continue'}
        >
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {texts.length > 0 && (
            <p className="font-semibold tabular-nums">
              Current BMI: {formatBmi(health.bmi)} ({bmiCategory(health.bmi)})
            </p>
          )}
          {health.needsSupport && <p>{EATING_SUPPORT}</p>}
        </Notice>
      )}
    </div>
  );
}

function ExtraFields({ entry, onChange }: FieldsProps) {
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

type TrainingDaysProps = {
  /** Monday first. */
  days: readonly boolean[];
  onChange: (days: boolean[]) => void;
};

function TrainingDays({ days, onChange }: TrainingDaysProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-semibold">Training days</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
        {WEEK_DAYS.map((day, index) => (
          <button
            key={day}
            type="button"
            aria-pressed={days[index]}
            onClick={() => onChange(days.map((trains, at) => (at === index ? !trains : trains)))}
            className="min-h-12 rounded-2xl border border-control bg-surface font-semibold hover:bg-primary-soft aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {day}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const GENDER_LABELS: Record<Gender, string> = { male: 'Male', female: 'Female' };
const UNITS: { value: Units; label: string }[] = [
  { value: 'metric', label: 'cm and kg' },
  { value: 'imperial', label: 'Feet and pounds' },
];

function BodyFields({ entry, errors, onChange }: FieldsProps) {
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

type CheckFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Shown while it is ticked. */
  children?: ReactNode;
};

function CheckField({ label, hint, checked, onChange, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            id={id}
            type="checkbox"
            checked={checked}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
            className="size-6 shrink-0"
          />
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="ml-9 text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      {checked && children && <div className="sm:ml-9">{children}</div>}
    </div>
  );
}
