import type { LimitRow } from '#areas/menu/calls/meal-limits.ts';
import {
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { FEW_PORTIONS } from '#areas/menu/rules/portion-limits.ts';

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
    ...few.slice(0, 2).map((row) => `${nameOf(row)} ${describeSold(row)}`),
  ]
    .filter(Boolean)
    .join('; ');
}

/** "38 sold, 2 held"; "sold out: 40". */
export function describeSold({ booked, held, left }: Pick<LimitRow, 'booked' | 'held' | 'left'>) {
  const sold = [`${booked} sold`, ...(held > 0 ? [`${held} held`] : [])].join(', ');
  return left === 0 ? `sold out (${sold})` : sold;
}

function nameOf({ date, scope }: Pick<LimitRow, 'date' | 'scope'>): string {
  return scope === 'week' ? 'That week' : formatDayAndMonth(date);
}

/** What a field says it is for: "Tuesday 13 Jan", "Whole week from Tue 13 Jan". */
export function nameOfRow({ date, scope }: { date: PlainDate; scope: LimitRow['scope'] }): string {
  return scope === 'week'
    ? `Whole week from ${formatDayAndMonth(date)}`
    : `${weekdayName(weekdayOf(date))} ${formatDayAndMonth(date).split(' ').slice(1).join(' ')}`;
}
