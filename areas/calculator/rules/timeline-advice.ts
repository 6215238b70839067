/** The timeline alignment card: whether the chosen pace fits, and what to do if not. Spec 2, 5; wording ours. */
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import type { CalculatorProfile } from './calculator-profile.ts';
import type { Recommendation } from './recommendation.ts';
import {
  isTimelineRealistic,
  type Pace,
  paceWeeks,
  statedWeeks,
  LONGEST_WEEKS,
  projectedWeight,
} from './weight-projection.ts';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import { mealPlanSentence } from './meal-plan-sentence.ts';

/** `isRealistic`: null where no time is given that a pace could fit. */
export type TimelineAdvice = { isRealistic: boolean | null; text: string };

type Stated = Pick<
  Recommendation,
  'recommendedCalories' | 'timeline' | 'timelineWeeks' | 'weeksRange'
>;

const FIRST_GOAL_SHARE = 0.05;

const NO_TIME =
  'We do not estimate a time for this goal, because eating less will not get you there safely.';

/** Null for maintenance, which has no card. */
export function timelineAdvice(
  profile: CalculatorProfile,
  recommendation: Stated,
  pace: Pace,
): TimelineAdvice | null {
  if (profile.goal === 'maintain') return null;
  const weeks = statedWeeks(recommendation);
  const isRealistic = isTimelineRealistic(pace, weeks);
  if (isRealistic === null) return { isRealistic, text: NO_TIME };
  if (isRealistic) {
    return { isRealistic, text: 'Your chosen pace fits this goal. No need to hurry.' };
  }
  const inThatTime = projectedWeight(
    profile,
    recommendation.recommendedCalories,
    7 * paceWeeks(pace),
  );
  const text = [
    `At a safe pace, this goal takes about ${describeWeeks(recommendation)}.`,
    `In the time you chose, you could expect about ${Math.round(inThatTime)} kg.`,
    `Pick a slower pace${describeFirstGoal(profile)}.`,
  ].join(' ');
  return { isRealistic, text };
}

function describeWeeks({ timeline, weeksRange }: Stated): string {
  if (weeksRange === null) return timeline;
  const [fewest, most] = weeksRange;
  return `${timeline} (range ${fewest}-${most ?? `${LONGEST_WEEKS}+`})`;
}

/** A first milestone, if it is on this side of the target. */
function describeFirstGoal({ goal, weightKg, targetWeightKg }: CalculatorProfile): string {
  const direction = goal === 'lose' ? -1 : 1;
  const firstKg = Math.round(weightKg * (1 + direction * FIRST_GOAL_SHARE) * 10) / 10;
  const isOnTheWay = targetWeightKg !== null && direction * (targetWeightKg - firstKg) > 0;
  return isOnTheWay ? `, or a first goal of 5% (${firstKg} kg)` : '';
}

/** The recommendation in words, paragraph by paragraph; the first is the answer in one sentence. */
const AIM: Record<Goal, string> = {
  lose: 'To lose weight gently',
  maintain: 'To maintain your weight',
  gain: 'To gain weight steadily',
};

export const CHECK_AGAIN = 'Check again in 4 weeks, or when your days change.';

export function explainRecommendation(
  goal: Goal,
  recommendation: Recommendation,
  facts: ServiceFacts,
): string[] {
  const { recommendedCalories, recommendedPlan, noSafeDeficit } = recommendation;
  const aim = noSafeDeficit ? 'For now' : AIM[goal];
  return [
    `${aim}, aim for about ${recommendedCalories} calories a day; we suggest the ${recommendedPlan}.`,
    mealPlanSentence(recommendedCalories, recommendation, facts),
    explainMacros(recommendation),
    ...(goal === 'maintain' ? [] : [explainTime(recommendation)]),
    CHECK_AGAIN,
  ];
}

function explainMacros({ macros: { protein, carbs, fat }, cycling }: Recommendation): string {
  const grams = `Over the day, that is about ${protein.grams} g of protein, ${carbs.grams} g of carbohydrate and ${fat.grams} g of fat.`;
  if (!cycling || cycling.trainingDayCalories === cycling.restDayCalories) return grams;
  return `${grams} On training days, have about ${cycling.trainingDayCalories} calories and on other days ${cycling.restDayCalories}; the difference is carbohydrate, and the week’s total stays the same.`;
}

function explainTime(recommendation: Recommendation): string {
  const { timelineWeeks, timeline, weeksRange, noSafeDeficit } = recommendation;
  if (noSafeDeficit) return NO_TIME;
  if (timelineWeeks === null || weeksRange === null) {
    return `At a safe pace, this takes longer than we can estimate (${timeline}). A smaller first goal is easier to plan for.`;
  }
  const [fewest, most] = weeksRange;
  const range = most === null ? `${fewest} or more` : `${fewest} to ${most}`;
  return `Expect about ${timeline}, though anything from ${range} would be normal. Changes in the first two weeks are mostly water, so judge the pace from week 3.`;
}
