/** In which packs, and how many of them, an ingredient is bought for uses on given days. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { firstToExpire, type Stock } from './stock.ts';

/** In the ingredient's base unit. */
export type Use = { date: PlainDate; qty: number };

export type Pack = {
  id: number;
  qty: number;
  /** Null: not known. It is compared without its price. */
  cents: number | null;
  /** Packs come in multiples of this: a carton of six. */
  step: number;
  /** The fewest that the supplier delivers, a multiple of `step`. */
  minPacks: number;
  /** From the day it arrives; null: it keeps. */
  keepsDays: number | null;
  isPreferred: boolean;
};

/** What is left then is worth what it cost. */
const GOOD_FOR_DAYS = 7;

/** Packs for what is missing: by the step, at least the minimum, but none for nothing. */
export function packCount(
  missing: number,
  { qty, step, minPacks }: Pick<Pack, 'qty' | 'step' | 'minPacks'>,
): number {
  if (missing <= 0) return 0;
  return Math.ceil(Math.max(Math.ceil(missing / qty), minPacks) / step) * step;
}

/** Whether what is left after `lastDay` can be used in the week after it. */
function isKept(useBy: PlainDate | null, lastDay: PlainDate): boolean {
  return useBy === null || useBy >= addDays(lastDay, GOOD_FOR_DAYS);
}

function worth(qty: number, pack: Pick<Pack, 'qty' | 'cents'>): number {
  return Math.round(((pack.cents ?? 0) * qty) / pack.qty);
}

type PackQuestion = {
  need: number;
  arrives: PlainDate;
  useDates: readonly PlainDate[];
  lastDay: PlainDate;
};

export type ChosenPack = { pack: Pack; packs: number; paidCents: number; wasteCents: number };

/**
 * For a supplier's packs the one with which the fewest uses are out of date, then the one that costs least after what
 * keeps, then the preferred. Packs without a price are chosen only when no other has one, or preferred.
 */
export function choosePack(
  packs: readonly Pack[],
  { need, arrives, useDates, lastDay }: PackQuestion,
): ChosenPack | null {
  let best: (ChosenPack & { rank: readonly number[] }) | null = null;
  for (const pack of comparable(packs)) {
    const count = packCount(need, pack);
    const useBy = pack.keepsDays === null ? null : addDays(arrives, pack.keepsDays);
    const paidCents = count * (pack.cents ?? 0);
    const over = worth(count * pack.qty - need, pack);
    const kept = isKept(useBy, lastDay) ? over : 0;
    const spoilt = useBy === null ? 0 : useDates.filter((date) => date > useBy).length;
    const rank = [spoilt, paidCents - kept, pack.isPreferred ? 0 : 1, pack.qty, pack.id];
    if (best && !isLess(rank, best.rank)) continue;
    best = { pack, packs: count, paidCents, wasteCents: over - kept, rank };
  }
  if (!best) return null;
  const { rank: _rank, ...chosen } = best;
  return chosen;
}

function comparable(packs: readonly Pack[]): readonly Pack[] {
  const unpriced = packs.find(({ cents, isPreferred }) => isPreferred && cents === null);
  if (unpriced) return [unpriced];
  const priced = packs.filter(({ cents }) => cents !== null);
  return priced.length > 0 ? priced : packs;
}

/** Compares figure by figure, the first that differs decides. */
export function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}

/** An ingredient with all packs in which one supplier sells it. */
export type Item = {
  packs: readonly Pack[];
  uses: readonly Use[];
  stock: readonly Stock[];
  /** What is to be there still after the last use: a week's use of a store good. */
  keep?: number;
};

export type PackOrder = {
  arrives: PlainDate;
  pack: Pack;
  packs: number;
  /** What is used from this arrival until the next, and kept after the last use. */
  need: number;
  /** What of that is not on the shelf. */
  missing: number;
  /** What is over after the last use of the plan. */
  over: number;
  /** Null: what is over keeps for another week. */
  wasteCents: number | null;
  /** Days on which what is bought would be out of date. */
  outOfDate: PlainDate[];
};

export type PackOrders = {
  orders: PackOrder[];
  /** Needed before anything arrives; the use of each day in whole base units. */
  short: Use[];
  /** What the packs cost, less what is good for seven more days. */
  cents: number;
  /** Less than `keep` is there, and nothing arrives. */
  isBelowKeep: boolean;
};

type Lot = Stock & { line: number };

/** `arrivals`: the days on which orders arrive. Each covers the uses until the next arrives. */
export function buyPacks(
  { packs, uses, stock, keep = 0 }: Item,
  arrivals: readonly PlainDate[],
  lastDay: PlainDate,
): PackOrders {
  const days = arrivals.toSorted();
  const inOrder = uses.toSorted((a, b) => compareText(a.date, b.date));
  const shelf: Lot[] = stock.map((lot) => ({ ...lot, line: -1 })).toSorted(firstToExpire);
  const first = days[0];
  const early = inOrder.filter(({ date }) => first === undefined || date < first);
  const short = takeUses(shelf, early).map(({ date, qty }) => ({ date, qty: up(qty) }));
  const orders: PackOrder[] = [];
  for (const [index, arrives] of days.entries()) {
    const next = days[index + 1];
    const covered = inOrder.filter(
      ({ date }) => date >= arrives && (next === undefined || date < next),
    );
    const missing = takeUses(shelf, covered);
    const toKeep = next === undefined ? Math.max(0, keep - leftOn(shelf, lastDay)) : 0;
    const open = sumOf(missing);
    const order = {
      arrives,
      need: up(sumOf(covered) + toKeep),
      missing: up(open + toKeep),
    };
    const chosen =
      order.missing > 0
        ? choosePack(packs, {
            need: order.missing,
            arrives,
            useDates: missing.map(({ date }) => date),
            lastDay,
          })
        : null;
    if (!chosen) {
      const [pack] = packs;
      if (order.need > 0 && pack)
        orders.push({ ...order, pack, packs: 0, over: 0, wasteCents: null, outOfDate: [] });
      continue;
    }
    const { pack, packs: count } = chosen;
    const useBy = pack.keepsDays === null ? null : addDays(arrives, pack.keepsDays);
    const outOfDate = missing.flatMap(({ date }) => (useBy !== null && date > useBy ? [date] : []));
    const line = orders.push({
      ...order,
      pack,
      packs: count,
      over: 0,
      wasteCents: null,
      outOfDate,
    });
    shelf.push({ qty: count * pack.qty - open, useBy, line: line - 1 });
    shelf.sort(firstToExpire);
  }
  const isBelowKeep = days.length === 0 && keep > leftOn(shelf, lastDay);
  return { ...settle(orders, shelf, lastDay), short, isBelowKeep };
}

/** Takes each use from what is in date on its day, the first to expire first; what is missing is returned. */
function takeUses(shelf: Lot[], uses: readonly Use[]): Use[] {
  const missing: Use[] = [];
  for (const { date, qty } of uses) {
    let open = qty;
    for (const lot of shelf) {
      if (open <= 0) break;
      if (lot.qty <= 0 || !isThere(lot, date)) continue;
      const taken = Math.min(lot.qty, open);
      lot.qty -= taken;
      open -= taken;
    }
    // Less is the dust of doubles.
    if (open > 0.000001) missing.push({ date, qty: open });
  }
  return missing;
}

function isThere({ useBy, from }: Stock, date: PlainDate): boolean {
  return (useBy === null || useBy >= date) && (from === undefined || from <= date);
}

function leftOn(shelf: readonly Lot[], date: PlainDate): number {
  return sumOf(shelf.filter((lot) => isThere(lot, date)));
}

/** What each order leaves after the last use, and what all of them cost. */
function settle(
  orders: readonly PackOrder[],
  shelf: readonly Lot[],
  lastDay: PlainDate,
): Pick<PackOrders, 'orders' | 'cents'> {
  let cents = 0;
  const settled = orders.map((order, line) => {
    const lot = shelf.find((one) => one.line === line);
    cents += order.packs * (order.pack.cents ?? 0);
    if (!lot) return order;
    const over = Math.floor(lot.qty + 0.000001);
    const value = worth(lot.qty, order.pack);
    if (!isKept(lot.useBy, lastDay)) return { ...order, over, wasteCents: value };
    cents -= value;
    return { ...order, over };
  });
  return { orders: settled, cents };
}

/** What is left of the shelf after uses that another list buys for. */
export function shelfAfter(stock: readonly Stock[], uses: readonly Use[]): Stock[] {
  const shelf: Lot[] = stock.map((lot) => ({ ...lot, line: -1 })).toSorted(firstToExpire);
  takeUses(
    shelf,
    uses.toSorted((a, b) => compareText(a.date, b.date)),
  );
  return shelf.flatMap(({ line: _line, ...lot }) => (lot.qty > 0 ? [lot] : []));
}

function sumOf(amounts: readonly { qty: number }[]): number {
  return amounts.reduce((total, { qty }) => total + qty, 0);
}
