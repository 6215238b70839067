/** The working of a recommendation step by step, with the customer's own numbers, so that anyone can check it. */
import { ACTIVITIES, type CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { largestDeficit, SAFE_FLOOR } from '#areas/calculator/rules/calorie-target.ts';
import { GOAL_ADJUSTMENT } from '#areas/menu/rules/meal-plan.ts';
import { localResults } from './local-results.ts';
import type { Recommendation } from './recommendation.ts';

export type WorkingStep = { what: string; how: string };

type Result = Pick<Recommendation, 'recommendedCalories' | 'adaptation' | 'floorApplied'>;

/** `adjustment`: the manual change in kcal a day that is part of the result. */
export function showWorking(
  profile: CalculatorProfile,
  result: Result,
  adjustment = 0,
): WorkingStep[] {
  const { bmr, tdee } = localResults(profile);
  const { label, multiplier } = ACTIVITIES[profile.activityLevel];
  return [
    { what: 'Energy at rest (BMR)', how: `${restingWorking(profile)} = ${count(bmr)}` },
    {
      what: 'Energy for the whole day (TDEE)',
      how: `${count(bmr)} × ${multiplier} (${label}) = ${count(tdee)}`,
    },
    ...(result.adaptation > 0
      ? [
          {
            what: 'Saved by your body after a strict diet',
            how: `${count(tdee)} − ${result.adaptation} = ${count(tdee - result.adaptation)}`,
          },
        ]
      : []),
    { what: 'Calories a day for your goal', how: goalWorking(profile, result, adjustment) },
  ];
}

function restingWorking({
  gender,
  ageYears,
  heightCm,
  weightKg,
  bodyFatPercent,
}: CalculatorProfile) {
  if (bodyFatPercent !== null) {
    return `Katch-McArdle: 370 + 21.6 × ${weightKg} kg × (1 − ${bodyFatPercent}%)`;
  }
  const last = gender === 'male' ? '+ 5' : '− 161';
  return `Mifflin-St Jeor: 10 × ${weightKg} kg + 6.25 × ${heightCm} cm − 5 × ${ageYears} years ${last}`;
}

function goalWorking(profile: CalculatorProfile, result: Result, adjustment: number): string {
  const { recommendedCalories, adaptation, floorApplied } = result;
  const need = localResults(profile).tdee - adaptation;
  const byHand = adjustment === 0 ? '' : `, adjusted by ${signed(adjustment)}`;
  if (floorApplied) {
    return `not below ${count(SAFE_FLOOR[profile.gender])}, the minimum without medical care${byHand} = ${count(recommendedCalories)}`;
  }
  const forGoal = profile.goal === 'maintain' ? '' : ` ${signed(goalChange(profile))}`;
  return `${count(need)}${forGoal}, to the nearest 10${byHand} = ${count(recommendedCalories)}`;
}

function goalChange(profile: CalculatorProfile): number {
  return profile.goal === 'lose' ? -largestDeficit(profile) : GOAL_ADJUSTMENT[profile.goal];
}

function signed(change: number): string {
  return change < 0 ? `− ${count(-change)}` : `+ ${count(change)}`;
}

function count(calories: number): string {
  return Math.round(calories).toLocaleString('en-AU');
}

/** Sources of the calculator's formulas, for those who want to check them. */

type NutritionSource = { subject: string; formula: string; citation: string; url: string };

export const NUTRITION_SOURCES: readonly NutritionSource[] = [
  {
    subject: 'Energy at rest (BMR)',
    formula: '10 × kg + 6.25 × cm − 5 × years + 5 (men) or − 161 (women)',
    citation: 'Mifflin, St Jeor et al. 1990',
    url: 'https://doi.org/10.1093/ajcn/51.2.241',
  },
  {
    subject: 'Energy at rest, when you know your body fat',
    formula: '370 + 21.6 × kg lean mass',
    citation: 'McArdle, Katch & Katch; as Cunningham 1991',
    url: 'https://doi.org/10.1093/ajcn/54.6.963',
  },
  {
    subject: 'Energy for the whole day (TDEE)',
    formula: 'BMR × 1.2, 1.375, 1.55, 1.725 or 1.9',
    citation: 'A convention; measured ranges in FAO/WHO/UNU 2001',
    url: 'https://www.fao.org/4/y5686e/',
  },
  {
    subject: 'Estimated body fat',
    formula: 'CUN-BAE, from BMI, age and gender',
    citation: 'Gómez-Ambrosi et al. 2012',
    url: 'https://doi.org/10.2337/dc11-1334',
  },
  {
    subject: 'Calories for a goal',
    formula: '500 less or more; not below 1200 (women) or 1500 (men)',
    citation: 'AHA/ACC/TOS guideline 2013',
    url: 'https://doi.org/10.1161/01.cir.0000437739.71477.ee',
  },
  {
    subject: 'After a strict diet',
    formula: '14% of the change, at most 250; and half the usual deficit',
    citation: 'Hall et al. 2011; Martins et al. 2020',
    url: 'https://doi.org/10.1093/ajcn/nqaa220',
  },
  {
    subject: 'Protein, carbohydrate and fat',
    formula: 'protein 1.2 to 1.6 g/kg; at least 45% carbohydrate',
    citation: 'NHMRC nutrient reference values; ISSN 2017',
    url: 'https://doi.org/10.1186/s12970-017-0177-8',
  },
  {
    subject: 'Weeks and weight curve',
    formula: 'the dynamic model of the NIH Body Weight Planner, day by day',
    citation: 'Hall et al. 2011',
    url: 'https://doi.org/10.1016/S0140-6736(11)60812-X',
  },
];
