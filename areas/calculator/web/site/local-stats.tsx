import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import { formatBmi, type CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import {
  BMI_NOTE,
  ESTIMATED_BODY_FAT_NOTE,
  needsEatingSupport,
} from '#areas/calculator/rules/health-advisory.ts';
import { localResults } from '#areas/calculator/rules/local-results.ts';
import { formatRounded } from '#areas/calculator/web/site/calculator-form-values.ts';
import type { CalorieAdviceReply } from '#areas/calculator/calls/calorie-advice.ts';
import { explainRecommendation } from '#areas/calculator/rules/timeline-advice.ts';
import {
  type PlanFacts,
  type Recommendation,
  buildRecommendation,
} from '#areas/calculator/rules/recommendation.ts';

/** Results that need no recommendation: shown at once. */
export function LocalStats({ profile }: { profile: CalculatorProfile }) {
  const { bmi, category, bmr, tdee, tdeeRange, bodyFat } = localResults(profile);
  const [least, most] = tdeeRange;
  const stats = [
    {
      label: 'BMR',
      value: `${formatRounded(bmr)} Cal`,
      note: `${formatRounded(kilojoules(bmr))} kJ. What your body uses at rest.`,
    },
    {
      label: 'TDEE',
      value: `${formatRounded(tdee)} Cal`,
      note: `${formatRounded(kilojoules(tdee))} kJ. What your body uses in a whole day: likely ${formatRounded(least)} to ${formatRounded(most)} Cal.`,
    },
    {
      label: `Body fat (${bodyFat.source})`,
      value: `${Math.round(bodyFat.percent * 10) / 10}%`,
      note: bodyFat.source === 'estimated' ? ESTIMATED_BODY_FAT_NOTE : 'As you entered it.',
    },
    { label: 'BMI', value: formatBmi(bmi), note: `In the ${category} range. ${BMI_NOTE}` },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {stats.map(({ label, value, note }) => (
        <div
          key={label}
          className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface px-4 py-3"
        >
          <dt className="font-semibold">{label}</dt>
          <dd className="text-right text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="col-span-full text-sm text-ink-soft">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The recommendation as the page shows it, from either source. */
export type Advice = {
  recommendation: Recommendation;
  /** The first is the answer in one sentence. */
  paragraphs: string[];
  /** `browser`: the server could not be reached, or the visitor adjusted the calories. */
  source: 'template' | 'model' | 'browser';
  needsSupport: boolean;
};

export function adviceFrom(reply: CalorieAdviceReply): Advice {
  const { explanation, explanationSource, support, ...recommendation } = reply;
  return {
    recommendation,
    paragraphs: explanation.split('\n\n'),
    source: explanationSource,
    needsSupport: support !== null,
  };
}

/** By the same rules that the server uses. `adjustment`: manual change in kcal a day. */
export function adviceOfOurOwn(
  profile: CalculatorProfile,
  facts: PlanFacts,
  adjustment = 0,
): Advice {
  const recommendation = buildRecommendation(profile, facts, adjustment);
  return {
    recommendation,
    paragraphs: explainRecommendation(profile.goal, recommendation, facts),
    source: 'browser',
    needsSupport: needsEatingSupport(profile),
  };
}
