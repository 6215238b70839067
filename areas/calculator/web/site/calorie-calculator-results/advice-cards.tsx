import { useEffect } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { type Pace, PACE_LABELS, PACE_MONTHS } from '#areas/calculator/rules/energy/timeline.ts';
import { saveRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { AdjustCard } from './adjust-card.tsx';
import type { Advice } from './advice.ts';
import { AnswerCard } from './answer-card.tsx';
import { DayCard } from './day-card.tsx';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import { LocalStats } from './local-stats.tsx';
import { MacroCard } from './macro-card.tsx';
import { MealPairs } from './meal-pairs.tsx';
import { WeightCard } from './weight-card.tsx';
import { WorkingCard } from './working-card.tsx';
import { addPounds } from '#areas/calculator/rules/imperial-units.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import { timelineAdvice } from '#areas/calculator/rules/timeline-advice.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type AdviceCardsProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  trainingDays: readonly boolean[];
  advice: Advice;
  /** Manual change in kcal a day; the cards follow it a moment later. */
  adjustment: number;
  shownAdjustment: number;
  onAdjust: (adjustment: number) => void;
};

export function AdviceCards(props: AdviceCardsProps) {
  const { profile, pace, units, trainingDays, advice, adjustment, shownAdjustment, onAdjust } =
    props;
  const { recommendation } = advice;
  const { planCalories, extraMeals } = recommendation;

  useEffect(
    () => saveRecommendedPlan({ planCalories, secondHelpings: extraMeals }),
    [planCalories, extraMeals],
  );

  return (
    <>
      <AnswerCard advice={advice} units={units} isByHand={shownAdjustment !== 0} />
      <LocalStats profile={profile} />
      <TimelineCard {...{ profile, pace, units, recommendation }} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <DayCard recommendation={recommendation} trainingDays={trainingDays} />
        <MacroCard macros={recommendation.macros} />
      </div>
      <MealPairs recommendation={recommendation} />
      <WeightCard {...{ profile, units, recommendation }} />
      <AdjustCard
        profile={profile}
        recommendedCalories={recommendation.recommendedCalories - shownAdjustment}
        adjustment={adjustment}
        onAdjust={onAdjust}
      />
      <WorkingCard profile={profile} advice={advice} adjustment={shownAdjustment} />
    </>
  );
}

type TimelineCardProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  recommendation: Recommendation;
};

/** Whether the chosen timeline matches the safe one. */
function TimelineCard({ profile, pace, units, recommendation }: TimelineCardProps) {
  const advice = timelineAdvice(profile, recommendation, pace);
  if (advice === null) return null;
  return (
    <section aria-labelledby="timeline">
      <Notice
        tone={advice.isRealistic ? 'success' : 'warning'}
        title={
          <span id="timeline" role="heading" aria-level={3}>
            Timeline alignment: {advice.isRealistic ? 'realistic' : 'more time needed'}
          </span>
        }
      >
        <p>
          You chose {PACE_LABELS[pace].toLowerCase()} ({PACE_MONTHS[pace]} months).{' '}
          {units === 'imperial' ? addPounds(advice.text) : advice.text}
        </p>
      </Notice>
    </section>
  );
}
