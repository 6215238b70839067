/** Between the columns of `orders` and the parts of an order that stand in them. */
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { Order, OrderToCook } from '#areas/order-book/rules/order.ts';
import { searchTextOf } from '#areas/order-book/rules/order-search.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';
import { mailboxKey } from '#platform/rules/customer-name.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { OrderAmounts } from '#areas/order-book/rules/order-pricing.ts';

type OrderColumns = Omit<
  OrderRow,
  | 'id'
  | 'checkoutId'
  | 'status'
  | 'pendingReason'
  | 'version'
  // Only the upgrade sets it.
  | 'hasOldCalendar'
  | 'erasedAt'
  | 'createdAt'
  // Only who knows our secret can write it: recipientTokenHashOf.
  | 'recipientTokenHash'
>;

/** What is written of an order that is new or has changed. */
export function orderColumns({
  number,
  customer,
  recipient = null,
  foodAnswers = [],
  deliveryType,
  price: { subtotalCents, deliveryFeeCents, taxCents, totalCents },
  terms,
  kept = [],
}: Pick<CheckedOrder, 'customer' | 'recipient' | 'deliveryType' | 'foodAnswers'> &
  Pick<Order, 'number' | 'price' | 'terms'> &
  Partial<Pick<Order, 'kept'>>): OrderColumns {
  const { address, ...contact } = customer;
  return {
    number,
    ...contact,
    addressLine1: address.line1,
    addressLine2: address.line2,
    suburb: address.suburb.name,
    postcode: address.suburb.postcode,
    recipient,
    foodAnswers,
    deliveryType,
    subtotalCents,
    deliveryFeeCents,
    taxCents,
    totalCents,
    terms,
    kept: [...kept],
    ...keysOf({ number, customer, recipient }),
  };
}

/** What an order is found and recognised by. All follow from its other columns. */
export function keysOf({
  number,
  customer,
  recipient,
}: Pick<Order, 'number' | 'customer' | 'recipient'>): Pick<
  OrderColumns,
  'searchText' | 'mailbox' | 'streetKey'
> {
  const { line1, line2, suburb } = customer.address;
  return {
    searchText: searchTextOf({ ...customer, recipient, number }),
    mailbox: mailboxKey(customer.email),
    streetKey: streetKeyText(line1, line2, suburb.postcode),
  };
}

/** The way back. */
export function orderFacts(
  row: OrderRow,
): Omit<OrderToCook, 'deliveries' | 'cardDeliveryId' | 'reactions'> {
  const { id, number, checkoutId, status, pendingReason, version, createdAt, deliveryType } = row;
  const { firstName, lastName, email, phone, deliveryPreference, specialInstructions } = row;
  const { subtotalCents, deliveryFeeCents, taxCents, totalCents, terms, kept } = row;
  const address = {
    line1: row.addressLine1,
    line2: row.addressLine2,
    suburb: { name: row.suburb, postcode: row.postcode },
  };
  return {
    id,
    number,
    checkoutId,
    status,
    pendingReason,
    version,
    createdAt,
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address,
      deliveryPreference,
      specialInstructions,
    },
    recipient: row.recipient,
    foodAnswers: row.foodAnswers,
    deliveryType,
    price: { subtotalCents, deliveryFeeCents, taxCents, totalCents },
    terms,
    kept,
  };
}

/** What an order costs, as it goes over the wire. */
export function amountsOf(price: OrderAmounts) {
  return {
    subtotal: formatAmount(price.subtotalCents),
    deliveryFee: formatAmount(price.deliveryFeeCents),
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  };
}
