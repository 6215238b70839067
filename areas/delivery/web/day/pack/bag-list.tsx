import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import { isToPack } from '#areas/order-book/rules/pack-bag.ts';

/** As they stand on the bench: a large order has several, a test order none. */
export function countBags(bags: readonly PackBagReply[]): { packed: number; total: number } {
  const sum = (some: readonly PackBagReply[]) => some.reduce((count, bag) => count + bag.bags, 0);
  const real = bags.filter(({ isTest = false }) => !isTest);
  return { packed: sum(real.filter((bag) => !isToPack(bag))), total: sum(real) };
}

/** Large enough for gloves. */
const BUTTON = 'min-h-16 rounded-xl px-3 text-lg font-bold';
export const SIDE = `${BUTTON} border-2 border-control bg-surface disabled:opacity-55`;
export const MAIN = `${BUTTON} bg-primary text-on-primary`;
