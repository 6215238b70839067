/** What a portion costs to make, food and packaging without labour, and what is left of its price. Ours. */
import type { Cents } from '#platform/rules/money.ts';
import { keptShare } from '#areas/menu/rules/loss.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import { distinctNames, type Pot, servedLines } from './recipe.ts';

export type CostLine = {
  name: string;
  net: number;
  lossBp: number;
  /** For the preferred pack; null: nobody has entered it. Of water: 0. */
  packCents: Cents | null;
  packQty: number;
};

export type CostedMeal = {
  basis: number;
  lines: Pot<CostLine>['lines'];
  packagingCents: Cents;
  priceCents: Cents;
  /** Whether the price has GST in it: the margin is of what stays ours. */
  includesGst: boolean;
};

export type PortionCost =
  /** Tenths are of a percent of the price without GST. */
  | { costCents: Cents; marginCents: Cents; marginTenths: number; foodCostTenths: number }
  /** Without one price there is no cost: never 0. */
  | { costCents: null; unpriced: string[] };

export function cost(
  { basis, lines, packagingCents, priceCents, includesGst }: CostedMeal,
  components: ReadonlyMap<number, Pot<CostLine>>,
): PortionCost {
  const food = foodCost(lines, components);
  if (food.cents === null) return { costCents: null, unpriced: food.unpriced };
  const cents = food.cents / basis + packagingCents;
  const price = includesGst ? (priceCents * 10) / 11 : priceCents;
  return {
    costCents: half(cents),
    marginCents: half(price - cents),
    marginTenths: half(((price - cents) / price) * 1000),
    foodCostTenths: half((cents / price) * 1000),
  };
}

/** For what is bought for these lines, in cents, not rounded. Null without one price: never 0. */
export function foodCost(
  lines: Pot<CostLine>['lines'],
  components: ReadonlyMap<number, Pot<CostLine>>,
): { cents: number } | { cents: null; unpriced: string[] } {
  const paid = servedLines(lines, components, 'paid');
  const unpriced = paid.filter(({ line }) => line.packCents === null).map(({ line }) => line);
  if (unpriced.length > 0) return { cents: null, unpriced: distinctNames(unpriced) };
  return { cents: paid.reduce((sum, { line, times }) => sum + centsOf(line) * times, 0) };
}

function centsOf({ net, lossBp, packCents, packQty }: CostLine): number {
  return ((net / keptShare(lossBp)) * (packCents ?? 0)) / packQty;
}
