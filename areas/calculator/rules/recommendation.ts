/** The recommendation: the same input always gives the same answer. Spec 3, 7 (its fields first), then ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import {
  calorieTarget,
  SAFE_FLOOR,
  type CalorieTarget,
  type MacroTargets,
  macroTargets,
} from '#areas/calculator/rules/calorie-target.ts';
import { type Advisory, healthAdvisories } from '#areas/calculator/rules/health-advisory.ts';
import { localResults } from './local-results.ts';
import { chooseMealPlan, type MealPlan, mealPlanName } from '#areas/menu/rules/meal-plan.ts';
import { roundDecimals, roundTo } from '#areas/calculator/rules/imperial-units.ts';
import {
  LONGEST_WEEKS,
  type WeeksToTarget,
  weeksToTarget,
} from '#areas/calculator/rules/weight-projection.ts';

export type Recommendation = {
  recommendedCalories: number;
  /** "1200 Calorie Plan". */
  recommendedPlan: string;
  /** "32 weeks", "104+ weeks", or text without a number if there is nothing to estimate. */
  timeline: string;
  /** kg, signed; 0 when maintaining, null if the weeks are. */
  weeklyWeightChange: number | null;
  macros: MacroTargets;
} & MealPlan & {
    timelineWeeks: number | null;
    /** Fewest and most weeks; the most is null if over two years. */
    weeksRange: [number, number | null] | null;
    floorApplied: boolean;
    noSafeDeficit: boolean;
    /** kcal a day that the body still saves after a recent strict diet. */
    adaptation: number;
    /** Null: all days alike. */
    cycling: CyclingDays | null;
    advisories: Advisory[];
  };

export type PlanFacts = Pick<BusinessFacts, 'caloriePlans' | 'services'>;

/**
 * For a profile without an advisory of type error. `adjustment`: manual change in kcal a day,
 * within `adjustmentRange`; the floor applies in any case.
 */
export function buildRecommendation(
  profile: CalculatorProfile,
  { caloriePlans, services }: PlanFacts,
  adjustment = 0,
): Recommendation {
  const { goal, gender, trainingDays } = profile;
  const floor = SAFE_FLOOR[gender];
  const target = calorieTarget({ ...profile, tdee: localResults(profile).tdee });
  const calories = Math.max(floor, target.recommendedCalories + adjustment);
  const plan = chooseMealPlan(calories, goal, caloriePlans, services.length);
  const { weeks, range } = weeksFor(profile, calories, target.noSafeDeficit);
  return {
    recommendedCalories: calories,
    recommendedPlan: mealPlanName(plan.planCalories),
    timeline: describeTimeline(profile, weeks, target.noSafeDeficit),
    weeklyWeightChange: weeklyChange(profile, weeks),
    macros: macroTargets({ ...profile, body: profile, calories }),
    ...plan,
    timelineWeeks: weeks,
    weeksRange: range,
    floorApplied: target.floorApplied,
    noSafeDeficit: target.noSafeDeficit,
    adaptation: Math.round(target.adaptation),
    cycling: trainingDays === null ? null : cycleCalories({ calories, trainingDays, floor }),
    advisories: [...healthAdvisories(profile), ...resultAdvisories(profile, target)],
  };
}

function weeksFor(
  profile: CalculatorProfile,
  calories: number,
  noSafeDeficit: boolean,
): WeeksToTarget {
  const { goal, targetWeightKg } = profile;
  if (goal === 'maintain' || targetWeightKg === null || noSafeDeficit) {
    return { weeks: null, range: null };
  }
  return weeksToTarget(profile, calories, targetWeightKg);
}

function describeTimeline(
  { goal, targetWeightKg }: CalculatorProfile,
  weeks: number | null,
  noSafeDeficit: boolean,
): string {
  if (weeks !== null) return weeks === 1 ? '1 week' : `${weeks} weeks`;
  if (goal === 'maintain') return 'Ongoing';
  if (targetWeightKg === null || noSafeDeficit) return 'Not estimated';
  return `${LONGEST_WEEKS}+ weeks`;
}

function weeklyChange(
  { goal, weightKg, targetWeightKg }: CalculatorProfile,
  weeks: number | null,
): number | null {
  if (goal === 'maintain') return 0;
  if (weeks === null || targetWeightKg === null) return null;
  return roundDecimals((targetWeightKg - weightKg) / weeks, 2);
}

/** Notes on a recommendation that the safe floor or a recent diet has changed. Ours. */
function resultAdvisories(
  { goal, gender, hasRecentDiet }: CalculatorProfile,
  { floorApplied, noSafeDeficit }: CalorieTarget,
): Advisory[] {
  const advisories: Advisory[] = [];
  const floorRule = `We do not recommend less than ${SAFE_FLOOR[gender]} a day without medical care`;
  if (noSafeDeficit) {
    advisories.push({
      type: 'warning',
      code: 'no-safe-deficit',
      text: 'Eating less cannot safely create an energy gap for your body; moving more can. Please see a dietitian.',
    });
  } else if (floorApplied) {
    const text = goal === 'lose' ? `${floorRule}, so your pace is gentler.` : `${floorRule}.`;
    advisories.push({ type: 'info', code: 'floor-applied', text });
  }
  if (hasRecentDiet) {
    advisories.push({
      type: 'info',
      code: 'recent-diet',
      text: 'After a strict diet your body uses less energy for a while, and we allow for that. Please recalculate in 4 weeks.',
    });
  }
  return advisories;
}

/**
 * More on training days, less on the others, the same over the week. Ours: offered for comfort and training; no
 * reliable gain over equal days (doi:10.3390/jfmk5010019).
 */
type CyclingDays = { trainingDayCalories: number; restDayCalories: number };

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

/** Which meals on the menu, one of each service, come closest to what a day's meals should provide. Ours. */

export type PairMeal = { id: number; calories: number; protein: number };
export type MealPair<Meal extends PairMeal> = {
  /** One of each service, in the sequence of a day. */
  meals: readonly Meal[];
  /** kcal of them all. */
  calories: number;
};

/** A pair within this share of the target is said to fit. */
const CLOSE_SHARE = 0.1;

/**
 * The pairs closest to `serviceKcal`, closest first, then by protein. No meal is in two pairs while others are left.
 */
export function chooseMealPairs<Meal extends PairMeal>(
  /** The meals of each service. */
  menu: readonly (readonly Meal[])[],
  serviceKcal: number,
  count: number,
): MealPair<Meal>[] {
  const ranked = menu
    .reduce<Meal[][]>(
      (days, meals) => days.flatMap((day) => meals.map((meal) => [...day, meal])),
      [[]],
    )
    .filter((meals) => meals.length > 0)
    .map((meals) => ({ meals, calories: sumOf(meals, 'calories') }))
    .toSorted(
      (a, b) =>
        Math.abs(a.calories - serviceKcal) - Math.abs(b.calories - serviceKcal) ||
        sumOf(b.meals, 'protein') - sumOf(a.meals, 'protein') ||
        idsBefore(a.meals, b.meals),
    );
  const chosen: MealPair<Meal>[] = [];
  for (const pair of ranked) {
    const isFresh = chosen.every((other) =>
      other.meals.every((meal) => !pair.meals.includes(meal)),
    );
    if (isFresh && chosen.length < count) chosen.push(pair);
  }
  const repeats = ranked.filter((pair) => !chosen.includes(pair));
  return [...chosen, ...repeats.slice(0, count - chosen.length)];
}

export function isPairClose(pair: { calories: number }, serviceKcal: number): boolean {
  return Math.abs(pair.calories - serviceKcal) <= CLOSE_SHARE * serviceKcal;
}

function sumOf(meals: readonly PairMeal[], number: 'calories' | 'protein'): number {
  return meals.reduce((sum, meal) => sum + meal[number], 0);
}

function idsBefore(a: readonly PairMeal[], b: readonly PairMeal[]): number {
  const at = a.findIndex(({ id }, index) => id !== b[index]?.id);
  return (a[at]?.id ?? 0) - (b[at]?.id ?? 0);
}
