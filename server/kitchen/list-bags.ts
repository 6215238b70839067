import { bagsOf, type KitchenBag } from '#domain/kitchen/kitchen-bag.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { type DeliveryFilter, loadOrdersToCook } from '#server/order-book/load-orders.ts';

/** Everything that leaves the kitchen, order by order; nothing of cancelled orders. */
export async function listBags(
  db: Database | Transaction,
  filter: DeliveryFilter,
): Promise<KitchenBag[]> {
  return (await loadOrdersToCook(db, filter)).flatMap(bagsOf);
}
