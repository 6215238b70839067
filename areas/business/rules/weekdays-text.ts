import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';

/** A week is read from Monday on. Sunday is 0. */
const IN_SEQUENCE = [1, 2, 3, 4, 5, 6, 0];
const SHORT_LENGTH = 3;

/** "every day", "Mon to Fri", "Mon, Wed and Sat". */
export function weekdaysText(weekdays: readonly number[]): string {
  const days = IN_SEQUENCE.filter((day) => weekdays.includes(day));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 'no day';
  if (days.length === DAYS_IN_WEEK) return 'every day';
  const isOneRange = IN_SEQUENCE.indexOf(last) - IN_SEQUENCE.indexOf(first) === days.length - 1;
  if (isOneRange && days.length > 2) return `${shortName(first)} to ${shortName(last)}`;
  const names = days.map(shortName);
  return names.length === 1
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function shortName(weekday: number): string {
  return weekdayName(weekday).slice(0, SHORT_LENGTH);
}
