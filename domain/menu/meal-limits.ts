/**
 * The limits of a meal's fields. The staff form shows these messages and the database checks the same ranges. Ours;
 * spec 5 sets no limits.
 */
import { isPlainDate } from '#domain/calendar/plain-date.ts';
import { formatDollars } from '#domain/money.ts';
import type { MealFacts } from './meal.ts';

type NumberLimit = {
  label: string;
  min: number;
  max: number;
  unit: 'Cal' | 'g' | 'mg' | 'min' | 'days' | 'cents';
  decimals: 0 | 1;
};

/**
 * Chilled ready-to-eat food kept for no more than 5 days counts as not supporting the growth of Listeria (Food
 * Standards Code 1.6.1).
 */
const MAX_SHELF_LIFE_DAYS = 5;

export const MEAL_NUMBER_LIMITS = {
  calories: { label: 'Calories', min: 1, max: 2000, unit: 'Cal', decimals: 0 },
  proteinGrams: { label: 'Protein', min: 0, max: 200, unit: 'g', decimals: 0 },
  carbsGrams: { label: 'Carbs', min: 0, max: 300, unit: 'g', decimals: 0 },
  fatGrams: { label: 'Fat', min: 0, max: 200, unit: 'g', decimals: 0 },
  saturatedFatGrams: { label: 'Saturated fat', min: 0, max: 200, unit: 'g', decimals: 1 },
  sugarsGrams: { label: 'Sugars', min: 0, max: 300, unit: 'g', decimals: 1 },
  sodiumMg: { label: 'Sodium', min: 0, max: 5000, unit: 'mg', decimals: 0 },
  servingGrams: { label: 'Serving size', min: 50, max: 1500, unit: 'g', decimals: 0 },
  priceCents: { label: 'Price', min: 100, max: 10_000, unit: 'cents', decimals: 0 },
  prepMinutes: { label: 'Prep time', min: 0, max: 120, unit: 'min', decimals: 0 },
  shelfLifeDays: {
    label: 'Shelf life',
    min: 1,
    max: MAX_SHELF_LIFE_DAYS,
    unit: 'days',
    decimals: 0,
  },
} as const satisfies Record<string, NumberLimit>;

export const MEAL_TEXT_LIMITS = {
  name: { label: 'Name', maxLength: 80 },
  description: { label: 'Description', maxLength: 600 },
  ingredients: { label: 'Ingredients', maxLength: 3000 },
  storageText: { label: 'Storage', maxLength: 400 },
  heatingText: { label: 'Heating', maxLength: 600 },
} as const;

/** A label must not say both. */
const FORBIDS_FREEZING = /not suitable for freezing|(?:do not|don't|never) freeze/i;

const DATE_LABELS = { availableFrom: 'Available from', availableTo: 'Available to' } as const;

export type MealProblem = { field: keyof MealFacts; message: string };

type NumberField = keyof typeof MEAL_NUMBER_LIMITS;
type TextField = keyof typeof MEAL_TEXT_LIMITS;
type DateField = keyof typeof DATE_LABELS;

// The tables above have exactly these keys, but Object.keys types them as strings.
const NUMBER_FIELDS = Object.keys(MEAL_NUMBER_LIMITS) as NumberField[];
const TEXT_FIELDS = Object.keys(MEAL_TEXT_LIMITS) as TextField[];
const DATE_FIELDS = Object.keys(DATE_LABELS) as DateField[];

/** Everything wrong with a meal, one problem a field; empty if it can be saved. */
export function checkMeal(meal: MealFacts): MealProblem[] {
  const wrongAlone = [
    ...TEXT_FIELDS.flatMap((field) => checkText(field, meal[field])),
    ...NUMBER_FIELDS.flatMap((field) => checkNumber(field, meal[field])),
    ...DATE_FIELDS.flatMap((field) => checkDate(field, meal[field])),
  ];
  const fieldsWrongAlone = new Set(wrongAlone.map((problem) => problem.field));
  const wrongTogether = checkTogether(meal).filter(
    (problem) => !fieldsWrongAlone.has(problem.field),
  );
  return [...wrongAlone, ...wrongTogether];
}

function checkText(field: TextField, text: string): MealProblem[] {
  const { label, maxLength } = MEAL_TEXT_LIMITS[field];
  if (field === 'name' && text.trim() === '') return [{ field, message: 'Name is missing.' }];
  if (text.length <= maxLength) return [];
  return [{ field, message: `${label} must be ${maxLength} characters or fewer.` }];
}

function checkNumber(field: NumberField, value: number | null): MealProblem[] {
  const limit: NumberLimit = MEAL_NUMBER_LIMITS[field];
  if (value === null) return [];
  const isPreciseEnough = Number(value.toFixed(limit.decimals)) === value;
  if (isPreciseEnough && value >= limit.min && value <= limit.max) return [];
  return [{ field, message: rangeMessage(limit) }];
}

function rangeMessage({ label, min, max, unit, decimals }: NumberLimit): string {
  if (unit === 'cents')
    return `${label} must be from ${formatDollars(min)} to ${formatDollars(max)}.`;
  const kind = decimals === 0 ? 'a whole number' : 'a number with at most one decimal';
  return `${label} must be ${kind} from ${min} to ${max} ${unit}.`;
}

function checkDate(field: DateField, date: string | null): MealProblem[] {
  if (date === null || isPlainDate(date)) return [];
  return [{ field, message: `${DATE_LABELS[field]} must be a real date.` }];
}

function checkTogether(meal: MealFacts): MealProblem[] {
  const problems: MealProblem[] = [];
  if (meal.saturatedFatGrams !== null && meal.saturatedFatGrams > meal.fatGrams) {
    problems.push({
      field: 'saturatedFatGrams',
      message: 'Saturated fat cannot be more than the fat it is part of.',
    });
  }
  if (meal.sugarsGrams !== null && meal.sugarsGrams > meal.carbsGrams) {
    problems.push({
      field: 'sugarsGrams',
      message: 'Sugars cannot be more than the carbs they are part of.',
    });
  }
  const macroGrams = meal.proteinGrams + meal.carbsGrams + meal.fatGrams;
  if (meal.servingGrams !== null && macroGrams > meal.servingGrams) {
    problems.push({
      field: 'servingGrams',
      message: 'Serving size cannot be less than its protein, carbs and fat together.',
    });
  }
  if (
    meal.availableFrom !== null &&
    meal.availableTo !== null &&
    meal.availableTo < meal.availableFrom
  ) {
    problems.push({
      field: 'availableTo',
      message: 'Available to cannot be before available from.',
    });
  }
  if (meal.freezable === true && FORBIDS_FREEZING.test(meal.storageText)) {
    problems.push({
      field: 'freezable',
      message: 'The storage text says that this meal must not be frozen.',
    });
  }
  return problems;
}
