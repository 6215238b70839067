/** What is asked of one order before its status is set, and what many at once refuse instead of asking. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryStatus, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';

type Due = { date: PlainDate; status: DeliveryStatus };

/** Open deliveries of days after this one. */
export function stillToCome<Delivery extends Due>(
  deliveries: readonly Delivery[],
  today: PlainDate,
): Delivery[] {
  return deliveries.filter(({ date, status }) => date > today && !isEnded(status));
}

type RefusedOne = { code: string; message: string };

/**
 * Why an order among many is left as it is; null: it is set like a single one. What a single change would ask about is
 * left to its own page.
 */
export function refusalAmongMany(
  order: { status: OrderStatus; deliveries: readonly Due[] },
  to: OrderStatus,
  today: PlainDate,
): RefusedOne | null {
  const { status } = order;
  if (status === to) return { code: 'already_so', message: `It is already ${to}.` };
  if (status === 'cancelled')
    return {
      code: 'already_cancelled',
      message: 'It is cancelled. Reopen it on its own page: it needs its places again.',
    };
  if (to === 'cancelled' && !canCancelOrder(order))
    return {
      code: 'already_delivered',
      message: 'It is already delivered. Cancel it on its own page.',
    };
  if (to !== 'delivered') return null;
  const ahead = stillToCome(order.deliveries, today).length;
  if (ahead === 0) return null;
  const message = `${ahead === 1 ? '1 delivery is' : `${ahead} deliveries are`} still to come.`;
  return { code: 'still_to_come', message };
}
