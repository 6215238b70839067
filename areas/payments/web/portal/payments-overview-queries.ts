import { freshQuery } from '#platform/web/api/call-query.ts';
import {
  type BooksCheckReply,
  checkBooks,
  getPaymentsOverview,
  refundUndecidedOrder,
  handleRefund,
  confirmUndecidedOrder,
  retryEvent,
  retryRefund,
} from '#areas/payments/calls/admin-payments.ts';
import type { AdminOrderReply, RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { call } from '#platform/web/api/client.ts';
import { type AfterChange, useChange } from '#platform/web/api/use-change.ts';

const LOOK_AGAIN_MS = 30_000;

/** Events from the card provider do not show up in the live order stream, so this is polled while shown. */
export const paymentsOverviewQuery = freshQuery(
  ['payment-desk'],
  getPaymentsOverview,
  {},
  { refetchInterval: LOOK_AGAIN_MS },
);

export function sendBooksCheck(): Promise<BooksCheckReply> {
  return call(checkBooks, {});
}

export type OrderDecision = 'keep' | 'refund';

/** Refused if someone has changed the order since it was shown. */
export function sendDecision(
  { id, version }: { id: number; version: number },
  decision: OrderDecision,
): Promise<AdminOrderReply> {
  const request = { params: { id: String(id) }, body: { version } };
  return decision === 'keep'
    ? call(confirmUndecidedOrder, request)
    : call(refundUndecidedOrder, request);
}

export function sendRefundAgain(id: number): Promise<RefundReply> {
  return call(retryRefund, { params: { id: String(id) } });
}

export function sendRefundHandled(id: number, note: string): Promise<void> {
  return call(handleRefund, { params: { id: String(id) }, body: { note } });
}

export function sendEventAgain(id: string) {
  return call(retryEvent, { params: { id } });
}

/** Asks for the page again, also after a refusal. */
export function usePaymentsChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  after: Omit<AfterChange<Reply, Given>, 'refresh'>,
) {
  return useChange(send, { ...after, refresh: [paymentsOverviewQuery] });
}
