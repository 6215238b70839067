/** The working of a recommendation step by step, with the customer's own numbers, so that anyone can check it. */
import { ACTIVITIES, type CalculatorProfile } from './calculator-profile.ts';
import { largestDeficit, SAFE_FLOOR } from '#areas/calculator/rules/energy/calorie-target.ts';
import { GOAL_ADJUSTMENT } from '#areas/menu/rules/meal-plan.ts';
import { localResults } from '#areas/calculator/rules/energy/local-results.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';

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
