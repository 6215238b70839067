/** What is in the store: what is left of it, and which of it to count. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { StockRule } from '#areas/menu/rules/storage-advice.ts';
import { keptShare } from '#areas/menu/rules/recipe.ts';
import { up } from '#areas/menu/rules/rounding.ts';

/** In the ingredient's base unit. */
export type Stock = {
  qty: number;
  /** The last day on which it may be used; null: it keeps. */
  useBy: PlainDate | null;
  /** Not there before this day: it is ordered. */
  from?: PlainDate;
};

/** First to expire first; what keeps comes last. */
export function firstToExpire(a: Stock, b: Stock): number {
  const [one, other] = [a.useBy ?? '9999', b.useBy ?? '9999'];
  return Number(one > other) - Number(one < other);
}

/**
 * By use-by date, the first to expire first, never below 0. `lots`: what is left of each goods lot by its own movements.
 * `loose`: the sum of all others, such as counts and waste: less than 0 is taken from the lot that expires first, more
 * than 0 has no date.
 */
export function stockOnHand(lots: readonly Stock[], loose: number): Stock[] {
  const overdrawn = lots.reduce((total, { qty }) => total + Math.min(0, qty), 0);
  let open = Math.min(0, loose) + overdrawn;
  const left: Stock[] = [];
  const byDate = lots.filter(({ qty }) => qty > 0).toSorted(firstToExpire);
  for (const { useBy, qty } of [...byDate, { useBy: null, qty: Math.max(0, loose) }]) {
    const taken = Math.min(qty, -open);
    open += taken;
    if (qty > taken) left.push({ useBy, qty: qty - taken });
  }
  return left;
}

/** For goods that end at their date, what is past it does not count; all others stay until counted. */
export function countedStock(stock: readonly Stock[], rule: StockRule, on: PlainDate): Stock[] {
  if (rule === 'none') return [];
  return stock.filter(({ useBy }) => rule === 'store' || useBy === null || useBy >= on);
}

/** Two weeks must be known before anything is kept beyond what is needed. */
const LEAST_WEEKS = 2;

/** What a store good is kept at: the median of what its last four weeks used, the oldest first. */
export function usualWeek(weeks: readonly number[]): number {
  const known = weeks.slice(weeks.findIndex((qty) => qty > 0));
  if (weeks.every((qty) => qty === 0) || known.length < LEAST_WEEKS) return 0;
  const sorted = known.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : Math.round((low + high) / 2);
}

export type StoreGood = {
  name: string;
  onHand: number;
  needBeforeNext: number;
  /** Null: never. */
  countedDaysAgo: number | null;
  /** For what was there at the last count, or has come since. */
  usedShare: number;
  /** Since the last count, more was used than should have been there. */
  wentBelowZero?: boolean;
};

/** Nobody counts more on a day. */
export const MOST_TO_COUNT = 12;
const OLD_AFTER_DAYS = 35;
const MOVED_SHARE = 0.2;

/** Which shelves to look at today, and why: what was never counted first. What hardly moves is not asked for. */
export function shelvesToCount<Good extends StoreGood>(
  goods: readonly Good[],
): (Good & { why: CountReason })[] {
  const reasons = goods.flatMap((good) => {
    const why = whyToCount(good);
    return why === null ? [] : [{ ...good, why }];
  });
  return reasons
    .toSorted(
      (a, b) =>
        COUNT_REASONS.indexOf(a.why) - COUNT_REASONS.indexOf(b.why) ||
        a.name.localeCompare(b.name, 'en-AU'),
    )
    .slice(0, MOST_TO_COUNT);
}

/** In the sequence in which they are asked. */
export const COUNT_REASONS = ['never', 'short', 'below_zero', 'old'] as const;
export type CountReason = (typeof COUNT_REASONS)[number];

function whyToCount(good: StoreGood): CountReason | null {
  if (good.countedDaysAgo === null) return good.needBeforeNext > 0 ? 'never' : null;
  if (good.needBeforeNext > good.onHand) return 'short';
  if (good.wentBelowZero === true) return 'below_zero';
  return good.countedDaysAgo > OLD_AFTER_DAYS && good.usedShare >= MOVED_SHARE ? 'old' : null;
}

// What a cooking takes out of the store, and from which deliveries of goods. Ours.

type UsedLine = {
  ingredientId: number;
  /** Net, for `basis`. */
  qty: number;
  lossBp: number;
};

/** Base units of each ingredient, before peeling, rounded once. `basis`: what the lines are for; `made`: what it gave. */
export function usedByBatch(
  lines: readonly UsedLine[],
  { basis, made }: { basis: number; made: number },
): Map<number, number> {
  const needs = [...Map.groupBy(lines, ({ ingredientId }) => ingredientId)].map(
    ([ingredientId, uses]): [number, number] => [
      ingredientId,
      up(uses.reduce((sum, { qty, lossBp }) => sum + qty / keptShare(lossBp), 0) * (made / basis)),
    ],
  );
  return new Map(needs.filter(([, qty]) => qty > 0));
}

/** What is left of a delivery; `goodsLotId` null: counted, and of no delivery in particular. */
export type StockLot = { goodsLotId: number | null; left: number };

/**
 * Takes `qty` from the lots in their sequence, each down to 0 and all together to `most` at most: what was counted as
 * gone is not used again.
 */
export function takeFrom(
  lots: readonly StockLot[],
  { qty, most }: { qty: number; most: number },
): { goodsLotId: number | null; qty: number }[] {
  let open = Math.min(qty, Math.max(0, most));
  return lots.flatMap(({ goodsLotId, left }) => {
    const taken = Math.min(open, Math.max(0, left));
    open -= taken;
    return taken > 0 ? [{ goodsLotId, qty: taken }] : [];
  });
}
