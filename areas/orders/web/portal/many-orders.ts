import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { ManyStatusReply, ManyStatusRow } from '#areas/orders/calls/order-bulk.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { BulkRow } from '#platform/web/portal/bulk-result.tsx';
import type { OrderListFilter } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { nameOfCustomer } from '#areas/orders/web/portal/detail/describe-order.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';

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

/** What the list is of; empty: all days, all windows. */
export type ShownSlots = Pick<OrderListFilter, 'deliveryDate' | 'window'>;

/** The open deliveries that the list shows: those of its day and window, or the one that comes next. */
export function shownDeliveries(
  { deliveries }: Pick<AdminOrderReply, 'deliveries'>,
  { deliveryDate, window }: ShownSlots,
): Delivery[] {
  const open = deliveries.filter(
    ({ date, timeSlot, status }) =>
      !isEnded(status) &&
      (deliveryDate === '' || date === deliveryDate) &&
      (window === '' || timeSlot === window),
  );
  return deliveryDate === '' ? open.slice(0, 1) : open;
}

export function deliveriesToMove(
  orders: readonly AdminOrderReply[],
  shown: ShownSlots,
): { deliveries: Delivery[]; orderOf: ReadonlyMap<number, number>; staying: BulkRow[] } {
  const found = orders.map((order) => ({ order, deliveries: shownDeliveries(order, shown) }));
  return {
    deliveries: found.flatMap(({ deliveries }) => deliveries),
    orderOf: new Map(
      found.flatMap(({ order, deliveries }) => deliveries.map(({ id }) => [id, order.id] as const)),
    ),
    staying: found
      .filter(({ deliveries }) => deliveries.length === 0)
      .map(({ order }) => ({
        // Not the id of a delivery.
        id: -order.id,
        ok: false,
        customer: `${order.orderNumber}, ${nameOfCustomer(order)}`,
        message: 'No delivery is still to come.',
      })),
  };
}

type ResultRow = { id: number; ok: boolean; message?: string | undefined };

export type BulkOutcome = {
  done: number;
  /** By delivery: why it stayed as it was. */
  refused: ReadonlyMap<number, string>;
};

type BulkAction<Body, Result extends ResultRow> = {
  send: (body: Body) => Promise<{ results: readonly Result[] }>;
  /** "moved". */
  what: string;
  /** What changed, where it is not whole deliveries: "3 meals". */
  nameOf?: (changed: readonly Result[]) => string;
  onDone: (outcome: BulkOutcome) => void;
  preview?: { refetch: () => unknown };
};

export function useBulkAction<Body, Result extends ResultRow>({
  send,
  what,
  nameOf = ({ length }) => (length === 1 ? '1 delivery' : `${length} deliveries`),
  onDone,
  preview,
}: BulkAction<Body, Result>) {
  return useChange(send, {
    says({ results }) {
      const { refused } = outcomeOf(results);
      return {
        title: `${nameOf(results.filter(({ ok }) => ok))} ${what}`,
        ...(refused.size > 0 && { description: `${refused.size} not changed: see the list.` }),
        tone: refused.size > 0 ? 'error' : 'success',
      };
    },
    onDone: ({ results }) => onDone(outcomeOf(results)),
    preview,
    refresh: [{ queryKey: DELIVERIES_KEY }, { queryKey: ['delivery-slots'] }],
  });
}

function outcomeOf(results: readonly ResultRow[]): BulkOutcome {
  const refused = results.filter(({ ok }) => !ok);
  return {
    done: results.length - refused.length,
    refused: new Map(refused.map(({ id, message = '' }) => [id, message])),
  };
}
