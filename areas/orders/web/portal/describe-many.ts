/** Many orders in words. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { ManyStatusReply, ManyStatusRow } from '#areas/orders/calls/order-bulk.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { BulkRow } from '#platform/web/portal/bulk-preview.tsx';
import { nameOfCustomer } from '#areas/orders/web/portal/detail/describe-order.ts';

export function orderCount(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}

/** "RT-7K3F-9Q2X, Mia Nguyễn". */
export function toBulkRow({
  id,
  ok,
  orderNumber = '',
  customer = '',
  message,
  refund,
}: Pick<ManyStatusRow, 'id' | 'ok' | 'orderNumber' | 'customer' | 'message' | 'refund'>): BulkRow {
  const name = [orderNumber, customer].filter(Boolean).join(', ');
  return { id, ok, customer: name, message, amount: refund };
}

/** What setting the status does, a sentence each. */
export function statusSums(
  { results, told, refund }: Pick<ManyStatusReply, 'results' | 'told' | 'refund'>,
  status: OrderStatus,
): string[] {
  const count = results.filter(({ ok }) => ok).length;
  if (count === 0) return ['Nothing changes.'];
  const who = told === 1 ? '1 customer gets' : `${told} customers get`;
  return [
    `${orderCount(count)} set to ${status}.`,
    told === 0 ? 'Nobody is told.' : `${who} an email.`,
    ...(Number(refund) > 0 ? [`$${refund} goes back to their cards.`] : []),
  ];
}

type Delivery = AdminOrderReply['deliveries'][number];

/** Of each order, the delivery that comes next; those without one, and why they stay. */
export function nextDeliveriesOf(orders: readonly AdminOrderReply[]): {
  deliveries: Delivery[];
  orderOf: ReadonlyMap<number, number>;
  staying: BulkRow[];
} {
  const found = orders.map((order) => ({
    order,
    next: order.deliveries.find(({ status }) => !isEnded(status)),
  }));
  return {
    deliveries: found.flatMap(({ next }) => (next ? [next] : [])),
    orderOf: new Map(found.flatMap(({ order, next }) => (next ? [[next.id, order.id]] : []))),
    staying: found
      .filter(({ next }) => next === undefined)
      .map(({ order }) => ({
        // Not the id of a delivery.
        id: -order.id,
        ok: false,
        customer: `${order.orderNumber}, ${nameOfCustomer(order)}`,
        message: 'No delivery is still to come.',
      })),
  };
}
