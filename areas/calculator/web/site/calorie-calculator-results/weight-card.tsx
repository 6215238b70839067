import { useMemo } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import {
  type ProjectedWeek,
  projectWeight,
} from '#areas/calculator/rules/energy/weight-projection.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { formatWeight } from './amounts.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import { WeightChart } from './weight-chart.tsx';
import { weeksToShow } from './weight-curve.ts';
import { WeightTable } from './weight-table.tsx';

type WeightCardProps = {
  profile: CalculatorProfile;
  units: Units;
  recommendation: Recommendation;
};

/** The projected weight, as a curve with its band and as a table with the same numbers. */
export function WeightCard({ profile, units, recommendation }: WeightCardProps) {
  const { recommendedCalories } = recommendation;
  const weeks = weeksToShow(profile.goal, recommendation);
  const curve = useMemo(
    () => (weeks === null ? [] : projectWeight(profile, recommendedCalories, weeks)),
    [profile, recommendedCalories, weeks],
  );
  if (weeks === null) return null;
  return (
    <Card as="section" padding="large" aria-labelledby="weight" className="grid gap-4">
      <div className="grid gap-1">
        <h3 id="weight" className="text-xl">
          Projected weight
        </h3>
        <p className="max-w-prose text-ink-soft">{describe(curve, units)}</p>
      </div>
      <div className="grid items-end gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,42rem)_1fr]">
        <WeightChart curve={curve} targetKg={profile.targetWeightKg} units={units} />
        <p className="text-sm text-ink-soft">
          From a model of how weight responds to food. The band is for a body that uses 5% more or
          less than the formula says; real scales also vary by a kilogram or two.
        </p>
      </div>
      <WeightTable curve={curve} units={units} />
    </Card>
  );
}

function describe(curve: readonly ProjectedWeek[], units: Units): string {
  const last = curve.at(-1);
  if (!last) return '';
  const { week, weightKg, lowKg, highKg } = last;
  return `After ${week} weeks at this many calories: about ${formatWeight(weightKg, units)}, likely between ${formatWeight(lowKg, units)} and ${formatWeight(highKg, units)}.`;
}
