/** What is left of an ingredient, from what came in and what went out. Ours. */
import type { Stock } from './packs.ts';

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
    .toSorted((a, b) => Number(rank(a) > rank(b)) - Number(rank(a) < rank(b)));
  for (const { useBy, qty } of [...byDate, { useBy: null, qty: Math.max(0, loose) }]) {
    const taken = Math.min(qty, -open);
    open += taken;
    if (qty > taken) left.push({ useBy, qty: qty - taken });
  }
  return left;
}

function rank({ useBy }: Stock): string {
  return useBy ?? '9999';
}
