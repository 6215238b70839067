import type { TodayItemReply, TodayListReply } from '#areas/office/calls/today.ts';
import { MOST_TODAY_ITEMS } from '#areas/order-book/rules/today.ts';

export type FoundList = Omit<TodayListReply, 'kind'>;

/** All there are, of which the first are named. */
export function foundList(items: readonly TodayItemReply[]): FoundList {
  return { count: items.length, items: items.slice(0, MOST_TODAY_ITEMS) };
}

/** The first rows of a query, each with the number of all: `count(*) over ()`. */
export function firstOf<Row extends { total: number }>(
  rows: readonly Row[],
  describe: (row: Row) => TodayItemReply,
): FoundList {
  return { count: rows[0]?.total ?? 0, items: rows.map(describe) };
}
