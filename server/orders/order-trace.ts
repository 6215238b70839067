/**
 * What the audit trail keeps of a change to an order: the fields that changed, in words staff can read, and the
 * resulting version.
 */
import { isDeepStrictEqual } from 'node:util';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { formatAmount } from '#domain/money.ts';
import type { CheckedItem } from '#domain/ordering/check/check-items.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';

type Fields = Record<string, unknown>;

export type TracedItem = CheckedItem & { mealName: string; priceCents: number };

/** The fields that differ, with their values before and after. */
export function traceOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (fields: Fields): Fields =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: only(before), after: only(after) };
}

export function tracedFields(order: OrderRow, items: readonly TracedItem[]): Fields {
  return {
    version: order.version,
    status: order.status,
    firstName: order.firstName,
    lastName: order.lastName,
    email: order.email,
    phone: order.phone,
    addressLine1: order.addressLine1,
    addressLine2: order.addressLine2,
    suburb: order.suburb,
    deliveryPreference: order.deliveryPreference,
    specialInstructions: order.specialInstructions,
    deliveryType: order.deliveryType,
    deliveryFee: formatAmount(order.deliveryFeeCents),
    total: formatAmount(order.totalCents),
    items: items.map(describeItem).toSorted(),
  };
}

/** "Mia: Chicken bowl (lunch), Tue 13 Jan, delivered Tue 13 Jan 11am-1pm, 14.99". */
function describeItem(item: TracedItem): string {
  const meal = `${item.mealName} (${item.mealType}), ${formatDayAndMonth(item.mealDate)}`;
  const drop = `${formatDayAndMonth(item.deliveryDate)} ${windowLabel(item.deliveryWindow)}`;
  return `${item.personName}: ${meal}, delivered ${drop}, ${formatAmount(item.priceCents)}`;
}
