import { useId, useState } from 'react';
import { ADJUSTMENT_STEP, adjustmentRange } from '#areas/calculator/rules/calorie-target.ts';
import { type CalculatorProfile, parseNumber } from '#areas/calculator/rules/calculator-profile.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CONTROL_CLASS, describedBy, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { formatRounded } from '#areas/calculator/web/site/calculator-form-values.ts';

type AdjustCardProps = {
  profile: CalculatorProfile;
  recommendedCalories: number;
  /** kcal a day. */
  adjustment: number;
  onAdjust: (adjustment: number) => void;
};

/** A manual number of calories, in steps or typed, within the safe range; everything above follows it. */
export function AdjustCard({
  profile,
  recommendedCalories,
  adjustment,
  onAdjust,
}: AdjustCardProps) {
  const id = useId();
  const range = adjustmentRange(profile);
  const calories = recommendedCalories + adjustment;
  const least = recommendedCalories + range.min;
  const most = recommendedCalories + range.max;
  const [typed, setTyped] = useState<string | null>(null);
  const error = typed === null ? null : problemOf(typed, least, most);
  const hint = `From ${formatRounded(least)} to ${formatRounded(most)} a day; less would not be safe without medical care.`;

  function change(text: string) {
    setTyped(text);
    if (problemOf(text, least, most) === null) onAdjust(Number(text) - recommendedCalories);
  }
  function step(by: number) {
    setTyped(null);
    onAdjust(Math.min(range.max, Math.max(range.min, adjustment + by)));
  }

  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="grid gap-4">
      <h3 id={`${id}-title`} className="text-xl">
        Adjust your calories
      </h3>
      <div className="grid max-w-md gap-1.5">
        <label htmlFor={id} className="font-semibold">
          Calories a day
        </label>
        <div className="flex items-center gap-2">
          <StepButton by={-ADJUSTMENT_STEP} disabled={adjustment <= range.min} onStep={step} />
          <input
            id={id}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={typed ?? String(calories)}
            onChange={(event) => change(event.currentTarget.value)}
            onBlur={() => setTyped(null)}
            className={`${CONTROL_CLASS} min-w-0 text-center tabular-nums`}
            {...describedBy(id, { hint, error })}
          />
          <StepButton by={ADJUSTMENT_STEP} disabled={adjustment >= range.max} onStep={step} />
        </div>
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
      {adjustment !== 0 && (
        <div>
          <Button variant="quiet" size="small" onClick={() => step(-adjustment)}>
            Back to the recommended {formatRounded(recommendedCalories)}
          </Button>
        </div>
      )}
    </Card>
  );
}

type StepButtonProps = { by: number; disabled: boolean; onStep: (by: number) => void };

function StepButton({ by, disabled, onStep }: StepButtonProps) {
  return (
    <Button
      variant="secondary"
      disabled={disabled}
      aria-label={`${Math.abs(by)} calories ${by < 0 ? 'fewer' : 'more'}`}
      className="shrink-0 px-4 tabular-nums"
      onClick={() => onStep(by)}
    >
      {by < 0 ? '−' : '+'}
      {Math.abs(by)}
    </Button>
  );
}

function problemOf(text: string, least: number, most: number): string | null {
  const number = parseNumber(text);
  const isPossible =
    number !== null && number >= least && number <= most && Number.isInteger(number);
  return isPossible
    ? null
    : `Please enter a whole number from ${formatRounded(least)} to ${formatRounded(most)}.`;
}
