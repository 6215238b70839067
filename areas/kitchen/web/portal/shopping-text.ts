/** Lines of the shopping list in words. */
import type { ShoppingLine } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';

type Packed = Pick<ShoppingLine, 'packs' | 'pack' | 'packQty' | 'baseUnit'>;

/** "3 × 5 kg bag". */
export function packsText({ packs, pack, packQty, baseUnit }: Packed): string {
  return `${packs} × ${pack === '' ? formatQuantity(packQty, baseUnit) : pack}`;
}

/** "need 12.7 kg, 2.3 kg over". */
export function needText({ need, onHand, over, baseUnit }: ShoppingLine): string {
  const parts = [`need ${formatQuantity(need, baseUnit)}`];
  if (onHand > 0) parts.push(`${formatQuantity(onHand, baseUnit)} is there`);
  if (over > 0) parts.push(`${formatQuantity(over, baseUnit)} over`);
  return parts.join(', ');
}

/** "would not keep to Sun 6 Dec: order twice"; null: it keeps. */
export function spoilText({ wouldSpoil }: ShoppingLine): string | null {
  const last = wouldSpoil.toSorted().at(-1);
  return last === undefined ? null : `would not keep to ${formatDayAndMonth(last)}: order twice`;
}
