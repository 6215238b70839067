/** Orders as text, grouped the way staff read them: by delivery, then by person. */
import type { AdminOrderReply, RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { PendingReason, RefundState } from '#areas/order-book/rules/order-status.ts';
import { type Cents, formatDollars, parseAmount } from '#platform/rules/money.ts';

type Item = AdminOrderReply['orderItems'][number];
type Delivery = AdminOrderReply['deliveries'][number];

export function nameOfCustomer({ customer }: Pick<AdminOrderReply, 'customer'>): string {
  return `${customer.firstName} ${customer.lastName}`;
}

/** An order has a customer's email as long as we know whose it is. */
export function isErased({ customer }: Pick<AdminOrderReply, 'customer'>): boolean {
  return customer.email === '';
}

export function deliveryText(date: PlainDate, window: DeliveryWindow): string {
  return `${formatDayAndMonth(date)}, ${windowLabel(window)}`;
}

/** "Tue 13 Jan, 11am-1pm" for each delivery. */
export function deliveryTexts({ deliveries }: Pick<AdminOrderReply, 'deliveries'>): string[] {
  return deliveries.map(({ date, timeSlot }) => deliveryText(date, timeSlot));
}

export type PersonMeals = { name: string; items: Item[] };
export type DeliveryMeals = { delivery: Delivery; people: PersonMeals[] };

/** Deliveries, people and meals in the server's order. */
export function byDelivery(
  order: Pick<AdminOrderReply, 'deliveries' | 'orderItems'>,
): DeliveryMeals[] {
  return order.deliveries.map((delivery) => {
    const people = new Map<string, PersonMeals>();
    for (const item of order.orderItems) {
      if (!isIn(item, delivery)) continue;
      const key = personKey(item.personName);
      const person = people.get(key) ?? { name: item.personName, items: [] };
      people.set(key, person);
      person.items.push(item);
    }
    return { delivery, people: [...people.values()] };
  });
}

/** One that was cancelled may have another in its window by now. */
export function isIn(
  { deliveryDate, deliveryWindow }: Item,
  { date, timeSlot, struckOut }: Pick<Delivery, 'date' | 'timeSlot' | 'struckOut'>,
): boolean {
  return struckOut === undefined && deliveryDate === date && deliveryWindow === timeSlot;
}

const PENDING_WORDS: Record<PendingReason, string> = {
  slot_full: 'Paid, but a delivery window was full by then',
  past_cutoff: 'Paid after the cutoff',
  amount_differs: 'The amount paid doesn’t match the order total',
  recipe_changed:
    'A meal may not suit its person or day by now, or a note about food is not answered',
  meal_sold_out: 'Paid, but a meal was sold out by then',
};

export function formatPendingReason(reason: PendingReason): string {
  return PENDING_WORDS[reason];
}

// Money of an order as text for staff. Amounts on the wire are text.

/** "-5.99" -> -599. */
export function centsOf(amount: string): Cents {
  const isNegative = amount.startsWith('-');
  const cents = parseAmount(isNegative ? amount.slice(1) : amount) ?? 0;
  return isNegative ? -cents : cents;
}

/** "$1.50 due", "$4.00 to refund"; empty: nothing is open. */
export function balanceText({ balance }: { balance: string }): string {
  const cents = centsOf(balance);
  if (cents === 0) return '';
  return cents > 0 ? `${formatDollars(cents)} due` : `${formatDollars(-cents)} to refund`;
}

const REFUND_WORDS: Record<RefundState, string> = {
  wanted: 'Refund requested',
  sent: 'Refund requested',
  pending: 'Refund under way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
};

export function formatRefundState(state: RefundState): string {
  return REFUND_WORDS[state];
}

/** The status of a refund, as a sentence. Only one that succeeded is called money back. */
export function describeRefund({ amount, state }: Pick<RefundReply, 'amount' | 'state'>): string {
  const dollars = formatDollars(centsOf(amount));
  if (state === 'succeeded') return `${dollars} has been refunded to the card.`;
  if (state === 'failed') return `The refund of ${dollars} failed. Check the order.`;
  return `A refund of ${dollars} is on its way to the card.`;
}
