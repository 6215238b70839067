/** The orders that a plan takes: for each supplier and arrival day, its packs. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { type Pack, packs, type Stock, type Use } from './packs.ts';

/** An ingredient with its preferred pack. */
export type Needed = {
  ingredientId: number;
  supplierId: number;
  pack: Pack;
  uses: readonly Use[];
  stock: readonly Stock[];
};

/** Quantities in whole base units. */
export type NeededLine = {
  ingredientId: number;
  supplierId: number;
  arrives: PlainDate;
  packs: number;
  /** What is used from this arrival until the next. */
  need: number;
  /** Of that, what is there already, or over from the order before. */
  onHand: number;
  /** What is over when the next order arrives, or after the last use. */
  over: number;
  wouldSpoil: PlainDate[];
};

export type ShoppingSums = {
  lines: NeededLine[];
  /** Needed before the first order arrives: nothing is bought for it. */
  short: { ingredientId: number; qty: number }[];
};

/** `arrivalsOf`: the days on which a supplier's orders arrive. */
export function sumShopping(
  needed: readonly Needed[],
  arrivalsOf: (supplierId: number) => readonly PlainDate[],
): ShoppingSums {
  const sums: ShoppingSums = { lines: [], short: [] };
  for (const { ingredientId, supplierId, ...shop } of needed) {
    const arrivals = arrivalsOf(supplierId).toSorted();
    const { shortBefore, orders } = packs(shop, arrivals);
    if (shortBefore > 0) sums.short.push({ ingredientId, qty: shortBefore });
    for (const [index, { arrives, missing, packs: count, left, wouldSpoil }] of orders.entries()) {
      const next = arrivals[index + 1];
      const need = usedBetween(shop.uses, arrives, next);
      if (need === 0 && count === 0) continue;
      const onHand = Math.max(0, need - missing);
      const facts = { ingredientId, supplierId, arrives, wouldSpoil };
      sums.lines.push({ ...facts, packs: count, need, onHand, over: left });
    }
  }
  return sums;
}

function usedBetween(uses: readonly Use[], from: PlainDate, until: PlainDate | undefined): number {
  const covered = uses.filter(({ date }) => date >= from && (until === undefined || date < until));
  return up(covered.reduce((total, { qty }) => total + qty, 0));
}
