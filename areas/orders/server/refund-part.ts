import type { RefundPart } from '#areas/order-book/calls/refund-part.ts';
import type { Cents } from '#platform/rules/money.ts';
import {
  pricedOrder,
  type RefundedBefore,
  refundedBefore,
  refundOfFee,
  refundOfPart,
} from '#areas/order-book/rules/change/refund-part.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';

type PricedPart = {
  amountCents: Cents;
  /** Included in the amount. */
  feeCents: Cents;
  itemIds: number[];
  /** The items whose delivery fee is in it. */
  feeItemIds: number[];
};

/**
 * The price of part of an order, and the items in it. For a person, a delivery or a fee, only what has not been refunded
 * yet; the caller holds the order's lock. Throws InvalidRequest for items of another order, or Conflict
 * `already_refunded` or `nothing_to_refund`.
 */
export function priceRefundPart(order: Order, part: RefundPart): PricedPart {
  const priced = pricedOrder(order);
  const before = refundedBefore(priced, order.refunds);
  if ('fee' in part) {
    const asked = new Set(itemsOfFee(order, part).map(({ id }) => id));
    const fee = refundOfFee(priced, asked, before);
    if (fee.amountCents > 0) return { ...fee, itemIds: [] };
    throw order.price.deliveryFeeCents === 0
      ? new Conflict('nothing_to_refund', 'Delivery was free.')
      : alreadyRefunded();
  }
  const chosen = choose(order, part);
  const fresh = chosen.filter(({ id }) => !before.items.has(id)).map(({ id }) => id);
  const isAsked = 'items' in part && fresh.length < chosen.length;
  if (fresh.length === 0 || isAsked) throw alreadyRefunded();
  return { ...refundOfPart(priced, new Set(fresh), before), itemIds: fresh };
}

/** What can no longer be chosen, and what is left of the delivery fees. */
export function partsLeft(order: Order): { refundedItems: number[]; feeCents: Cents } {
  const priced = pricedOrder(order);
  const before: RefundedBefore = refundedBefore(priced, order.refunds);
  const { items } = priced;
  return {
    refundedItems: items.map(({ id }) => id).filter((id) => before.items.has(id)),
    feeCents: refundOfFee(priced, new Set(items.map(({ id }) => id)), before).feeCents,
  };
}

function alreadyRefunded(): Conflict {
  return new Conflict('already_refunded', 'This has already been refunded.');
}

/** As they were placed. */
function choose(order: Order, part: ChosenPart): OrderItem[] {
  const chosen = itemsOfPart(order, part).toSorted((a, b) => a.id - b.id);
  const isWhole = !('items' in part) || chosen.length === new Set(part.items).size;
  if (chosen.length > 0 && isWhole) return chosen;
  throw notOfTheOrder();
}

type FeePart = Extract<RefundPart, { fee: true }>;
type ChosenPart = Exclude<RefundPart, FeePart>;

function itemsOfFee({ deliveries }: Order, { deliveryId }: FeePart): OrderItem[] {
  const theirs = deliveries.filter(({ id }) => deliveryId === undefined || id === deliveryId);
  if (theirs.length === 0) throw notOfTheOrder();
  return itemsOf({ deliveries: theirs });
}

function notOfTheOrder(): InvalidRequest {
  return new InvalidRequest({ part: 'This is not part of the order' });
}

function itemsOfPart({ deliveries }: Order, part: ChosenPart): OrderItem[] {
  if ('deliveryId' in part) {
    return itemsOf({ deliveries: deliveries.filter(({ id }) => id === part.deliveryId) });
  }
  return itemsOf({ deliveries }).filter(({ id, personName }) =>
    'items' in part
      ? part.items.includes(id)
      : personKey(personName) === personKey(part.personName),
  );
}
