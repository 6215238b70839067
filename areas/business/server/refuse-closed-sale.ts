import { type SaleFacts, saleSentence, saleStateAt } from '#areas/business/rules/sale-state.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

/** Of every call that sells something new to the public. Throws Conflict `sale_closed` with the `sale`. */
export function refuseClosedSale(now: Instant, facts: SaleFacts): void {
  const sale = saleStateAt(now, facts);
  if (sale.state === 'open') return;
  throw new Conflict('sale_closed', saleSentence(sale, facts), { sale });
}
