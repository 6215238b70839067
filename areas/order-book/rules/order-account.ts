/** The account of an order as the books have it, and what a refund of its meals or fees would be. */
import {
  type Account,
  accountOf,
  type AccountFacts,
  type AccountItem,
  feePartOf,
  type PartId,
} from '#areas/order-book/rules/account.ts';
import { type OrderPrice, priceOfItems } from '#areas/order-book/rules/order-pricing.ts';
import {
  itemsOf,
  liveItemsOf,
  type Order,
  itemsOfDelivery,
  type OrderDelivery,
} from '#areas/order-book/rules/order.ts';
import {
  type Cents,
  formatAmount,
  formatDollars,
  includedGst,
  sumCents,
} from '#platform/rules/money.ts';

/** What staff look for: money that the customer owes, or money to be paid back. */
export const ORDER_BALANCES = ['owed', 'refund'] as const;

export type OpenOrderBalance = (typeof ORDER_BALANCES)[number];

export type OrderInBooks = Pick<
  Order,
  | 'status'
  | 'deliveries'
  | 'deliveryType'
  | 'terms'
  | 'kept'
  | 'gone'
  | 'payments'
  | 'approvedCents'
  | 'refunds'
  | 'takenByBankCents'
  | 'isDisputed'
>;

/** `gone`: as if the kitchen had taken these items off as well. */
export function accountOfOrder(
  order: OrderInBooks,
  gone: ReadonlySet<number> = new Set(),
): Account {
  const account = accountOf(factsOf(order, gone));
  return {
    ...account,
    owedCents: Math.max(0, account.owedCents - (order.approvedCents ?? 0)),
  };
}

function factsOf(order: OrderInBooks, gone: ReadonlySet<number>): AccountFacts {
  const { status, payments, refunds, takenByBankCents } = order;
  return {
    items: accountItemsOf(order).map((item) =>
      gone.has(item.id) ? { ...item, gone: 'kitchen' } : item,
    ),
    terms: termsOf(order),
    kept: order.kept,
    // Money for a change that waits is not the order's yet: it would pay for something else, or go back twice.
    payments: payments
      .filter(({ isForWaitingChange }) => status === 'cancelled' || !isForWaitingChange)
      .map(({ amountCents }) => ({ cents: amountCents })),
    refunds: refunds.map(({ amountCents, ...refund }) => ({ ...refund, cents: amountCents })),
    takenByBankCents,
  };
}

function accountItemsOf({ status, deliveries, gone }: OrderInBooks): AccountItem[] {
  const left = gone.map((item): AccountItem => ({ ...item, gone: item.goneBy }));
  const placed = deliveries.flatMap((delivery) =>
    delivery.people.flatMap(({ id: personId, items }) =>
      items.map(({ id, priceCents, feeDate }) => ({
        id,
        personId,
        feeDate,
        cents: priceCents,
        gone:
          status === 'cancelled' || delivery.status === 'cancelled' ? ('kitchen' as const) : null,
      })),
    ),
  );
  return [...placed, ...left];
}

function termsOf({ deliveryType, terms }: OrderInBooks): AccountFacts['terms'] {
  return { ...terms, deliveryType };
}

/** Its price with the lines of delivery. Of an order that is cancelled, those that it had then. */
export function priceLinesOf(order: OrderInBooks & Pick<Order, 'price'>): OrderPrice {
  const people = order.deliveries.flatMap((delivery) => delivery.people);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const linesOf = (items: readonly AccountItem[]) => priceOfItems(items, termsOf(order), names);
  const items = accountItemsOf(order);
  if (order.status !== 'cancelled') return linesOf(items);
  const had = new Set(liveItemsOf(order).map(({ id }) => id));
  const sold = linesOf(items.map((item) => (had.has(item.id) ? { ...item, gone: null } : item)));
  return sold.deliveryFeeCents === order.price.deliveryFeeCents ? sold : linesOf(items);
}

/** The GST in what an order costs, as its documents say. Null: none; left out: there is no document yet. */
export function gstInOrder({ price, issued }: Pick<Order, 'price' | 'issued'>): {
  gst?: string | null;
} {
  if (!issued) return {};
  const { isTaxed, isPlain, gstCents } = issued;
  const cents = isPlain ? gstCents : includedGst(price.totalCents);
  return { gst: isTaxed ? formatAmount(cents) : null };
}

/** What goes back when a change makes the one of the other; what was due before it is not its own. */
export function backOf(before: Account, after: Account): Cents {
  return Math.max(0, after.dueBackCents - before.dueBackCents);
}

/** What goes back when the kitchen takes these items off. With the last of an order all that is left does. */
export function backOfTaking(order: OrderInBooks, ids: ReadonlySet<number>): Cents {
  const isAll = accountItemsOf(order).every(({ id, gone }) => gone !== null || ids.has(id));
  return isAll
    ? accountOfOrder({ ...order, status: 'cancelled' }).dueBackCents
    : backOf(accountOfOrder(order), accountOfOrder(order, ids));
}

/** As staff judge a refund of parts: what a failed refund was for may be given again. */
export function accountToRefund(order: OrderInBooks): Account {
  const refunds = order.refunds.map((refund) =>
    refund.state === 'failed' && refund.isSettledOtherwise !== true
      ? { ...refund, presents: [] }
      : refund,
  );
  return accountOfOrder({ ...order, refunds });
}

/** The parts that these items are, with the fee of anyone who has nothing else left that was not paid back. */
export function partsOfItems(order: OrderInBooks, ids: ReadonlySet<number>): PartId[] {
  const open = openPartsOf(order);
  const isOpen = (id: number) => open.has(`i${id}`);
  const terms = termsOf(order);
  const byFee = Map.groupBy(accountItemsOf(order), (item) => feePartOf(item, terms));
  const ended = [...byFee].filter(
    ([fee, items]) =>
      open.has(fee) &&
      items.some(({ id }) => ids.has(id)) &&
      items.every(({ id }) => ids.has(id) || !isOpen(id)),
  );
  return [...[...ids].map((id): PartId => `i${id}`), ...ended.map(([fee]) => fee)];
}

/** What is left of the delivery fees of these items, whether or not they go back. */
export function feesOfItems(order: OrderInBooks, ids: ReadonlySet<number>): PartId[] {
  const open = openPartsOf(order);
  const terms = termsOf(order);
  const itemsLeaving = accountItemsOf(order).filter(({ id }) => ids.has(id));
  return [...new Set(itemsLeaving.map((item) => feePartOf(item, terms)))].filter((fee) =>
    open.has(fee),
  );
}

/** What still costs something, after presents. */
export function openPartsOf(order: OrderInBooks): Map<PartId, Cents> {
  const { parts } = accountToRefund(order);
  return new Map(
    parts.flatMap(({ id, netCents }) => (netCents > 0 ? [[id, netCents] as const] : [])),
  );
}

/** Items that no refund can be for any more. */
export function paidBackItems(order: OrderInBooks): number[] {
  const open = openPartsOf(order);
  return itemsOf(order).flatMap(({ id }) => (open.has(`i${id}`) ? [] : [id]));
}

/** What of the delivery fees can still be paid back. */
export function openFeeCents(order: OrderInBooks): Cents {
  return sumCents([...openPartsOf(order)].map(([id, cents]) => (id.startsWith('f') ? cents : 0)));
}

/** Those that its customer reads of: one that failed only while its money is still due, whichever way it went since. */
export function refundsToTell(order: OrderInBooks): OrderInBooks['refunds'] {
  const { dueBackCents } = accountOfOrder(order);
  return order.refunds.filter(
    ({ state, isSettledOtherwise }) =>
      state !== 'failed' || (dueBackCents > 0 && !isSettledOtherwise),
  );
}

/** What is wrong with the money of an order, for staff; null: nothing. */
export function warningOf(order: OrderInBooks): string | null {
  const { owedCents, dueBackCents } = accountOfOrder(order);
  if (owedCents > 0) return `${formatDollars(owedCents)} of this order is unpaid.`;
  if (dueBackCents === 0) return null;
  const amount = formatDollars(dueBackCents);
  if (order.refunds.some(({ state }) => state === 'failed'))
    return `A refund failed: ${amount} still needs to be refunded.`;
  return order.status === 'cancelled'
    ? `This order is cancelled, but ${amount} was not refunded.`
    : `The customer overpaid by ${amount}.`;
}

// The money of a delivery that is not brought: it goes back, and the order costs so much less.

type DeliveryRefund =
  | {
      outcome: 'refunded';
      amountCents: Cents;
      itemIds: number[];
    }
  | { outcome: 'refused'; code: DeliveryRefundRefusal; message: string };

type DeliveryRefundRefusal = 'already_refunded' | 'delivered' | 'out' | 'undecided';

/**
 * What goes back when this delivery is cancelled: what the order then costs less. With the last delivery of an order all
 * that is left goes back.
 */
export function judgeDeliveryRefund(order: OrderInBooks, delivery: OrderDelivery): DeliveryRefund {
  const fixed = whyNotCancelled(order, delivery);
  if (fixed) return fixed;
  const itemIds = itemsOfDelivery(delivery).map(({ id }) => id);
  return { outcome: 'refunded', amountCents: backOfTaking(order, new Set(itemIds)), itemIds };
}

/** Why it cannot be cancelled now; null: it can. */
export function whyNotCancelled(
  { status }: Pick<OrderInBooks, 'status'>,
  delivery: Pick<OrderDelivery, 'status'>,
): Extract<DeliveryRefund, { outcome: 'refused' }> | null {
  if (delivery.status === 'cancelled')
    return refused('already_refunded', 'This delivery was cancelled already.');
  if (delivery.status === 'delivered')
    return refused('delivered', 'It has arrived. Refund its meals on the order instead.');
  if (delivery.status === 'out')
    return refused(
      'out',
      'A driver has this bag. Have it brought back and set it to packed first.',
    );
  if (status === 'pending')
    return refused('undecided', 'Its order is pending. Decide on it first.');
  return null;
}

function refused(
  code: DeliveryRefundRefusal,
  message: string,
): Extract<DeliveryRefund, { outcome: 'refused' }> {
  return { outcome: 'refused', code, message };
}
