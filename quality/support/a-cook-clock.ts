/** What tests of the plan share: hours, closed days and times as text. */
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import type { DayHours } from '#areas/business/rules/kitchen-hours.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { KitchenClock } from '#areas/kitchen/rules/kitchen-clock.ts';

export function everyDay(fromMinute: number, untilMinute: number): DayHours[] {
  return [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute, untilMinute }));
}

export const ALWAYS_OPEN: KitchenClock = {
  hours: everyDay(0, 1440),
  closures: [],
  timeZone: 'Australia/Brisbane',
  packBeforeMinutes: 90,
};

export const NO_MINUTES = { hands: 0, rest: 0, cook: 0, chill: 0 };

export function dateOff(date: PlainDate): Closure {
  return { from: date, until: date, reason: 'Off' };
}
