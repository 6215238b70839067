/**
 * The menu of one ordering week: which meals are on it, and on which of its days. A menu only narrows: a meal's own switch
 * and season still decide, and a week without a ready menu offers whatever is switched on.
 */
import { DAY_MS } from '#platform/rules/durations.ts';
import { type PlainDate, addDays, weekFrom } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';

export const MENU_STATES = ['draft', 'ready'] as const;

export type MenuState = (typeof MENU_STATES)[number];

export type MenuEntry = {
  mealId: number;
  /** Days of the week on which it is offered, in order. */
  days: readonly PlainDate[];
};

export type MenuWeek = {
  weekStart: PlainDate;
  state: MenuState;
  /** Customers order from it from then on. */
  publishAt: Instant;
  /** In the order of the board. */
  entries: readonly MenuEntry[];
};

/** Every day of a week, as stored: bit 0 is its first day. */
export const ALL_DAYS = 127;

/** Bits of the days that lie in the week. */
export function daysToBits(weekStart: PlainDate, days: readonly PlainDate[]): number {
  return weekFrom(weekStart).reduce(
    (bits, day, index) => (days.includes(day) ? bits | (1 << index) : bits),
    0,
  );
}

export function bitsToDays(weekStart: PlainDate, bits: number): PlainDate[] {
  return weekFrom(weekStart).filter((_, index) => (bits & (1 << index)) !== 0);
}

/** For a meal: the days on which a week's menu offers it. Other days of that week are not on sale. */
export type OfferedDays = { from: PlainDate; to: PlainDate; days: readonly PlainDate[] };

/** What the menus of weeks say of a meal at this moment; a menu that is not published offers nothing yet. */
export function offeredDays(
  mealId: number,
  menus: readonly MenuWeek[],
  now: Instant,
): OfferedDays[] {
  return menus
    .filter(({ state }) => state === 'ready')
    .map(({ weekStart, publishAt, entries }) => ({
      from: weekStart,
      to: addDays(weekStart, 6),
      days: now < publishAt ? [] : (entries.find((entry) => entry.mealId === mealId)?.days ?? []),
    }));
}

/** False on a day whose week has a menu without this meal on it. */
export function isOnMenu(offered: readonly OfferedDays[] | undefined, date: PlainDate): boolean {
  const week = offered?.find(({ from, to }) => from <= date && date <= to);
  return week === undefined || week.days.includes(date);
}

// When to remind a kitchen that plans menus of the one that is not there yet.

const REMINDED_BEFORE_MS = 3 * DAY_MS;
/** Anyone who has had no menu for longer has given planning them up. */
const WEEKS_LOOKED_BACK = 4;

/**
 * The first day of the week that opens within three days and has no ready menu. Null: there is time, it has one, or the
 * kitchen plans none. `readyWeeks`: first days of weeks with a ready menu.
 */
export function weekWithoutMenu(
  now: Instant,
  facts: Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart'>,
  readyWeeks: readonly PlainDate[],
): PlainDate | null {
  const { weekStart, cutoff } = orderingWeekAt(now, facts);
  // The cutoff of the week on sale opens the next one.
  if (cutoff - now > REMINDED_BEFORE_MS) return null;
  const next = addDays(weekStart, 7);
  if (readyWeeks.includes(next)) return null;
  const oldest = addDays(weekStart, -7 * (WEEKS_LOOKED_BACK - 1));
  return readyWeeks.some((week) => oldest <= week && week <= weekStart) ? next : null;
}

/**
 * On which days a meal is available: its first and last day both count, and no date means no limit; in a week with a menu,
 * the days on which it is on it. Spec 3.
 */
export function isMealAvailableOn(
  meal: Pick<MealFacts, 'availableFrom' | 'availableTo'> & {
    /** Left out: no week has a menu. */
    offered?: readonly OfferedDays[] | undefined;
  },
  date: PlainDate,
): boolean {
  const hasStarted = meal.availableFrom === null || meal.availableFrom <= date;
  const hasEnded = meal.availableTo !== null && meal.availableTo < date;
  return hasStarted && !hasEnded && isOnMenu(meal.offered, date);
}
