import { formatPhone } from '#areas/business/rules/australia.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';

const HEADING = [
  'Order',
  'Placed',
  'Status',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Address',
  'Suburb',
  'Postcode',
  'Warm or cold',
  'Instructions',
  'Meals',
  'Deliveries',
  'Total',
  'Paid',
  'Refunded',
  'Balance',
  'For someone else',
  'Their phone',
];

/** One row per order, in the sequence given, without test orders. */
export function ordersCsv(orders: readonly AdminOrderReply[], timeZone: string): string {
  const real = orders.filter(({ isTest = false }) => !isTest);
  const rows = real.map(({ customer, ...order }) => [
    order.orderNumber,
    wallTimeAt(Date.parse(order.createdAt), timeZone).date,
    order.status,
    customer.firstName,
    customer.lastName,
    customer.email,
    formatPhone(customer.phone),
    customer.address,
    order.suburb,
    order.postcode,
    customer.deliveryPreference,
    customer.specialInstructions,
    order.orderItems.length,
    order.deliveries.map(deliveryText).join('; '),
    order.total,
    order.paid,
    order.refundedTotal,
    order.balance,
    order.recipient ? customerName(order.recipient) : '',
    order.recipient ? formatPhone(order.recipient.phone) : '',
  ]);
  return toCsv([HEADING, ...rows]);
}

/** "2026-01-13 11am-1pm Planned". */
function deliveryText({ date, timeSlot, status }: AdminOrderReply['deliveries'][number]): string {
  return `${date} ${windowLabel(timeSlot)} ${DELIVERY_STATUS_LABELS[status]}`;
}
