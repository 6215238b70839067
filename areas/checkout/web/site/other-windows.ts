import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

export type Window = NonNullable<CheckoutConflictReply['full']>[number];

/** "Tue 1 Dec, 11am-1pm". */
export function nameOfWindow({ date, timeSlot }: Window): string {
  return `${formatDayAndMonth(date)}, ${windowLabel(timeSlot)}`;
}

export function namesOfWindows(windows: readonly Window[]): string {
  return new Intl.ListFormat('en-AU').format(windows.map(nameOfWindow));
}

/** Where a delivery of this basket can go as it is: every meal comes on the day it is eaten, or, all on one day, before. */
export function windowsInstead(
  { orderItems, deliveryType }: PreparedOrder,
  from: Window,
  free: readonly Window[],
): Window[] {
  const eaten = orderItems.filter(isOf(from)).map(({ mealDate }) => mealDate);
  const first = eaten.toSorted()[0] ?? from.date;
  return free.filter(({ date }) => (deliveryType === 'daily' ? date === from.date : date <= first));
}

export function withOtherWindow(order: PreparedOrder, from: Window, to: Window): PreparedOrder {
  const isMoved = isOf(from);
  return {
    ...order,
    orderItems: order.orderItems.map((item) =>
      isMoved(item) ? { ...item, deliveryDate: to.date, deliveryWindow: to.timeSlot } : item,
    ),
  };
}

function isOf({ date, timeSlot }: Window) {
  return ({ deliveryDate, deliveryWindow }: PreparedItem) =>
    deliveryDate === date && deliveryWindow === timeSlot;
}
