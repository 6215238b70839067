import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { completeProfile } from '#areas/calculator/rules/check-profile.ts';
import { draftHealth } from '#areas/calculator/rules/draft-health.ts';
import type { AdviceRefusal } from '#areas/calculator/web/site/calorie-advice-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { BodyFields } from './body-fields.tsx';
import { profileDraftOf, type CalculatorFormValues } from './calculator-form-values.ts';
import { ExtraFields } from './extra-fields.tsx';
import { fieldMessages } from './field-messages.ts';
import { GoalFields } from './goal-fields.tsx';
import { HealthAdvisory } from './health-advisory.tsx';
import { CheckField } from './check-field.tsx';

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
        ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
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
