/** On which days a component is cooked: late enough to keep until the last portion is eaten, and as rarely as can be. Ours. */
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
  weekdayOf,
} from '#platform/rules/plain-date.ts';

export type Keeping = {
  /** From the cook day to the last day to eat it: 0 to 5. */
  keepsDays: number;
  /** How long before a delivery it may be cooked at most. */
  cookAheadDays: number;
  /** How long before a delivery it has to be done: 1 for a marinade that needs the night. */
  readyDaysBefore: number;
};

export type CookNeed = {
  deliveryDate: PlainDate;
  /** How long after the delivery a portion may still be eaten. */
  shelfLifeDays: number;
};

/** On which days nobody cooks. Weekdays as in `weekdayOf`. */
export type ClosedDays = {
  closedWeekdays: readonly number[];
  closures: readonly Closure[];
};

export type Cooking<Need> = { cookDate: PlainDate; needs: Need[] };

export type CookDays<Need> = {
  cooks: Cooking<Need>[];
  /** Needs without a day: it does not keep as long as the meal promises, or the kitchen is closed. */
  cannot: Need[];
};

/**
 * The fewest cookings, each as late as can be: whoever must be served first decides the day, and everybody whose days
 * contain it joins. Needs keep the sequence of their delivery dates.
 */
export function cookDays<Need extends CookNeed>(
  keeping: Keeping,
  needs: readonly Need[],
  closed: ClosedDays,
): CookDays<Need> {
  const inOrder = needs.toSorted((a, b) => compareText(a.deliveryDate, b.deliveryDate));
  const open = inOrder.map((need) => ({ need, days: daysToCook(keeping, need, closed) }));
  const cannot = open.filter(({ days }) => days.length === 0).map(({ need }) => need);
  let waiting = open.filter(({ days }) => days.length > 0);
  const cooks: Cooking<Need>[] = [];
  while (waiting.length > 0) {
    const cookDate = waiting.map(({ days }) => days.at(-1) ?? '').reduce(earlier);
    const joined = waiting.filter(({ days }) => days.includes(cookDate));
    cooks.push({ cookDate, needs: joined.map(({ need }) => need) });
    waiting = waiting.filter(({ days }) => !days.includes(cookDate));
  }
  return { cooks, cannot };
}

/** The open days on which a need may be cooked, in order. Empty: none. */
export function daysToCook(
  { keepsDays, cookAheadDays, readyDaysBefore }: Keeping,
  { deliveryDate, shelfLifeDays }: CookNeed,
  closed: ClosedDays,
): PlainDate[] {
  const ahead = Math.min(cookAheadDays, keepsDays - shelfLifeDays);
  const days: PlainDate[] = [];
  for (let before = ahead; before >= readyDaysBefore; before -= 1) {
    const date = addDays(deliveryDate, -before);
    if (isCookDay(date, closed)) days.push(date);
  }
  return days;
}

/** How many days after the cook day the last portion of a need may be eaten. */
export function daysToKeep(cookDate: PlainDate, need: CookNeed): number {
  return daysBetween(cookDate, need.deliveryDate) + need.shelfLifeDays;
}

export function isCookDay(date: PlainDate, { closedWeekdays, closures }: ClosedDays): boolean {
  return !closedWeekdays.includes(weekdayOf(date)) && !isClosedDay({ closures }, date);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function earlier(a: PlainDate, b: PlainDate): PlainDate {
  return a < b ? a : b;
}

/** Why something needed for these cannot be cooked on this day, in a sentence; null: it can. */
export function whyNotOn(
  date: PlainDate,
  { name, ...keeping }: Keeping & { name: string },
  needs: readonly CookNeed[],
  closed: ClosedDays,
): string | null {
  if (!isCookDay(date, closed)) return `The kitchen is closed on ${formatDayAndMonth(date)}.`;
  for (const need of needs) {
    const { deliveryDate } = need;
    const before = daysBetween(date, deliveryDate);
    const delivery = formatDayAndMonth(deliveryDate);
    if (before < keeping.readyDaysBefore)
      return keeping.readyDaysBefore === 0
        ? `${name} is needed on ${delivery}.`
        : `${name} has to be ready ${daysText(keeping.readyDaysBefore)} before ${delivery}.`;
    if (daysToKeep(date, need) > keeping.keepsDays)
      return `${name} keeps ${daysText(keeping.keepsDays)}. What is needed on ${delivery} may be eaten until ${formatDayAndMonth(addDays(deliveryDate, need.shelfLifeDays))}.`;
    if (before > keeping.cookAheadDays)
      return `${name} may be cooked ${daysText(keeping.cookAheadDays)} ahead at most, and is needed on ${delivery}.`;
  }
  return null;
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** Delivery dates that one plan may have at most. */
export const LONGEST_PLAN_DAYS = 31;

/** How many portions of a meal can still go out on a delivery date at most, given the limits of what may be sold. Ours. */

type SendLimits = {
  /** Ordered for the delivery date, and how many of those are eaten on that day or on later ones. */
  ordered: { sameDay: number; later: number };
  /** What may still be sold of the meal for that day, wherever it is delivered; null: no limit. */
  leftOfDay: number | null;
  /** The same of the ordering week. */
  leftOfWeek: number | null;
  /** The most that went out on such a day for later ones. */
  usualLater: number;
};

/**
 * Null: nothing bounds it. A limit counts the day on which a meal is eaten. That is the day of a daily delivery, so its limit
 * bounds those portions; a weekly box of the same date carries meals of later days, of which it says nothing. For these we
 * allow what is ordered or usual, whichever is more: a forecast that is cut too far would leave boxes short. A week's limit
 * bounds both.
 */
export function mostToSend({
  ordered,
  leftOfDay,
  leftOfWeek,
  usualLater,
}: SendLimits): number | null {
  const byDay =
    leftOfDay === null ? null : ordered.sameDay + leftOfDay + Math.max(ordered.later, usualLater);
  const byWeek = leftOfWeek === null ? null : ordered.sameDay + ordered.later + leftOfWeek;
  const bounds = [byDay, byWeek].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
