import type { MenuWeekReply } from '#areas/menu/calls/menu-weeks.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  type PlainDate,
  weekFrom,
  formatDayAndMonth,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import type { BalancedMeal } from '#areas/menu/rules/menu-balance.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import type { LimitRow } from '#areas/menu/calls/meal-limits.ts';
import { FEW_PORTIONS } from '#areas/menu/rules/portion-limits.ts';

export type MenuRow = MenuWeekReply['entries'][number];

/** On all days of its season; a meal is never on a menu without a day. */
export function withMeal(
  entries: readonly MenuRow[],
  meal: StaffMealReply,
  weekStart: PlainDate,
): MenuRow[] {
  if (entries.some(({ mealId }) => mealId === meal.id)) return [...entries];
  const days = weekFrom(weekStart).filter((day) => isMealAvailableOn(meal, day));
  return days.length === 0 ? [...entries] : [...entries, { mealId: meal.id, days }];
}

/** Its last day taken away, the meal goes too. */
export function toggleDay(entries: readonly MenuRow[], mealId: number, day: PlainDate): MenuRow[] {
  return entries.flatMap((entry) => {
    if (entry.mealId !== mealId) return [entry];
    const days = entry.days.includes(day)
      ? entry.days.filter((one) => one !== day)
      : [...entry.days, day].toSorted();
    return days.length === 0 ? [] : [{ mealId, days }];
  });
}

export function isSameMenu(one: readonly MenuRow[], other: readonly MenuRow[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function balancedMeal(meal: StaffMealReply): BalancedMeal {
  return {
    id: meal.id,
    mealType: meal.mealType,
    calories: meal.calories,
    protein: meal.protein,
    priceCents: parseAmount(meal.price) ?? 0,
    diets: DIETS.filter((diet) => fitsDiet(meal, diet)),
    allergens: meal.allergens,
    isOn: (date) => meal.isActive && isMealAvailableOn(meal, date),
  };
}

/** For a meal's row: "40 a day; Tue 13 Jan 38 sold, 2 held". Empty: nothing is limited. */
export function describeLimits(rows: readonly LimitRow[]): string {
  const days = rows.filter(({ scope, portions }) => scope === 'day' && portions !== null);
  const weeks = rows.filter(({ scope, portions }) => scope === 'week' && portions !== null);
  const numbers = new Set(days.map(({ portions }) => portions));
  const [only] = numbers;
  const few = [...days, ...weeks].filter(({ left }) => left !== null && left <= FEW_PORTIONS);
  return [
    numbers.size === 1 && `${only} a day`,
    numbers.size > 1 && `${days.length} days limited`,
    ...weeks.map(({ portions, date }) => `${portions} in the week of ${formatDayAndMonth(date)}`),
    ...few.slice(0, 2).map((row) => `${cellName(row)} ${describeSold(row)}`),
  ]
    .filter(Boolean)
    .join('; ');
}

/** "38 sold, 2 held"; "sold out: 40". */
export function describeSold({ booked, held, left }: Pick<LimitRow, 'booked' | 'held' | 'left'>) {
  const sold = [`${booked} sold`, ...(held > 0 ? [`${held} held`] : [])].join(', ');
  return left === 0 ? `sold out (${sold})` : sold;
}

function cellName({ date, scope }: Pick<LimitRow, 'date' | 'scope'>): string {
  return scope === 'week' ? 'That week' : formatDayAndMonth(date);
}

/** What a field says it is for: "Tuesday 13 Jan", "Whole week from Tue 13 Jan". */
export function nameOfRow({ date, scope }: { date: PlainDate; scope: LimitRow['scope'] }): string {
  return scope === 'week'
    ? `Whole week from ${formatDayAndMonth(date)}`
    : `${weekdayName(weekdayOf(date))} ${formatDayAndMonth(date).split(' ').slice(1).join(' ')}`;
}
