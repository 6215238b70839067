/** The timeline alignment card: whether the chosen pace fits, and what to do if not. Spec 2, 5; wording ours. */
import type { CalculatorProfile } from './calculator-profile.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import {
  isTimelineRealistic,
  type Pace,
  paceWeeks,
  statedWeeks,
} from '#areas/calculator/rules/energy/timeline.ts';
import {
  LONGEST_WEEKS,
  projectedWeight,
} from '#areas/calculator/rules/energy/weight-projection.ts';

export type TimelineAdvice = { isRealistic: boolean; text: string };

type Stated = Pick<
  Recommendation,
  'recommendedCalories' | 'timeline' | 'timelineWeeks' | 'weeksRange'
>;

const FIRST_GOAL_SHARE = 0.05;

/** Null if there is no card: for maintenance, and if no weeks are stated. */
export function timelineAdvice(
  profile: CalculatorProfile,
  recommendation: Stated,
  pace: Pace,
): TimelineAdvice | null {
  if (profile.goal === 'maintain') return null;
  const weeks = statedWeeks(recommendation);
  const isRealistic = isTimelineRealistic(pace, weeks);
  if (isRealistic === null) return null;
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
