/**
 * When a goal does not suit a body. Spec 5 and 8, in its words; the advisories about target, age and recent diets are
 * ours.
 */
import {
  bmiCategory,
  bodyMassIndex,
  HEALTHY_BMI_FROM,
  OBESE_BMI_FROM,
  OVERWEIGHT_BMI_FROM,
  weightAtBmi,
  type CalculatorProfile,
} from './calculator-profile.ts';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';

/** Goals that would harm: nothing is worked out for them. */
const HARMFUL_GOALS = [
  'underweight-lose',
  'obese-gain',
  'target-underweight',
  'target-obese',
] as const;

/** `error` blocks the calculation; `info` is shown beside its result. */
export type Advisory = { type: 'error' | 'warning' | 'info'; code: string; text: string };

type HarmfulGoal = (typeof HARMFUL_GOALS)[number];

export function isHarmful(advisory: Advisory): advisory is Advisory & { code: HarmfulGoal } {
  return advisory.type === 'error';
}

type Subject = Pick<
  CalculatorProfile,
  'ageYears' | 'heightCm' | 'weightKg' | 'goal' | 'targetWeightKg' | 'hasRecentDiet'
>;

export const MAINTENANCE_TOLERANCE_KG = 2;

/** Spec 8; null if goal and index suit each other. */
export function healthAdvisory(bmi: number, goal: Goal): Advisory | null {
  const category = bmiCategory(bmi);
  if (goal === 'lose' && category === 'underweight') {
    return {
      type: 'error',
      code: 'underweight-lose',
      text: 'You are currently underweight. Further weight loss could be harmful to your health. Please consult with a healthcare professional.',
    };
  }
  if (goal === 'gain' && category === 'obese') {
    return {
      type: 'error',
      code: 'obese-gain',
      text: 'You are currently in the obese weight range. Weight gain is not recommended and could increase health risks. Please consider weight loss goals instead.',
    };
  }
  if (goal === 'gain' && category === 'overweight') {
    return {
      type: 'warning',
      code: 'overweight-gain',
      text: 'You are currently overweight. Weight gain may increase health risks. Consider maintaining current weight or gradual weight loss instead.',
    };
  }
  return null;
}

/** Everything to say before the calculation, the spec's own first. An error among them blocks it. */
export function healthAdvisories(subject: Subject): Advisory[] {
  const bmi = bodyMassIndex(subject);
  const own = healthAdvisory(bmi, subject.goal);
  const found = [
    own,
    own?.type === 'error' ? null : targetAdvisory(subject),
    subject.hasRecentDiet && bmi < HEALTHY_BMI_FROM ? SEE_A_DOCTOR_FIRST : null,
    subject.goal === 'lose' && subject.ageYears >= 65 ? MUSCLE_AFTER_65 : null,
    own?.code === 'overweight-gain' ? BMI_AND_MUSCLE : null,
  ];
  return found.filter((advisory) => advisory !== null);
}

/** Whether the advisory card itself offers help with eating, and no language model words the answer. */
export function needsEatingSupport(subject: Subject): boolean {
  const { heightCm, targetWeightKg, hasRecentDiet } = subject;
  const isBelowHealthy = (weightKg: number) =>
    bodyMassIndex({ weightKg, heightCm }) < HEALTHY_BMI_FROM;
  return (
    hasRecentDiet ||
    isBelowHealthy(subject.weightKg) ||
    (targetWeightKg !== null && isBelowHealthy(targetWeightKg))
  );
}

function targetAdvisory(subject: Subject): Advisory | null {
  const { goal, heightCm, weightKg, targetWeightKg } = subject;
  if (targetWeightKg === null) return null;
  const targetBmi = bodyMassIndex({ weightKg: targetWeightKg, heightCm });
  if (goal === 'lose' && targetBmi < HEALTHY_BMI_FROM) {
    const lowestKg = Math.ceil(weightAtBmi(HEALTHY_BMI_FROM, heightCm) * 10) / 10;
    return {
      type: 'error',
      code: 'target-underweight',
      text: `This target is below the healthy weight range for your height. The nearest healthy weight is ${lowestKg} kg. Please choose a target of that or more, or talk to your GP.`,
    };
  }
  if (goal === 'gain' && targetBmi > OBESE_BMI_FROM) {
    const highestKg = (Math.ceil(weightAtBmi(OVERWEIGHT_BMI_FROM, heightCm) * 10) - 1) / 10;
    const advice =
      highestKg > weightKg
        ? `The nearest healthy weight is ${highestKg} kg. Please choose a target of that or less, or talk to your GP.`
        : 'Please consider maintaining your weight instead, or talk to your GP.';
    return {
      type: 'error',
      code: 'target-obese',
      text: `This target is in the obese weight range for your height. ${advice}`,
    };
  }
  const distanceKg = Math.round(Math.abs(targetWeightKg - weightKg) * 1000) / 1000;
  if (goal === 'maintain' && distanceKg > MAINTENANCE_TOLERANCE_KG) {
    return {
      type: 'warning',
      code: 'maintenance-target',
      text: 'For maintenance, target weight should be within 2kg of current weight',
    };
  }
  return null;
}

/** Eating more after eating too little can itself be dangerous (refeeding). */
const SEE_A_DOCTOR_FIRST: Advisory = {
  type: 'warning',
  code: 'recent-diet-underweight',
  text: 'Please see your GP before changing how much you eat.',
};

const MUSCLE_AFTER_65: Advisory = {
  type: 'warning',
  code: 'lose-after-65',
  text: 'Losing weight after 65 can mean losing muscle. Please talk to your GP first.',
};

const BMI_AND_MUSCLE: Advisory = {
  type: 'info',
  code: 'bmi-and-muscle',
  text: 'BMI does not account for muscle: if you are muscular, it may say overweight when you are not.',
};

/**
 * What the calculator always says, in fixed words: whom it is not for, what it is not, and where to find help. Ours.
 */

export const ADULTS_ONLY =
  'This calculator is for adults. If you are under 18, please talk to a parent, your GP or an Accredited Practising Dietitian.';

/** Above the form. */
export const NOT_FOR_EVERYONE =
  'Not for use if you are pregnant or breastfeeding, have an eating disorder, diabetes treated with insulin or kidney disease, or have had weight-loss surgery. Please ask your GP or dietitian.';

/** Beside the numbers. */
export const ESTIMATE_ONLY =
  'An estimate from published formulas for healthy adults. It is not medical advice. Your needs may differ by 10% or more.';

/** At the foot of the page; in the advisory card if `needsEatingSupport` says so. */
export const EATING_SUPPORT =
  'If you are worried about food or your body, Butterfly can help: 1800 33 4673 (1800 ED HOPE), 8am to midnight, 7 days.';

export const MORE_SUPPORT =
  'Lifeline 13 11 14. Health advice from healthdirect 1800 022 222. In an emergency call 000.';

/** Beside an estimated body fat; 9 points are two standard errors of the formula. */
export const ESTIMATED_BODY_FAT_NOTE =
  'Estimated, plus or minus about 9 points; less accurate for muscular people.';

/** Beside the BMI. */
export const BMI_NOTE =
  'BMI does not account for muscle. For people of Asian background, health risks can rise from a BMI of 23.';
