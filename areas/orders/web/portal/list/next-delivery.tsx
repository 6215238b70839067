import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';

/** The first that is still to come, or the last one when all is over; the others are counted. */
export function NextDelivery({ order: { deliveries } }: { order: AdminOrderReply }) {
  const next = deliveries.find(({ status }) => !isEnded(status));
  const shown = next ?? deliveries.at(-1);
  if (!shown) return null;
  const others = deliveries.length - 1;
  return (
    <span className={next ? undefined : 'text-ink-soft'}>
      {deliveryText(shown.date, shown.timeSlot)}
      {others > 0 && (
        <span title={deliveries.map((one) => deliveryText(one.date, one.timeSlot)).join('\n')}>
          {' '}
          <span aria-hidden="true">+{others}</span>
          <span className="sr-only">and {others} more</span>
        </span>
      )}
    </span>
  );
}
