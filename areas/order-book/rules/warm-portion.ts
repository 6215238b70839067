/** What is eaten when it comes: warm where that was asked for, and a lunch not after lunch. Ours. */
import { countOfService, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import type { DeliveryPreference } from '#areas/order-book/rules/order-draft.ts';
import { type PlainDate, weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';

const LUNCH_ENDS = 14 * 60;
const DINNER_STARTS = 15 * 60 + 30;

export type ComingPortion = {
  mealType: MealType;
  mealDate: PlainDate;
  deliveryDate: PlainDate;
  deliveryWindow: DeliveryWindow;
};

/** Whether this portion is eaten warm when it comes: today's lunch by 2pm, or today's dinner from 3:30pm. All else comes cold. */
export function isWarmPortion(preference: DeliveryPreference, portion: ComingPortion): boolean {
  const { mealType, mealDate, deliveryDate, deliveryWindow } = portion;
  if (preference !== 'warm' || mealDate !== deliveryDate) return false;
  const { startMinute, endMinute } = minutesOf(deliveryWindow);
  return mealType === 'lunch' ? endMinute <= LUNCH_ENDS : startMinute >= DINNER_STARTS;
}

/** The same of a portion in its delivery: what was kept cold from an earlier day stays cold. */
export function isWarmIn(
  preference: DeliveryPreference,
  { date, window, madeOn = null }: SlotKey & { madeOn?: PlainDate | null | undefined },
  { mealType, mealDate }: Pick<ComingPortion, 'mealType' | 'mealDate'>,
): boolean {
  const portion = { mealType, mealDate, deliveryDate: date, deliveryWindow: window };
  return madeOn === null && isWarmPortion(preference, portion);
}

/** "Warm: your 5 lunches. Your 7 dinners come cold."; null: nothing is eaten when it comes. */
export function warmWords(portions: readonly ComingPortion[], facts: ServiceFacts): string | null {
  const counted = (count: number, mealType: MealType, other = '') =>
    countOfService(count, mealType, facts).replace(' ', ` ${other}`);
  const [warm, cold] = [true, false].map((asked) =>
    MEAL_TYPES.map((mealType) => ({
      mealType,
      count: portions.filter(
        (one) => one.mealType === mealType && isWarmPortion('warm', one) === asked,
      ).length,
    })).filter(({ count }) => count > 0),
  );
  if (!warm || !cold || warm.length === 0) return null;
  const named = cold.map(({ mealType, count }) => {
    const isOther = warm.some((other) => other.mealType === mealType);
    return counted(count, mealType, isOther ? 'other ' : '');
  });
  const first = `Warm: your ${warm.map(({ mealType, count }) => counted(count, mealType)).join(' and ')}.`;
  if (named.length === 0) return first;
  const isOne = cold.length === 1 && cold[0]?.count === 1;
  return `${first} Your ${named.join(' and ')} ${isOne ? 'comes' : 'come'} cold.`;
}

/** What it is to come after when a lunch is to be eaten that day. */
export function comesAfterLunch(window: DeliveryWindow): boolean {
  return minutesOf(window).startMinute >= LUNCH_ENDS;
}

export type LateLunches = SlotKey & { lunches: number };

/** Deliveries that bring lunches of their own day after lunch, the earliest first. */
export function lateLunchesIn(portions: readonly ComingPortion[]): LateLunches[] {
  const late = portions.filter(
    ({ mealType, mealDate, deliveryDate, deliveryWindow }) =>
      mealType === 'lunch' && mealDate === deliveryDate && comesAfterLunch(deliveryWindow),
  );
  return [...Map.groupBy(late, ({ deliveryDate }) => deliveryDate)]
    .map(([date, lunches]) => ({
      date,
      window: lunches[0]?.deliveryWindow ?? '-',
      lunches: lunches.length,
    }))
    .toSorted((a, b) => compareText(a.date, b.date));
}

/** "Thursday’s 2 lunches", "The 6 lunches of Tue, Wed and Thu". */
export function namesOfLunches(late: readonly LateLunches[], facts: ServiceFacts): string {
  const { name, plural } = serviceOf('lunch', facts);
  const count = late.reduce((sum, { lunches }) => sum + lunches, 0);
  const days = late.map(({ date }) => weekdayName(weekdayOf(date)));
  if (days.length === 1) return `${days[0]}’s ${count === 1 ? name : `${count} ${plural}`}`;
  const short = days.map((day) => day.slice(0, 3));
  return `The ${count} ${plural} of ${new Intl.ListFormat('en-AU').format(short)}`;
}
