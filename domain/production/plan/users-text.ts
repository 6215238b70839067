/** For whom something is cooked, in words. */
import { formatDayAndMonth, formatDayFrom, type PlainDate } from '#domain/calendar/plain-date.ts';

type UserInText = { name: string; date: PlainDate; portions: number | null };

/** "for Souvlaki 78, Kofta 36, Tue 1 Dec to Thu 3 Dec". */
export function usersText({ users }: { users: readonly UserInText[] }): string {
  const byName = [...Map.groupBy(users, ({ name }) => name)].map(([name, uses]) => {
    const portions = uses.reduce((total, use) => total + (use.portions ?? 0), 0);
    return portions === 0 ? name : `${name} ${portions}`;
  });
  const span = spanOf(users);
  if (!span) return '';
  const days = [...new Set([span.first, span.last])]
    .map((date) => formatDayAndMonth(date))
    .join(' to ');
  return `for ${byName.join(', ')}, ${days}`;
}

type Cooked = { cookDate: PlainDate; users: readonly UserInText[] };

/** "for 3 meals, Tue to Thu", or the name of the only one: where there is room for a line. Empty: for none. */
export function shortUsersText({ cookDate, users }: Cooked): string {
  const span = spanOf(users);
  if (!span) return '';
  const names = [...new Set(users.map(({ name }) => name))];
  const days = [...new Set([span.first, span.last])].map((date) => formatDayFrom(date, cookDate));
  return `for ${names.length === 1 ? names.join('') : whoText(users)}, ${days.join(' to ')}`;
}

/** "2 meals and 1 component": other components take portions of none. */
function whoText(users: readonly UserInText[]): string {
  const count = (uses: readonly UserInText[], word: string) => {
    const { size } = new Set(uses.map(({ name }) => name));
    return size === 0 ? [] : [`${size} ${word}${size === 1 ? '' : 's'}`];
  };
  return [
    ...count(
      users.filter(({ portions }) => portions !== null),
      'meal',
    ),
    ...count(
      users.filter(({ portions }) => portions === null),
      'component',
    ),
  ].join(' and ');
}

function spanOf(users: readonly UserInText[]): { first: PlainDate; last: PlainDate } | null {
  const dates = users.map(({ date }) => date).toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}
