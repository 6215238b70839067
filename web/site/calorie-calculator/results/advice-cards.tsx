import { useEffect } from 'react';
import type { CalculatorProfile } from '#domain/nutrition/body/calculator-profile.ts';
import type { Pace } from '#domain/nutrition/energy/timeline.ts';
import { saveRecommendedPlan } from '#web/storage/recommended-plan.ts';
import { AdjustCard } from './adjust-card.tsx';
import type { Advice } from './advice.ts';
import { AnswerCard } from './answer-card.tsx';
import { DayCard } from './day-card.tsx';
import type { Units } from '../form/calculator-form-values.ts';
import { LocalStats } from './local-stats.tsx';
import { MacroCard } from './macro-card.tsx';
import { MealPairs } from './meal-pairs.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WeightCard } from './weight-card.tsx';
import { WorkingCard } from './working-card.tsx';

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
  const { planCalories } = recommendation;

  useEffect(() => saveRecommendedPlan(planCalories), [planCalories]);

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
