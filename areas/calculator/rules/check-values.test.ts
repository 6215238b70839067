/**
 * Every rule against the check values in check-values.json: published, worked by hand, or computed twice independently.
 */
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import {
  ACTIVITIES,
  type Body,
  type CalculatorProfile,
  bmiCategory,
  bodyMassIndex,
  weightAtBmi,
} from './calculator-profile.ts';
import {
  estimateBodyFat,
  cunBae,
  deurenberg,
  gallagher,
  jackson,
  localResults,
  katchMcArdle,
  mifflinStJeor,
} from './local-results.ts';
import { cycleCalories, buildRecommendation } from './recommendation.ts';
import {
  calorieTarget,
  recentDietAdaptation,
  SAFE_FLOOR,
  KCAL_PER_GRAM,
  macroTargets,
} from './calorie-target.ts';
import checkValues from './check-values.json' with { type: 'json' };
import { healthAdvisory } from './health-advisory.ts';
import { chooseMealPlan } from '#areas/menu/rules/meal-plan.ts';
import {
  isTimelineRealistic,
  bodyWeight,
  caloriesToKeep,
  stateAfter,
  type WeightModel,
  weightModel,
  projectedWeight,
} from './weight-projection.ts';

const PLANS = [1200, 1500, 1800];

/** Energy at rest with the unrounded coefficients, as in the NIH Body Weight Planner. */
function plannersMifflin(body: Body): number {
  const { gender, ageYears, heightCm, weightKg } = body;
  return 9.99 * weightKg + 6.25 * heightCm - 4.92 * ageYears + (gender === 'male' ? 5 : -161);
}

type Given = Body & {
  bmi: number;
  bodyFatPercent: number;
  bmr: number;
  activityLevel: CalculatorProfile['activityLevel'];
};

const FORMULAS: Record<string, (given: Given) => number> = {
  mifflinStJeor,
  mifflinStJeorUnsimplified: plannersMifflin,
  katchMcArdle: ({ weightKg, bodyFatPercent }) => katchMcArdle(weightKg, bodyFatPercent),
  tdee: ({ bmr, activityLevel }) => bmr * ACTIVITIES[activityLevel].multiplier,
  cunBae,
  deurenberg,
  gallagher,
  jackson,
  estimateBodyFat: ({ gender, ageYears, bmi }) =>
    estimateBodyFat({ gender, ageYears, heightCm: 170, weightKg: weightAtBmi(bmi, 170) }),
};

test.each(checkValues.formulas)('$formula of $given is $expected', (check) => {
  // For each formula, the file has the inputs it needs.
  const value = FORMULAS[check.formula]!(check.given as Partial<Given> as Given);
  expectWithin(value, check.expected, check.tolerance);
});

test.each(checkValues.bodyMassIndex)('$weightKg kg at $heightCm cm: $bmi, $category', (check) => {
  const bmi = bodyMassIndex(check);
  expectWithin(bmi, check.bmi, check.tolerance);
  expect(bmiCategory(bmi)).toBe(check.category);
});

describe('the weight model', () => {
  /** As the planner starts it, which published these answers. */
  function plannersModel(person: Body & { activityMultiplier: number }): WeightModel {
    const bmi = bodyMassIndex(person);
    return weightModel({
      ...person,
      bodyFatPercent: jackson({ ...person, bmi }),
      restingCalories: plannersMifflin(person),
      adaptation: 0,
    });
  }

  function caloriesToReach(model: WeightModel, targetKg: number, days: number): number {
    let [low, high] = [500, 5000];
    while (high - low > 0.01) {
      const middle = (low + high) / 2;
      if (bodyWeight(stateAfter(model, middle, days)) < targetKg) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }

  test.each(checkValues.weightModel.calories)(
    'to $question $targetKg kg: $expected kcal',
    (check) => {
      const model = plannersModel(check.person as Body & { activityMultiplier: number });
      const reaching = caloriesToReach(model, check.targetKg, check.days);
      const answers: Record<string, number> = {
        maintain: caloriesToKeep(model, model.start),
        reach: reaching,
        keep: caloriesToKeep(model, stateAfter(model, reaching, check.days)),
      };
      expectWithin(answers[check.question]!, check.expected, check.tolerance);
    },
  );

  test.each(checkValues.weightModel.weights)('on $calories kcal: $kgByDay', (check) => {
    const person = check.person as Body & { activityMultiplier: number };
    const model = weightModel({
      ...person,
      bodyFatPercent: estimateBodyFat(person),
      restingCalories: mifflinStJeor(person),
      adaptation: 0,
    });
    for (const [day, kg] of Object.entries(check.kgByDay)) {
      const weight = bodyWeight(stateAfter(model, check.calories, Number(day)));
      expectWithin(weight, kg, check.tolerance);
    }
  });
});

type MacroInput = Omit<Parameters<typeof macroTargets>[0], 'body'>;

test.each(checkValues.macros)('macros of $calories kcal to $goal at $weightKg kg', (check) => {
  const body = check as Body;
  const { calories, goal, activityLevel } = check as MacroInput;
  const macros = macroTargets({ calories, body, goal, activityLevel });
  expect(macros).toEqual(check.expected);
  const { protein, carbs, fat } = macros;
  const kcal =
    (protein.grams + carbs.grams) * KCAL_PER_GRAM.protein + fat.grams * KCAL_PER_GRAM.fat;
  expect(kcal).toBe(check.kcalFromGrams);
});

test.each(checkValues.adaptation)('a strict diet saves $expected of $tdee kcal', (check) => {
  expect(recentDietAdaptation(check.tdee, true)).toBeCloseTo(check.expected, 6);
  expect(recentDietAdaptation(check.tdee, false)).toBe(0);
});

test.each(checkValues.target)('target for $given', ({ given, expected }) => {
  expect(calorieTarget(given as Parameters<typeof calorieTarget>[0])).toEqual(expected);
});

test.each(checkValues.plan)('plan for $calories kcal to $goal', ({ calories, goal, expected }) => {
  expect(chooseMealPlan(calories, goal as CalculatorProfile['goal'], PLANS)).toEqual(expected);
});

test.each(checkValues.cycling)('$calories kcal with $trainingDays training days', (check) => {
  const floor = SAFE_FLOOR[check.gender as Body['gender']];
  const { trainingDayCalories, restDayCalories } = check;
  expect(cycleCalories({ ...check, floor })).toEqual({ trainingDayCalories, restDayCalories });
});

test.each(checkValues.timeline)('$pace for $weeks weeks: $isRealistic', (check) => {
  const { pace, weeks, isRealistic } = check;
  expect(isTimelineRealistic(pace as Parameters<typeof isTimelineRealistic>[0], weeks)).toBe(
    isRealistic,
  );
});

test.each(checkValues.advisory)('a BMI of $bmi that wants to $goal: $expected', (check) => {
  const advisory = healthAdvisory(check.bmi, check.goal as CalculatorProfile['goal']);
  expect(advisory && `${advisory.type}:${advisory.code}`).toBe(check.expected);
});

test.each(checkValues.recommendation)('the whole way: $profile', (check) => {
  const profile = {
    bodyFatPercent: null,
    targetWeightKg: null,
    hasRecentDiet: false,
    trainingDays: null,
    ...check.profile,
  } as CalculatorProfile;
  const { category, ...expected } = check.figures;
  const results = localResults(profile);
  expect(results.category).toBe(category);
  expectWithin(results.bmi, expected.bmi, 0.01);
  expectWithin(results.estimatedBodyFat, expected.estimatedBodyFat, 0.1);
  expectWithin(results.bmr, expected.bmr, 0.01);
  expectWithin(results.tdee, expected.tdee, 0.01);
  const recommendation = buildRecommendation(profile, defaultBusiness);
  expect(recommendation).toMatchObject(check.recommendation);
  for (const [week, kg] of Object.entries(check.kgByWeek)) {
    const calories = recommendation.recommendedCalories;
    expectWithin(projectedWeight(profile, calories, 7 * Number(week)), kg, 0.1);
  }
});

function expectWithin(value: number, expected: number, tolerance: number): void {
  expect(Math.abs(value - expected), `${value} for ${expected}`).toBeLessThanOrEqual(
    tolerance + 1e-9,
  );
}
