import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { shownDeliveries, type ShownSlots } from '#areas/orders/web/portal/describe-many.ts';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';

type NextDeliveryProps = { order: AdminOrderReply; shown: ShownSlots };

/** The first that the list is about and that is still to come, or the last one when all is over; the others are counted. */
export function NextDelivery({ order, shown }: NextDeliveryProps) {
  const { deliveries } = order;
  const [next] = shownDeliveries(order, shown);
  const listed = next ?? deliveries.find(({ date }) => date === shown.deliveryDate);
  const first = listed ?? deliveries.at(-1);
  if (!first) return null;
  const others = deliveries.length - 1;
  return (
    <span className={next ? undefined : 'text-ink-soft'}>
      {deliveryText(first.date, first.timeSlot)}
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
