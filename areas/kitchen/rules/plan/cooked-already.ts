/** What is cooked already comes off what is needed, oldest first. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import { daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { type CookNeed, daysToKeep, type Keeping, mostAhead } from './cook-days.ts';

/** A batch that is done. In whole base units. */
export type CookedBatch = {
  componentId: number;
  cookDate: PlainDate;
  madeQty: number;
  /** For what it was cooked for: made, without what was left over or wasted. */
  qty: number;
  /** Left over and still good: for whatever it keeps for. */
  leftQty: number;
};

/** Scales and ladles are not more exact; nobody cooks again for less. */
const WEIGHING_PERCENT = 0.5;

/** `tolerance`: what a scale may be off by, for what it was cooked for alone. */
type Supply = { cookDate: PlainDate; kind: 'left over' | 'cooked'; qty: number; tolerance: number };

/**
 * `covered` in whole base units, of needs that are not past. What a batch was cooked for comes first; what is over of it goes
 * to whatever it keeps for. Needs keep their sequence; what is past or covered wholly falls out.
 */
export function coverFromCooked<Need extends CookNeed & { qty: number; isPast: boolean }>(
  keeping: Keeping,
  needs: readonly Need[],
  cooked: readonly CookedBatch[],
): { open: Need[]; covered: number } {
  const supplies = cooked
    .toSorted((a, b) => compareText(a.cookDate, b.cookDate))
    .flatMap(({ cookDate, qty, leftQty }): Supply[] => [
      { cookDate, kind: 'left over', qty: leftQty, tolerance: 0 },
      { cookDate, kind: 'cooked', qty, tolerance: (qty * WEIGHING_PERCENT) / 100 },
    ]);
  let covered = 0;
  const rest = new Map(needs.map((need) => [need, need.qty]));
  const bySoonest = needs.toSorted((a, b) => compareText(a.deliveryDate, b.deliveryDate));
  const take = (supply: Supply, most: number, mayServe: (need: Need) => boolean) => {
    let left = most;
    for (const need of bySoonest) {
      if (left <= 0 || !mayServe(need)) continue;
      const taken = Math.min(left, rest.get(need) ?? 0);
      left -= taken;
      supply.qty -= taken;
      if (!need.isPast) covered += taken;
      rest.set(need, (rest.get(need) ?? 0) - taken);
    }
  };
  for (const supply of supplies) {
    const { cookDate, kind } = supply;
    if (kind === 'cooked')
      take(supply, supply.qty + supply.tolerance, (need) => isFor(cookDate, need, keeping));
    take(supply, supply.qty, (need) => isGoodFor(cookDate, need, keeping));
  }
  const open = needs.flatMap((need) => {
    const qty = rest.get(need) ?? 0;
    return isMore(qty) && !need.isPast ? [{ ...need, qty }] : [];
  });
  return { open, covered: half(covered) };
}

/** Whether a batch of this day was cooked for a need: also one that came too late for its window. */
function isFor(cookDate: PlainDate, need: CookNeed, keeping: Keeping): boolean {
  const before = daysBetween(cookDate, need.deliveryDate);
  return before >= 0 && before <= mostAhead(keeping, need);
}

function isGoodFor(cookDate: PlainDate, need: CookNeed, { keepsDays }: Keeping): boolean {
  return cookDate <= need.deliveryDate && daysToKeep(cookDate, need) <= keepsDays;
}

/** Sums of doubles leave crumbs that are no need. */
export function isMore(qty: number): boolean {
  return qty > 0.000001;
}
