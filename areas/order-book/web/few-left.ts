/** Fetched after someone uses the menu, which itself is kept and the same for everyone. */
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

/** By meal: "4 left for Tue 13 Jan, sold out for Wed 14 Jan". */
export async function fetchFewLeft(): Promise<ReadonlyMap<number, string>> {
  const { days } = await call(getOrderingWeek, {});
  const words = new Map<number, string>();
  for (const { date, limited } of days)
    for (const { mealId, left } of limited) {
      const day = formatDayAndMonth(date);
      const said = left === 0 ? `sold out for ${day}` : `${left} left for ${day}`;
      words.set(mealId, [...(words.has(mealId) ? [words.get(mealId)] : []), said].join(', '));
    }
  return new Map(
    [...words].map(([id, said]) => [id, said.charAt(0).toUpperCase() + said.slice(1)]),
  );
}
