/** The calls by which a customer changes a paid order. */
import { freshQuery } from '#platform/web/api/call-query.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  changeTrackedOrder,
  getOrderToChange,
  type PaymentDueReply,
  quoteOrderChange,
} from '#areas/order-book/calls/order-change.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { SentChange } from '#areas/order-book/rules/change/customer-change.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

type QuoteBody = z.input<typeof quoteOrderChange.body>;
type ChangeBody = z.input<typeof changeTrackedOrder.body>;

/** Fetched again on every visit: staff or another tab may have changed it. */
export function orderToChangeQuery(token: string) {
  return freshQuery(
    ['order-to-change', token],
    getOrderToChange,
    { params: { token } },
    { gcTime: 0 },
  );
}

/** `version`: of the order that the change was made from. */
type ChangeToAsk = { change: SentChange; version: number };

/** What the order would cost if changed so, asked again each time: places fill up and prices change. */
export function changeQuoteQuery(token: string, { change, version }: ChangeToAsk) {
  return freshQuery(
    ['order-change-quote', token, version, change],
    quoteOrderChange,
    { params: { token }, body: bodyOf(change, version) },
    { gcTime: 0 },
  );
}

/** Throws ApiError; one of status 402 carries the payment to make first (`readPaymentDue`). */
export function sendChange(
  token: string,
  { change, version, expectedTotal }: ChangeToAsk & { expectedTotal: string },
): Promise<TrackedOrderReply> {
  const body: ChangeBody = { ...bodyOf(change, version), expectedTotal };
  return call(changeTrackedOrder, { params: { token }, body });
}

/** Lists that are only read, as the contract wants them. */
function bodyOf(
  { customer, recipient, people, orderItems, deliveryType }: SentChange,
  version: number,
): QuoteBody {
  return {
    version,
    onPayment: true,
    ...(customer && { customer: customer as NonNullable<QuoteBody['customer']> }),
    ...(recipient !== undefined && { recipient }),
    ...(people && { people: [...people] }),
    ...(orderItems && { orderItems: [...orderItems] }),
    ...(deliveryType && { deliveryType }),
  };
}

/** The payment that a change waits for; null for every other failure. */
export function readPaymentDue(error: unknown): PaymentDueReply | null {
  const isDue = error instanceof ApiError && error.status === 402;
  return isDue && error.reply?.code === 'payment_due'
    ? (error.reply as unknown as PaymentDueReply)
    : null;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
/** Until someone else has paid for the place, or has not. */
const PLACE_WAIT_MS = 5000;

/** Makes the change that this payment was for. Asked until the server knows of the payment; asking charges nothing. */
export function paidChangeQuery(token: string, paymentIntentId: string) {
  return queryOptions({
    queryKey: ['paid-change', token, paymentIntentId],
    queryFn: () => call(changeTrackedOrder, { params: { token }, body: { paymentIntentId } }),
    gcTime: 0,
    retry: (_, error) =>
      !(error instanceof ApiError) ||
      error.status >= 500 ||
      [402, 408, 429].includes(error.status) ||
      isPlacePending(error),
    retryDelay: (count, error) =>
      isPlacePending(error) ? PLACE_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count),
  });
}

function isPlacePending(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'place_pending';
}
