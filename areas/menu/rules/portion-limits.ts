/** How many portions of a meal may be sold for a day, or for an ordering week. Ours. */
import { type PlainDate, isPlainDate } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { hasNoNutrition } from '#areas/menu/rules/no-nutrition.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { MEAL_FIELDS, type MealWithRecipe, type MealField } from './meal-fields.ts';
import { type FieldOfType, fieldsOfType, rowOf } from './list-meal-fields.ts';

export const PORTION_SCOPES = ['day', 'week'] as const;
/** `week`: its date is the first day of the ordering week. */
export type PortionScope = (typeof PORTION_SCOPES)[number];

export const MOST_PORTIONS = 9999;

/** From this many down, customers are told how many are left. */
export const FEW_PORTIONS = 5;

/** A meal on the day it is eaten. */
export type PortionKey = { mealId: number; date: PlainDate };

export type Portions = PortionKey & { portions: number };

/** A meal that has fewer portions left than were asked for. */
export type SoldOutMeal = PortionKey & { left: number };

/** `portions` null: no limit. */
export type PortionCount = { portions: number | null; held: number; booked: number };

/** Never negative, although staff may have gone over; null: no limit. */
export function portionsLeft({ portions, held, booked }: PortionCount): number | null {
  return portions === null ? null : Math.max(0, portions - held - booked);
}

/** The smaller of a day's and its week's; null: neither has a limit. */
export function fewerLeft(...left: readonly (number | null)[]): number | null {
  const known = left.filter((each) => each !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** One line for each meal and day: a second helping is one portion more. */
export function portionsByMeal(
  items: readonly { mealId: number; mealDate: PlainDate }[],
): Portions[] {
  const counted = new Map<string, Portions>();
  for (const { mealId, mealDate: date } of items) {
    const key = portionKey({ mealId, date });
    const portions = (counted.get(key)?.portions ?? 0) + 1;
    counted.set(key, { mealId, date, portions });
  }
  return [...counted.values()];
}

/** What is needed more (positive) or less; a swap between two people of one day is nothing. */
export function portionDifference(
  before: readonly Portions[],
  after: readonly Portions[],
): Portions[] {
  const sums = new Map<string, Portions>();
  for (const [list, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const { mealId, date, portions } of list) {
      const key = portionKey({ mealId, date });
      sums.set(key, {
        mealId,
        date,
        portions: (sums.get(key)?.portions ?? 0) + sign * portions,
      });
    }
  return [...sums.values()].filter(({ portions }) => portions !== 0);
}

export function portionKey({ mealId, date }: PortionKey): string {
  return `${mealId}|${date}`;
}

/** The order in which rows are locked everywhere, so that no two transactions deadlock. */
export function comparePortionRows(
  a: PortionKey & { scope: PortionScope },
  b: PortionKey & { scope: PortionScope },
): number {
  return (
    a.mealId - b.mealId ||
    (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) ||
    (a.scope < b.scope ? -1 : a.scope > b.scope ? 1 : 0)
  );
}

/** Why staff may not set this limit, as a sentence; null: they may. */
export function limitProblem(portions: number | null, sold: number): string | null {
  if (portions === null || portions >= sold) return null;
  return `${sold} are sold or being paid for. Set ${sold} or more, or stop selling.`;
}

// Checks a meal against the limits of its fields. The staff form shows these messages and the database checks the
// same ranges.

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
