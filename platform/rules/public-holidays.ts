/**
 * The public holidays of a state, to suggest days to close. Without those of single regions and those that a state declares
 * for one year: an owner adds them. `npm run holidays` writes the data.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import holidays from './public-holidays.json' with { type: 'json' };

/** `fromMinute`: of a day that is a holiday only from then on. */
export type PublicHoliday = { date: PlainDate; name: string; fromMinute?: number };

const OF_STATES: Readonly<Record<string, readonly PublicHoliday[]>> = holidays;

/** By date; empty for a state or a year that we do not know. */
export function publicHolidays(state: string, year: number): readonly PublicHoliday[] {
  return (OF_STATES[state] ?? []).filter(({ date }) => yearOf(date) === year);
}

export function lastHolidayYear(): number {
  return Math.max(...Object.values(OF_STATES).map((known) => yearOf(known.at(-1)?.date ?? '')));
}

function yearOf(date: PlainDate): number {
  return Number(date.slice(0, 4));
}
