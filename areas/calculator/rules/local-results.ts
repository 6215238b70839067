/** The numbers that need no recommendation: shown at once, before any call. Spec 2, 4, 9. */
import {
  ACTIVITIES,
  type CalculatorProfile,
  type Body,
  type Gender,
  type BmiCategory,
  bmiCategory,
  bodyMassIndex,
} from '#areas/calculator/rules/calculator-profile.ts';

/** Published estimates of body fat (% of weight) from body mass index, age and gender. Unclamped. */
type BodyFatFormula = (person: { gender: Gender; ageYears: number; bmi: number }) => number;

/** Gómez-Ambrosi et al. 2012, doi:10.2337/dc11-1334: 6,510 adults; standard error 4.7 points. */
export const cunBae: BodyFatFormula = ({ gender, ageYears, bmi }) => {
  const female = gender === 'female' ? 1 : 0;
  return (
    -44.988 +
    0.503 * ageYears +
    10.689 * female +
    3.172 * bmi -
    0.026 * bmi ** 2 +
    0.181 * bmi * female -
    0.02 * bmi * ageYears -
    0.005 * bmi ** 2 * female +
    0.00021 * bmi ** 2 * ageYears
  );
};

/** Deurenberg et al. 1991, doi:10.1079/BJN19910073: linear, too high in obesity. */
export const deurenberg: BodyFatFormula = ({ gender, ageYears, bmi }) =>
  1.2 * bmi + 0.23 * ageYears - (gender === 'male' ? 10.8 : 0) - 5.4;

/** Gallagher et al. 2000, doi:10.1093/ajcn/72.3.694: valid for an index up to 35. */
export const gallagher: BodyFatFormula = ({ gender, ageYears, bmi }) => {
  const male = gender === 'male' ? 1 : 0;
  return (
    64.5 - 848 / bmi + 0.079 * ageYears - 16.4 * male + 0.05 * male * ageYears + (39 * male) / bmi
  );
};

/** Jackson et al. 2002, doi:10.1038/sj.ijo.0802006, as the NIH Body Weight Planner uses it. */
export const jackson: BodyFatFormula = ({ gender, ageYears, bmi }) =>
  gender === 'male'
    ? 0.14 * ageYears + 37.31 * Math.log(bmi) - 103.94
    : 0.14 * ageYears + 39.96 * Math.log(bmi) - 102.01;

type LocalResults = {
  bmi: number;
  category: BmiCategory;
  /** kcal a day at rest. */
  bmr: number;
  /** kcal a day in total. */
  tdee: number;
  /** The true need of most people lies between these. */
  tdeeRange: [number, number];
  estimatedBodyFat: number;
  /** The body fat to show, in per cent. */
  bodyFat: { percent: number; source: 'provided' | 'estimated' };
};

/** The formulas' own error for an individual. */
const NEED_ERROR = 0.1;

/** Unrounded. */
export function localResults(profile: CalculatorProfile): LocalResults {
  const bmi = bodyMassIndex(profile);
  const bmr = restingEnergy(profile, profile.bodyFatPercent);
  const tdee = bmr * ACTIVITIES[profile.activityLevel].multiplier;
  const estimatedBodyFat = estimateBodyFat(profile);
  return {
    bmi,
    category: bmiCategory(bmi),
    bmr,
    tdee,
    tdeeRange: [tdee * (1 - NEED_ERROR), tdee * (1 + NEED_ERROR)],
    estimatedBodyFat,
    bodyFat:
      profile.bodyFatPercent === null
        ? { percent: estimatedBodyFat, source: 'estimated' }
        : { percent: profile.bodyFatPercent, source: 'provided' },
  };
}

/**
 * The body fat shown to people who don't know theirs; also the weight model's starting value. Spec 9: clamped to 5-50.
 */
const ESTIMATED_BODY_FAT = { min: 5, max: 50 };

/** For the published formulas, the closest to scans of people outside its own sample (doi:10.2147/CLEP.S145130). */
const FORMULA: BodyFatFormula = cunBae;

/** Percent of weight. */
export function estimateBodyFat(body: Body): number {
  const { gender, ageYears } = body;
  const percent = FORMULA({ gender, ageYears, bmi: bodyMassIndex(body) });
  return Math.min(ESTIMATED_BODY_FAT.max, Math.max(ESTIMATED_BODY_FAT.min, percent));
}

const GENDER_TERM: Record<Gender, number> = { male: 5, female: -161 };

/** Mifflin, St Jeor et al. 1990, doi:10.1093/ajcn/51.2.241. */
export function mifflinStJeor({ gender, ageYears, heightCm, weightKg }: Body): number {
  return 10 * weightKg + 6.25 * heightCm - 5 * ageYears + GENDER_TERM[gender];
}

/** McArdle, Katch & Katch, Exercise Physiology; the coefficients of Cunningham 1991, doi:10.1093/ajcn/54.6.963. */
export function katchMcArdle(weightKg: number, bodyFatPercent: number): number {
  return 370 + 21.6 * weightKg * (1 - bodyFatPercent / 100);
}

/**
 * Energy used at rest (BMR), in kcal a day. Spec 9: Katch-McArdle if the body fat is given, otherwise Mifflin-St Jeor.
 * `bodyFatPercent` is the customer’s own value: an estimate would only add its error.
 */
function restingEnergy(body: Body, bodyFatPercent: number | null): number {
  return bodyFatPercent === null
    ? mifflinStJeor(body)
    : katchMcArdle(body.weightKg, bodyFatPercent);
}
