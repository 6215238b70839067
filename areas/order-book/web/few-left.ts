/** Fetched after someone uses the menu, which itself is kept and the same for everyone. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { anyText, fields, listOf, whole } from '#platform/web/kept-shape.ts';

/** What is read of the reply of `getOrderingWeek`, whose own shape would bring all of the order's code to a page to read. */
const readWeek = fields({
  days: listOf(fields({ date: anyText, limited: listOf(fields({ mealId: whole, left: whole })) })),
});

/** By meal: "4 left for Tue 13 Jan, sold out for Wed 14 Jan". @throws without an answer */
export async function fetchFewLeft(): Promise<ReadonlyMap<number, string>> {
  const reply = await fetch('/api/ordering-week');
  const { days } = readWeek(await reply.json());
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
