import type { RefundPart } from '#contract/admin-orders.ts';
import type { Cents } from '#domain/money.ts';
import { refundOfPart } from '#domain/ordering/change/refund-part.ts';
import { itemsOf, type Order, type OrderItem } from '#domain/ordering/order.ts';
import { personKey } from '#domain/people/people.ts';
import { Conflict, InvalidRequest } from '#server/errors.ts';

/**
 * The price of part of an order, and the items in it. For a person or a delivery, only what has not been refunded yet;
 * the caller holds the order's lock. Throws InvalidRequest for items of another order, or Conflict `already_refunded`.
 */
export function priceRefundPart(
  order: Order,
  part: RefundPart,
): { amountCents: Cents; itemIds: number[] } {
  const before = refundedItems(order);
  const chosen = choose(order, part);
  const fresh = chosen.filter(({ id }) => !before.has(id)).map(({ id }) => id);
  const isAsked = 'items' in part && fresh.length < chosen.length;
  if (fresh.length === 0 || isAsked) {
    throw new Conflict('already_refunded', 'This has already been refunded.');
  }
  const priced = { ...order, ...order.price, items: itemsOf(order) };
  return { amountCents: refundOfPart(priced, new Set(fresh), before), itemIds: fresh };
}

/** As they were placed. */
function choose(order: Order, part: RefundPart): OrderItem[] {
  const chosen = itemsOfPart(order, part).toSorted((a, b) => a.id - b.id);
  const isWhole = !('items' in part) || chosen.length === new Set(part.items).size;
  if (chosen.length > 0 && isWhole) return chosen;
  throw new InvalidRequest({ part: 'This is not part of the order' });
}

function itemsOfPart({ deliveries }: Order, part: RefundPart): OrderItem[] {
  if ('deliveryId' in part) {
    return itemsOf({ deliveries: deliveries.filter(({ id }) => id === part.deliveryId) });
  }
  return itemsOf({ deliveries }).filter(({ id, personName }) =>
    'items' in part
      ? part.items.includes(id)
      : personKey(personName) === personKey(part.personName),
  );
}

/** Failed refunds do not count. */
function refundedItems({ refunds }: Order): Set<number> {
  const moved = refunds.filter(({ state }) => state !== 'failed');
  return new Set(moved.flatMap(({ itemIds }) => itemIds ?? []));
}
