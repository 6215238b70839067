import { and, eq, ne } from 'drizzle-orm';
import type { RefundPart } from '#contract/admin-orders.ts';
import type { Cents } from '#domain/money.ts';
import { personKey } from '#domain/people/people.ts';
import { refundOfPart } from '#domain/ordering/change/refund-part.ts';
import type { Transaction } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';
import { people } from '#server/db/schema/orders/people.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { Conflict, InvalidRequest } from '#server/errors.ts';

type Item = {
  id: number;
  personName: string;
  deliveryId: number;
  deliveryDate: string;
  priceCents: Cents;
};

/**
 * The price of part of an order, and the items in it. For a person or a delivery, only what has not been refunded yet;
 * the caller holds the order's lock. Throws InvalidRequest for items of another order, or Conflict `already_refunded`.
 */
export async function priceRefundPart(
  tx: Transaction,
  order: OrderRow,
  part: RefundPart,
): Promise<{ amountCents: Cents; itemIds: number[] }> {
  const items = await listItems(tx, order.id);
  const before = await refundedItems(tx, order.id);
  const chosen = choose(items, part);
  const fresh = chosen.filter(({ id }) => !before.has(id)).map(({ id }) => id);
  const isAsked = 'items' in part && fresh.length < chosen.length;
  if (fresh.length === 0 || isAsked) {
    throw new Conflict('already_refunded', 'This has already been refunded.');
  }
  return { amountCents: refundOfPart({ ...order, items }, new Set(fresh), before), itemIds: fresh };
}

function choose(items: readonly Item[], part: RefundPart): Item[] {
  const chosen = items.filter((item) => isChosen(item, part));
  const isWhole = !('items' in part) || chosen.length === new Set(part.items).size;
  if (chosen.length > 0 && isWhole) return chosen;
  throw new InvalidRequest({ part: 'This is not part of the order' });
}

function isChosen(item: Item, part: RefundPart): boolean {
  if ('items' in part) return part.items.includes(item.id);
  if ('deliveryId' in part) return item.deliveryId === part.deliveryId;
  return personKey(item.personName) === personKey(part.personName);
}

async function listItems(tx: Transaction, orderId: number): Promise<Item[]> {
  return tx
    .select({
      id: orderItems.id,
      personName: people.name,
      deliveryId: orderItems.deliveryId,
      deliveryDate: deliveries.date,
      priceCents: orderItems.priceCents,
    })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(eq(orderItems.orderId, orderId));
}

/** Failed refunds do not count. */
async function refundedItems(tx: Transaction, orderId: number): Promise<Set<number>> {
  const rows = await tx
    .select({ itemIds: refunds.itemIds })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'failed')));
  return new Set(rows.flatMap(({ itemIds }) => itemIds ?? []));
}
