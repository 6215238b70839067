/** The money of a delivery that is not brought: it goes back, and the order costs so much less. */
import { type Cents, sumCents } from '#platform/rules/money.ts';
import {
  pricedOrder,
  refundedBefore,
  refundOfPart,
} from '#areas/order-book/rules/change/refund-part.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
  ownCents,
} from '#areas/order-book/rules/order.ts';

type RefundableOrder = Pick<
  Order,
  'status' | 'deliveries' | 'deliveryType' | 'price' | 'refunds' | 'payments'
>;

export type DeliveryRefund =
  | {
      outcome: 'refunded';
      amountCents: Cents;
      /** Not refunded before. */
      itemIds: number[];
      /** The items whose delivery fee is in it. */
      feeItemIds: number[];
    }
  | { outcome: 'refused'; code: DeliveryRefundRefusal; message: string };

export type DeliveryRefundRefusal =
  | 'already_refunded'
  | 'delivered'
  | 'out'
  | 'undecided'
  | 'refund_too_large';

/**
 * What goes back when this delivery is cancelled: its meals, less those refunded before, with the delivery fee that ends with
 * them. With the last delivery of an order all that is left goes back.
 */
export function judgeDeliveryRefund(
  order: RefundableOrder,
  delivery: OrderDelivery,
): DeliveryRefund {
  const fixed = whyFixed(order, delivery);
  if (fixed) return fixed;
  const priced = pricedOrder(order);
  const before = refundedBefore(priced, order.refunds);
  const itemIds = itemsOfDelivery(delivery)
    .map(({ id }) => id)
    .filter((id) => !before.items.has(id));
  const leftCents = leftToRefund(order);
  const isLast = order.deliveries.every(
    ({ id, status }) => id === delivery.id || status === 'cancelled',
  );
  const { amountCents, feeItemIds } = refundOfPart(priced, new Set(itemIds), before);
  if (isLast) return { outcome: 'refunded', amountCents: leftCents, itemIds, feeItemIds };
  if (amountCents > leftCents)
    return refused(
      'refund_too_large',
      'More than is left of this payment. Refund it on the order.',
    );
  return { outcome: 'refunded', amountCents, itemIds, feeItemIds };
}

function whyFixed(
  { status }: RefundableOrder,
  delivery: OrderDelivery,
): Extract<DeliveryRefund, { outcome: 'refused' }> | null {
  if (delivery.status === 'cancelled')
    return refused('already_refunded', 'This delivery was cancelled already.');
  if (delivery.status === 'delivered')
    return refused('delivered', 'It has arrived. Refund its meals on the order instead.');
  if (delivery.status === 'out')
    return refused(
      'out',
      'A driver has this bag. Have it brought back and set it to packed first.',
    );
  if (status === 'pending')
    return refused('undecided', 'Its order is pending. Decide on it first.');
  return null;
}

/** What the deliveries of an order that are cancelled by themselves cost: the order costs so much less than it did. */
export function cancelledCents(order: Omit<RefundableOrder, 'payments'>): Cents {
  const ofCancelled = order.deliveries.filter(({ status }) => status === 'cancelled');
  if (order.status === 'cancelled' || ofCancelled.length === 0) return 0;
  const cancelled = new Set(itemsOf({ deliveries: ofCancelled }).map(({ id }) => id));
  const priced = pricedOrder(order);
  // The fee of a person whose other meals were refunded one by one went back with the delivery.
  const ofOthers = order.refunds.filter(
    ({ itemIds }) => !itemIds || itemIds.length === 0 || itemIds.some((id) => !cancelled.has(id)),
  );
  const before = refundedBefore(priced, ofOthers);
  const items = new Set([...before.items].filter((id) => !cancelled.has(id)));
  return refundOfPart(priced, cancelled, { ...before, items }).amountCents;
}

function leftToRefund(order: RefundableOrder): Cents {
  const moved = order.refunds.filter(({ state }) => state !== 'failed');
  return Math.max(0, ownCents(order) - sumCents(moved.map(({ amountCents }) => amountCents)));
}

function refused(
  code: DeliveryRefundRefusal,
  message: string,
): Extract<DeliveryRefund, { outcome: 'refused' }> {
  return { outcome: 'refused', code, message };
}
