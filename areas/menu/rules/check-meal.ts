/**
 * Checks a meal against the limits of its fields. The staff form shows these messages and the database checks the same
 * ranges. Joined with the limits of portions, all that checks a meal's text would be in the first load of /order.
 */
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import {
  MEAL_FIELDS,
  type MealWithRecipe,
  type MealField,
  type MealNutrition,
  type FieldOfType,
  fieldsOfType,
  rowOf,
} from './meal-fields.ts';

/** A label must not say both. */
const FORBIDS_FREEZING = /not suitable for freezing|(?:do not|don't|never) freeze/i;

type MealProblem = { field: MealField; message: string };

type NumberField = FieldOfType<'number' | 'price'>;

const TEXT_FIELDS = fieldsOfType('text');
/** Nutrition first: of several problems, a refusal's message tells the first. */
const NUMBER_FIELDS = fieldsOfType('number', 'price').toSorted(
  (a, b) => Number(isNutrition(b)) - Number(isNutrition(a)),
);
const DATE_FIELDS = fieldsOfType('date');

/** Everything wrong with a meal, one problem a field; empty if it can be saved. */
export function checkMeal(meal: MealWithRecipe): MealProblem[] {
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

function isNutrition(field: MealField): boolean {
  return rowOf(field).group === 'nutrition';
}

function checkText(field: FieldOfType<'text'>, text: string): MealProblem[] {
  const {
    names: { label },
    value: { maxLength },
  } = MEAL_FIELDS[field];
  if (field === 'name' && text.trim() === '') return [{ field, message: 'Name is missing.' }];
  if (text.length <= maxLength) return [];
  return [{ field, message: `${label} must be ${maxLength} characters or fewer.` }];
}

function checkNumber(field: NumberField, value: number | null): MealProblem[] {
  const { value: limit } = MEAL_FIELDS[field];
  if (value === null) return [];
  const decimals = limit.type === 'price' ? 0 : limit.decimals;
  const isPreciseEnough = Number(value.toFixed(decimals)) === value;
  if (isPreciseEnough && value >= limit.min && value <= limit.max) return [];
  return [{ field, message: rangeMessage(field) }];
}

function rangeMessage(field: NumberField): string {
  const {
    names: { label },
    value: limit,
  } = MEAL_FIELDS[field];
  const { min, max } = limit;
  if (limit.type === 'price')
    return `${label} must be from ${formatDollars(min)} to ${formatDollars(max)}.`;
  const kind = limit.decimals === 0 ? 'a whole number' : 'a number with at most one decimal';
  const unit = limit.unit === null ? '' : ` ${limit.unit}`;
  return `${label} must be ${kind} from ${min} to ${max}${unit}.`;
}

function checkDate(field: FieldOfType<'date'>, date: string | null): MealProblem[] {
  if (date === null || isPlainDate(date)) return [];
  return [{ field, message: `${MEAL_FIELDS[field].names.label} must be a real date.` }];
}

function checkTogether(meal: MealWithRecipe): MealProblem[] {
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
  // A draft may be at odds with itself; what customers see may not.
  if (meal.isActive) problems.push(...mealAtOdds(meal));
  if (meal.isActive && hasNoNutrition(meal))
    problems.push({ field: 'calories', message: 'Enter the nutrition of one serving first.' });
  if (meal.freezable === true && FORBIDS_FREEZING.test(meal.storageText)) {
    problems.push({
      field: 'freezable',
      message: 'The storage text says that this meal must not be frozen.',
    });
  }
  return problems;
}

/**
 * What stands in a meal whose nutrition nobody has entered: a file of another shop has none. No food is like this, so that it is
 * told apart, and a meal with it cannot be switched on.
 */
export const NO_NUTRITION = { calories: 1, proteinGrams: 0, carbsGrams: 0, fatGrams: 0 } as const;

export function hasNoNutrition(meal: Pick<MealNutrition, keyof typeof NO_NUTRITION>): boolean {
  const { calories, proteinGrams, carbsGrams, fatGrams } = meal;
  return (
    calories === NO_NUTRITION.calories && proteinGrams === 0 && carbsGrams === 0 && fatGrams === 0
  );
}
