import { kilojoules } from '#areas/menu/rules/energy.ts';
import { EATING_SUPPORT, ESTIMATE_ONLY } from '#areas/calculator/rules/care-lines.ts';
import { addPounds } from '#areas/calculator/rules/imperial-units.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type Stat, StatList } from '#platform/web/ui/layout/stat-list.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { Advice } from './advice.ts';
import { formatChange, formatRounded, formatRange } from './amounts.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';

type AnswerCardProps = { advice: Advice; units: Units; isByHand: boolean };

/** The answer in one sentence, the numbers behind it, and what to do with it. */
export function AnswerCard({ advice, units, isByHand }: AnswerCardProps) {
  const { recommendation, paragraphs, needsSupport } = advice;
  const { recommendedPlan, advisories } = recommendation;
  return (
    <Card as="section" padding="large" aria-labelledby="answer" className="grid gap-5">
      <h3 id="answer" className="text-xl">
        {isByHand ? 'Your adjusted calories' : 'Your recommendation'}
      </h3>
      <p role="status" className="max-w-prose font-serif text-xl leading-snug">
        {paragraphs[0]}
      </p>
      <StatList stats={statsOf(recommendation, units)} />
      <p className="max-w-prose text-sm text-ink-soft">{ESTIMATE_ONLY}</p>
      {(advisories.length > 0 || needsSupport) && (
        <Notice tone={advisories.some(({ type }) => type === 'warning') ? 'warning' : 'info'}>
          {advisories.map(({ code, text }) => (
            <p key={code}>{units === 'imperial' ? addPounds(text) : text}</p>
          ))}
          {needsSupport && <p>{EATING_SUPPORT}</p>}
        </Notice>
      )}
      <div>
        <Link to={paths.order()} className={buttonClass('primary', 'large')}>
          Order with {recommendedPlan}
        </Link>
      </div>
    </Card>
  );
}

function statsOf(recommendation: Recommendation, units: Units): Stat[] {
  const { recommendedCalories, recommendedPlan, serviceKcal } = recommendation;
  const { timeline, weeksRange, weeklyWeightChange } = recommendation;
  return [
    {
      label: `Calories a day (${formatRounded(kilojoules(recommendedCalories))} kJ)`,
      value: formatRounded(recommendedCalories),
    },
    {
      label: `Your plan (about ${formatRounded(serviceKcal)} from lunch and dinner)`,
      value: recommendedPlan,
    },
    {
      label: weeksRange ? `Timeline (range ${formatRange(weeksRange)} weeks)` : 'Timeline',
      value: timeline,
    },
    {
      label: 'Average change a week',
      value:
        weeklyWeightChange === null ? 'Not estimated' : formatChange(weeklyWeightChange, units),
    },
  ];
}
