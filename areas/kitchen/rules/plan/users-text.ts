/** For whom something is cooked, in words. */
import { formatDayAndMonth, formatDayFrom, type PlainDate } from '#platform/rules/plain-date.ts';

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

/** "for 3 meals", "Tue–Thu": where there is room for a line. Null: for none. */
export function shortUsersText({ cookDate, users }: Cooked): { who: string; days: string } | null {
  const span = spanOf(users);
  if (!span) return null;
  const count = new Set(users.map(({ name }) => name)).size;
  // Components that it goes into have no portions.
  const word = users.some(({ portions }) => portions === null) ? 'recipe' : 'meal';
  const days = [...new Set([span.first, span.last])].map((date) => formatDayFrom(date, cookDate));
  return { who: `for ${count} ${word}${count === 1 ? '' : 's'}`, days: days.join('–') };
}

function spanOf(users: readonly UserInText[]): { first: PlainDate; last: PlainDate } | null {
  const dates = users.map(({ date }) => date).toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}
