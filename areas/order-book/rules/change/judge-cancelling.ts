/** The money of a delivery that is not brought: it goes back, and the order costs so much less. */
import type { Cents } from '#platform/rules/money.ts';
import { backOfTaking, type OrderInBooks } from '#areas/order-book/rules/order-account.ts';
import { itemsOfDelivery, type OrderDelivery } from '#areas/order-book/rules/order.ts';

export type DeliveryRefund =
  | {
      outcome: 'refunded';
      amountCents: Cents;
      itemIds: number[];
    }
  | { outcome: 'refused'; code: DeliveryRefundRefusal; message: string };

export type DeliveryRefundRefusal = 'already_refunded' | 'delivered' | 'out' | 'undecided';

/**
 * What goes back when this delivery is cancelled: what the order then costs less. With the last delivery of an order all
 * that is left goes back.
 */
export function judgeDeliveryRefund(order: OrderInBooks, delivery: OrderDelivery): DeliveryRefund {
  const fixed = whyNotCancelled(order, delivery);
  if (fixed) return fixed;
  const itemIds = itemsOfDelivery(delivery).map(({ id }) => id);
  return { outcome: 'refunded', amountCents: backOfTaking(order, new Set(itemIds)), itemIds };
}

/** Why it cannot be cancelled now; null: it can. */
export function whyNotCancelled(
  { status }: Pick<OrderInBooks, 'status'>,
  delivery: Pick<OrderDelivery, 'status'>,
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

function refused(
  code: DeliveryRefundRefusal,
  message: string,
): Extract<DeliveryRefund, { outcome: 'refused' }> {
  return { outcome: 'refused', code, message };
}
