import { eq } from 'drizzle-orm';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { amountsOfParts } from '#areas/order-book/rules/order-pricing.ts';
import { itemsOfDelivery, type Order } from '#areas/order-book/rules/order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/**
 * Writes what an order costs by its account, and returns the order so. One that is cancelled keeps what it cost last. Money
 * that was kept of what is brought after all is kept no more.
 */
export async function followPrice(tx: Transaction, order: Order): Promise<Order> {
  if (order.status === 'cancelled') return order;
  const live = new Set(
    order.deliveries
      .filter(({ status }) => status !== 'cancelled')
      .flatMap(itemsOfDelivery)
      .map(({ id }) => id),
  );
  const kept = order.kept.filter(({ itemIds }) => !itemIds.some((id) => live.has(id)));
  const price = amountsOfParts(accountOfOrder({ ...order, kept }).parts);
  const isSame =
    kept.length === order.kept.length &&
    price.totalCents === order.price.totalCents &&
    price.subtotalCents === order.price.subtotalCents &&
    price.taxCents === order.price.taxCents;
  if (isSame) return order;
  await tx
    .update(orders)
    .set({ ...price, kept })
    .where(eq(orders.id, order.id));
  return { ...order, price, kept };
}
