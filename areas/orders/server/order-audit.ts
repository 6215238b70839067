/**
 * What the audit trail keeps of a change to an order: the fields that changed, in words staff can read, and the
 * resulting version.
 */
import { isDeepStrictEqual } from 'node:util';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { EditedPerson } from '#areas/order-book/rules/change/people-after.ts';
import type { Order, OrderItem } from '#areas/order-book/rules/order.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';

type Fields = Record<string, unknown>;

type AuditedItem = Omit<OrderItem, 'id'>;

/** The fields that differ, with their values before and after. */
export function auditSnapshotOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (fields: Fields): Fields =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: only(before), after: only(after) };
}

export function auditedFields(
  order: Order & { items: readonly AuditedItem[]; people: readonly EditedPerson[] },
): Fields {
  const { customer, price } = order;
  return {
    version: order.version,
    status: order.status,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    addressLine1: customer.address.line1,
    addressLine2: customer.address.line2,
    suburb: customer.address.suburb.name,
    deliveryPreference: customer.deliveryPreference,
    specialInstructions: customer.specialInstructions,
    recipient: order.recipient && recipientText(order.recipient),
    deliveryType: order.deliveryType,
    deliveryFee: formatAmount(price.deliveryFeeCents),
    total: formatAmount(price.totalCents),
    people: order.people.filter(hasFoodNeeds).map(needsLine).toSorted(),
    items: order.items.map(describeItem).toSorted(),
    agreed: order.items.flatMap(describeOverride).toSorted(),
  };
}

/** "Rose Lee, +61412345678, a present, card: Enjoy!, messages: both". */
function recipientText(recipient: Recipient): string {
  const { firstName, lastName, phone, isGift, message, news, namesPayer } = recipient;
  return [
    `${firstName} ${lastName}`,
    phone,
    ...(isGift ? ['a present'] : []),
    ...(message === '' ? [] : [`card: ${message}`]),
    `messages: ${news}`,
    ...(namesPayer ? [] : ['not told who ordered']),
  ].join(', ');
}

/** "Mia, Satay Chicken contains peanut: she only reacts to cashews, says her mother". */
function describeOverride({ personName, meal, override }: AuditedItem): string[] {
  if (!override) return [];
  return [
    `${personName}, ${meal.name} contains ${override.allergens.join(', ')}: ${override.reason}`,
  ];
}

/** "Mia: Chicken bowl (lunch), Tue 13 Jan, delivered Tue 13 Jan 11am-1pm, 14.99". */
function describeItem(item: AuditedItem): string {
  const meal = `${item.meal.name} (${item.mealType}), ${formatDayAndMonth(item.mealDate)}`;
  const delivery = `${formatDayAndMonth(item.deliveryDate)} ${windowLabel(item.deliveryWindow)}`;
  return `${item.personName}: ${meal}, delivered ${delivery}, ${formatAmount(item.priceCents)}`;
}
