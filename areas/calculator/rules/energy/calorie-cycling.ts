/**
 * More on training days, less on the others, the same over the week. Ours: offered for comfort and training; no
 * reliable gain over equal days (doi:10.3390/jfmk5010019).
 */
import { roundTo } from '#areas/calculator/rules/rounding.ts';

export type CyclingDays = { trainingDayCalories: number; restDayCalories: number };

const LARGEST_SHARE = 0.2;
const LARGEST_KCAL = 400;
/** A smaller difference is not worth planning for. */
const SMALLEST_KCAL = 50;

/**
 * kcal for a training day and for a rest day; equal if cycling makes no difference. The week's mean stays within 1 kcal
 * of `calories`, and no rest day falls below `floor`.
 */
export function cycleCalories(input: {
  calories: number;
  trainingDays: number;
  floor: number;
}): CyclingDays {
  const { calories, trainingDays, floor } = input;
  const equalDays = { trainingDayCalories: calories, restDayCalories: calories };
  const restDays = 7 - trainingDays;
  if (trainingDays === 0 || restDays === 0) return equalDays;
  const difference = Math.min(
    LARGEST_SHARE * calories,
    LARGEST_KCAL,
    ((calories - floor) * 7) / trainingDays,
  );
  if (difference < SMALLEST_KCAL) return equalDays;
  let trainingDayCalories = roundTo(calories + (difference * restDays) / 7, 10);
  let restDayCalories = restFor(trainingDayCalories);
  while (restDayCalories < floor) {
    trainingDayCalories -= 10;
    restDayCalories = restFor(trainingDayCalories);
  }
  return { trainingDayCalories, restDayCalories };

  function restFor(training: number): number {
    return Math.round((7 * calories - trainingDays * training) / restDays);
  }
}
