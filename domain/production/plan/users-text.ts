import { formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';

type UserInText = { name: string; date: PlainDate; portions: number | null };

/** "for Souvlaki 78, Kofta 36, Tue 1 Dec to Thu 3 Dec". */
export function usersText({ users }: { users: readonly UserInText[] }): string {
  const byName = [...Map.groupBy(users, ({ name }) => name)].map(([name, uses]) => {
    const portions = uses.reduce((total, use) => total + (use.portions ?? 0), 0);
    return portions === 0 ? name : `${name} ${portions}`;
  });
  const dates = users.map(({ date }) => date).toSorted();
  const [first, last] = [dates.at(0), dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  const days =
    first === last
      ? formatDayAndMonth(first)
      : `${formatDayAndMonth(first)} to ${formatDayAndMonth(last)}`;
  return `for ${byName.join(', ')}, ${days}`;
}
