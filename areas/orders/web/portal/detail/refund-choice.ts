/** What staff choose to refund, before the server prices it. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { WhatToRefund } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { deliveryText, isIn } from './describe-order.ts';

export const REFUND_KINDS = ['items', 'person', 'delivery', 'fee', 'kept', 'amount'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export type RefundChoice = {
  kind: RefundKind;
  items: readonly number[];
  personName: string;
  /** Empty: none chosen; of a fee, all deliveries. */
  deliveryId: string;
  amount: string;
  /** Id of the money kept; empty: none chosen. */
  kept: string;
};

export const NOTHING_CHOSEN: RefundChoice = {
  kind: 'items',
  items: [],
  personName: '',
  deliveryId: '',
  amount: '',
  kept: '',
};

type Refundable = Pick<
  AdminOrderReply,
  'orderItems' | 'deliveries' | 'refundedItems' | 'refundableFee' | 'kept'
>;

/** What there is to refund at all: not what went back already. An amount always stays. */
export function kindsLeft(order: Refundable): RefundKind[] {
  const hasMeals = order.orderItems.some(({ id }) => !order.refundedItems.includes(id));
  return REFUND_KINDS.filter((kind) => {
    if (kind === 'amount') return true;
    if (kind === 'kept') return order.kept.some(({ left }) => left !== '0.00');
    return kind === 'fee' ? order.refundableFee !== '0.00' : hasMeals;
  });
}

type Option = { value: string; label: string; isRefunded: boolean };

export function peopleToRefund({ orderItems, refundedItems }: Refundable): Option[] {
  return [...Map.groupBy(orderItems, ({ personName }) => personKey(personName)).values()].map(
    (items) => {
      const name = items[0]?.personName ?? '';
      const isRefunded = items.every(({ id }) => refundedItems.includes(id));
      return { value: name, label: name, isRefunded };
    },
  );
}

export function deliveriesToRefund(order: Refundable): Option[] {
  return order.deliveries.map((delivery) => {
    const items = order.orderItems.filter((item) => isIn(item, delivery));
    const isRefunded = items.every((item) => order.refundedItems.includes(item.id));
    const label = deliveryText(delivery.date, delivery.timeSlot);
    return { value: String(delivery.id), label, isRefunded };
  });
}

/** Money kept of what was cancelled. */
export function keptToRefund({ kept }: Pick<Refundable, 'kept'>): Option[] {
  return kept.map(({ id, amount, left, reason }) => ({
    value: String(id),
    label: `$${amount}: ${reason}`,
    isRefunded: left === '0.00',
  }));
}

/** "Mia, lunch on Tue 13 Jan". */
export function itemText(item: AdminOrderReply['orderItems'][number]): string {
  return `${item.personName}, ${item.mealType} on ${formatDayAndMonth(item.mealDate)}`;
}

/** Null while the choice is incomplete. */
export function whatToRefund(choice: RefundChoice): WhatToRefund | null {
  const { kind, items, personName, deliveryId, amount, kept } = choice;
  switch (kind) {
    case 'items':
      return items.length > 0 ? { part: { items: items.toSorted((a, b) => a - b) } } : null;
    case 'person':
      return personName === '' ? null : { part: { personName } };
    case 'delivery':
      return deliveryId === '' ? null : { part: { deliveryId: Number(deliveryId) } };
    case 'kept':
      return kept === '' ? null : { part: { kept: Number(kept) } };
    case 'fee':
      return {
        part: { fee: true, ...(deliveryId !== '' && { deliveryId: Number(deliveryId) }) },
      };
    case 'amount': {
      const cents = parseAmount(amount.trim().replace(/^\$/, ''));
      return cents === null || cents === 0 ? null : { amount: formatAmount(cents) };
    }
  }
}
