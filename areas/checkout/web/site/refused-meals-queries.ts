/** The meals that the server would not sell for a person or a day, in words, with the cells they are in. */
import { callQuery } from '#platform/web/api/call-query.ts';
import { type ServiceFacts, serviceTitle } from '#areas/business/rules/services.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  clashSentence,
  type FoodClash,
  type MealPastItsDay,
} from '#areas/order-book/rules/food-check.ts';
import { type MealAssignment } from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { z } from 'zod';
import { askForBell, confirmBells, getBells, stopBells } from '#areas/checkout/calls/slot-bells.ts';
import { call } from '#platform/web/api/client.ts';

export type RefusedCell = Pick<MealAssignment, 'date' | 'mealType'> & {
  personIndex: number;
  personName: string;
};

/** "Dinner for Mia, Tue 1 Dec". */
export function nameOfCell(
  { date, mealType, personName }: RefusedCell,
  facts: ServiceFacts,
): string {
  return `${serviceTitle(mealType, facts)} for ${personName}, ${formatDayAndMonth(date)}`;
}

export type RefusedMeal = {
  words: string;
  /** Null: the order has changed since. */
  cell: RefusedCell | null;
  /** For a meal that is sold out: something near it may take its place. */
  mealId?: number;
};

/** Null for every other failure. As with all replies, the server has checked the shape. */
export function readRefusedMeals(
  error: unknown,
  order: Pick<PreparedOrder, 'orderItems' | 'people'>,
  nameOf: (mealId: number) => string | undefined = () => undefined,
): RefusedMeal[] | null {
  const reply = error instanceof ApiError ? error.reply : null;
  if (reply?.code === 'allergen_clash') {
    const clashes = (reply['clashes'] ?? []) as FoodClash[];
    return clashes.map((clash) => ({ words: clashSentence(clash), cell: cellOf(order, clash) }));
  }
  if (reply?.code === 'will_not_keep') {
    const items = (reply['items'] ?? []) as MealPastItsDay[];
    return items.map((item) => ({ words: tooOldText(item), cell: cellOf(order, item) }));
  }
  if (reply?.code === 'meal_sold_out') {
    return soldOutMeals((reply['meals'] ?? []) as SoldOutMeal[], order, nameOf);
  }
  return null;
}

/** One entry for each person who was to have one of them on its day. */
export function soldOutMeals(
  meals: readonly SoldOutMeal[],
  order: Pick<PreparedOrder, 'orderItems' | 'people'>,
  nameOf: (mealId: number) => string | undefined,
): RefusedMeal[] {
  return meals.flatMap((meal) => soldOutFor(meal, order, nameOf));
}

function soldOutFor(
  { mealId, date, left }: SoldOutMeal,
  order: Pick<PreparedOrder, 'orderItems' | 'people'>,
  nameOf: (mealId: number) => string | undefined,
): RefusedMeal[] {
  const name = nameOf(mealId) ?? 'This meal';
  const day = formatDayAndMonth(date);
  const words =
    left === 0 ? `${name} is sold out for ${day}.` : `Only ${left} ${name} left for ${day}.`;
  const items = order.orderItems.filter(
    (item) => item.mealId === mealId && (item.mealDate ?? item.deliveryDate) === date,
  );
  const names = new Set(items.map(({ personName }) => personName));
  return [...names].map((personName) => ({
    words,
    cell: cellOf(order, { personName, mealId, mealDate: date }),
    mealId,
  }));
}

/** "Barramundi for Mia keeps until Thu 3 Dec: it can’t be eaten on Sat 5 Dec." */
function tooOldText({ mealName, personName, eatBy, mealDate }: MealPastItsDay): string {
  return `${mealName} for ${personName} keeps until ${formatDayAndMonth(eatBy)}: it can’t be eaten on ${formatDayAndMonth(mealDate)}.`;
}

function cellOf(
  { orderItems, people = [] }: Pick<PreparedOrder, 'orderItems' | 'people'>,
  refused: Pick<FoodClash, 'personName' | 'mealId'> & { mealDate?: string },
): RefusedMeal['cell'] {
  const key = personKey(refused.personName);
  const item = orderItems.find(
    ({ personName, mealId, mealDate }) =>
      personKey(personName) === key &&
      mealId === refused.mealId &&
      (refused.mealDate === undefined || refused.mealDate === mealDate),
  );
  const personIndex = people.findIndex(({ name }) => personKey(name) === key);
  if (!item?.mealDate || personIndex === -1) return null;
  const { mealDate: date, mealType } = item;
  return { personIndex, date, mealType, personName: item.personName };
}

export const sendAskForBell = (body: z.input<typeof askForBell.body>) => call(askForBell, { body });

export function bellsQuery(token: string) {
  return callQuery(['slot-bells', token], getBells, { query: { token } });
}

export const sendConfirmBells = (token: string) => call(confirmBells, { body: { token } });
export const sendStopBells = (token: string) => call(stopBells, { body: { token } });
