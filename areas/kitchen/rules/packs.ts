/** How many packs of an ingredient to order when, for uses on given days. Ours. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { up } from '#areas/menu/rules/rounding.ts';

/** What is on the shelf; only of ingredients whose stock is kept. `useBy` null: it keeps. */
export type Stock = { qty: number; useBy: PlainDate | null };

/** In the ingredient's base unit. */
export type Use = { date: PlainDate; qty: number };

export type Pack = {
  qty: number;
  /** Packs come in multiples of this: a carton of six. */
  step: number;
  /** The fewest that the supplier delivers, a multiple of `step`. */
  minPacks: number;
  /** From the day it arrives; null: it keeps. */
  keepsDays: number | null;
};

export type PackOrder = {
  arrives: PlainDate;
  /** What is not on the shelf of the uses until the next order arrives. */
  missing: number;
  packs: number;
  /** What is over when the next order arrives, or after the last use; without what is out of date by then. */
  left: number;
  /** Uses for which what is bought would be out of date: order twice. */
  wouldSpoil: PlainDate[];
};

/** `shortBefore`: missing before the first order arrives; nothing is bought for it. */
export type PackOrders = { shortBefore: number; orders: PackOrder[] };

/** `arrivals`: the days on which orders arrive. Each covers the uses until the next arrives. */
export function packs(
  { stock, uses, pack }: { stock: readonly Stock[]; uses: readonly Use[]; pack: Pack },
  arrivals: readonly PlainDate[],
): PackOrders {
  const days = arrivals.toSorted();
  const inOrder = uses.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const before = inOrder.filter(({ date }) => days[0] === undefined || date < days[0]);
  const early = takeFrom(inTurn(stock), before);
  let shelf = early.shelf;
  const orders = days.map((arrives, index): PackOrder => {
    const next = days[index + 1];
    const covered = inOrder.filter(
      ({ date }) => date >= arrives && (next === undefined || date < next),
    );
    const order = orderFor(takeFrom(shelf, covered), arrives, pack);
    shelf = stillGood(order.shelf, next ?? covered.at(-1)?.date ?? arrives);
    return {
      arrives,
      missing: order.missing,
      packs: order.packs,
      left: Math.floor(sumOf(shelf) + 0.000001),
      wouldSpoil: order.wouldSpoil,
    };
  });
  return { shortBefore: up(sumOf(early.missing)), orders };
}

type Taken = { shelf: Stock[]; missing: Use[] };

function orderFor({ shelf, missing }: Taken, arrives: PlainDate, pack: Pack) {
  const qty = up(sumOf(missing));
  const count = packCount(qty, pack);
  const useBy = pack.keepsDays === null ? null : addDays(arrives, pack.keepsDays);
  const spoilt = missing.filter(({ date }) => useBy !== null && date > useBy);
  return {
    missing: qty,
    packs: count,
    wouldSpoil: [...new Set(spoilt.map(({ date }) => date))],
    shelf: inTurn([...shelf, { qty: count * pack.qty - sumOf(missing), useBy }]),
  };
}

/** Packs for what is missing: by the step, at least the minimum, but none for nothing. */
export function packCount(missing: number, { qty, step, minPacks }: Pack): number {
  if (missing <= 0) return 0;
  return Math.ceil(Math.max(Math.ceil(missing / qty), minPacks) / step) * step;
}

/** Takes each use from what is in date on its day, the first to expire first. */
function takeFrom(shelf: readonly Stock[], uses: readonly Use[]): Taken {
  let rest = [...shelf];
  const missing: Use[] = [];
  for (const { date, qty } of uses) {
    let open = qty;
    rest = stillGood(rest, date).map((lot) => {
      const taken = Math.min(lot.qty, open);
      open -= taken;
      return { ...lot, qty: lot.qty - taken };
    });
    if (open > 0) missing.push({ date, qty: open });
  }
  return { shelf: rest, missing };
}

function stillGood(shelf: readonly Stock[], on: PlainDate): Stock[] {
  return shelf.filter(({ useBy }) => useBy === null || useBy >= on);
}

/** First to expire first; what keeps comes last. */
function inTurn(shelf: readonly Stock[]): Stock[] {
  const rank = ({ useBy }: Stock) => useBy ?? '9999';
  return shelf
    .filter(({ qty }) => qty > 0)
    .toSorted((a, b) => Number(rank(a) > rank(b)) - Number(rank(a) < rank(b)));
}

function sumOf(amounts: readonly { qty: number }[]): number {
  return amounts.reduce((total, { qty }) => total + qty, 0);
}

// What is left of an ingredient, from what came in and what went out.

/**
 * By use-by date, the first to expire first, never below 0. `lots`: what is left of each goods lot by its own movements.
 * `loose`: the sum of all others, such as counts and waste: less than 0 is taken from the lot that expires first, more
 * than 0 has no date.
 */
export function stockOnHand(lots: readonly Stock[], loose: number): Stock[] {
  const overdrawn = lots.reduce((total, { qty }) => total + Math.min(0, qty), 0);
  let open = Math.min(0, loose) + overdrawn;
  const left: Stock[] = [];
  const byDate = lots
    .filter(({ qty }) => qty > 0)
    .toSorted(
      (a, b) =>
        Number(rankStockOnHand(a) > rankStockOnHand(b)) -
        Number(rankStockOnHand(a) < rankStockOnHand(b)),
    );
  for (const { useBy, qty } of [...byDate, { useBy: null, qty: Math.max(0, loose) }]) {
    const taken = Math.min(qty, -open);
    open += taken;
    if (qty > taken) left.push({ useBy, qty: qty - taken });
  }
  return left;
}

function rankStockOnHand({ useBy }: Stock): string {
  return useBy ?? '9999';
}
