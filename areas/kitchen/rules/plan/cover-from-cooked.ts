/** What is cooked already comes off what is needed, oldest first. Ours. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import { type ClosedDays, type CookNeed, daysToCook, type Keeping } from './cook-days.ts';

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

type Supply = { cookDate: PlainDate; isLeftOver: boolean; qty: number };

/**
 * `covered` in whole base units, of needs that are not past. Needs keep their sequence; what is past or covered wholly
 * falls out.
 */
export function coverFromCooked<Need extends CookNeed & { qty: number; isPast: boolean }>(
  keeping: Keeping,
  needs: readonly Need[],
  cooked: readonly CookedBatch[],
  closed: ClosedDays,
): { open: Need[]; covered: number } {
  const supplies = cooked
    .toSorted((a, b) => (a.cookDate < b.cookDate ? -1 : 1))
    .flatMap(({ cookDate, qty, leftQty }): Supply[] => [
      { cookDate, isLeftOver: true, qty: leftQty },
      { cookDate, isLeftOver: false, qty: qty * (1 + WEIGHING_PERCENT / 100) },
    ]);
  let covered = 0;
  const rest = new Map(needs.map((need) => [need, need.qty]));
  const bySoonest = needs.toSorted((a, b) => (a.deliveryDate < b.deliveryDate ? -1 : 1));
  for (const supply of supplies)
    for (const need of bySoonest) {
      if (!mayServe(supply, need, keeping, closed)) continue;
      const taken = Math.min(supply.qty, rest.get(need) ?? 0);
      supply.qty -= taken;
      if (!need.isPast) covered += taken;
      rest.set(need, (rest.get(need) ?? 0) - taken);
    }
  const open = needs.flatMap((need) => {
    const qty = rest.get(need) ?? 0;
    return qty > 0 && !need.isPast ? [{ ...need, qty }] : [];
  });
  return { open, covered: half(covered) };
}

function mayServe(
  { cookDate, isLeftOver }: Supply,
  need: CookNeed,
  keeping: Keeping,
  closed: ClosedDays,
): boolean {
  if (!isLeftOver) return daysToCook(keeping, need, closed).includes(cookDate);
  const { deliveryDate, shelfLifeDays } = need;
  const lastEaten = addDays(deliveryDate, shelfLifeDays);
  return cookDate <= deliveryDate && lastEaten <= addDays(cookDate, keeping.keepsDays);
}
