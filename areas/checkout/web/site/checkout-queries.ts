import { queryOptions } from '@tanstack/react-query';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import {
  CHECKOUT_CONFLICT_CODES,
  type CheckoutConflictReply,
  createPaymentIntent,
} from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
/** Until someone else has paid for a place, or has not. */
const PLACE_WAIT_MS = 5000;
/** A refusal that asks for a longer wait is shown to the customer. */
const LONGEST_QUEUE_SECONDS = 10;
const MOST_RETRIES = 6;
/** Its network's calls come back one by one, to anyone who asks first. */
const MOST_RETRIES_OF_NETWORK = 60;

/**
 * Opens the payment of an order, or finds the one already open for it. `clockOffsetMs`: how far the kitchen's clock is
 * ahead of this device's, because the hold ends by the kitchen's.
 */
export function checkoutQuery(orderData: PreparedOrder) {
  return queryOptions({
    queryKey: ['checkout', orderData],
    // Refetched on every visit: the hold may have expired.
    gcTime: 0,
    retry: (count, error) => {
      const queue = readQueue(error);
      return queue !== null && count < (queue.isOfNetwork ? MOST_RETRIES_OF_NETWORK : MOST_RETRIES);
    },
    retryDelay: (_, error) => (readQueue(error)?.seconds ?? 0) * 1000,
    queryFn: async ({ client }) => {
      const checkout = await call(createPaymentIntent, {
        body: { amount: Number(orderData.total), orderData, onPayment: true },
      });
      const week = await client.fetchQuery({ ...orderingWeekQuery, staleTime: 0 });
      return { ...checkout, clockOffsetMs: Date.parse(week.now) - Date.now() };
    },
  });
}

export type RetrySoon = {
  seconds: number;
  /** Others of the same network were faster; otherwise we are busy ourselves. */
  isOfNetwork: boolean;
};

/** In how long the page asks again by itself; null: it does not. */
export function readQueue(error: unknown): RetrySoon | null {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (!(error instanceof ApiError) || seconds === null || seconds > LONGEST_QUEUE_SECONDS)
    return null;
  return { seconds, isOfNetwork: error.status === 429 };
}

/**
 * The order of a payment that has succeeded. Polled until the server knows of the payment: the reply is the same every
 * time, and asking never charges anything.
 */
export function placedOrderQuery({
  paymentIntentId,
  clientSecret,
  orderData,
}: {
  paymentIntentId: string;
  /** Undefined: the cookie of the checkout has to do. */
  clientSecret: string | undefined;
  orderData: PreparedOrder | null;
}) {
  return queryOptions({
    queryKey: ['placed-order', paymentIntentId],
    queryFn: () => call(placeOrder, { body: { paymentIntentId, clientSecret, orderData } }),
    retry: (_, error) => isWorthAskingAgain(error),
    retryDelay: (count, error) =>
      readConflict(error) ? PLACE_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count),
  });
}

function isWorthAskingAgain(error: unknown): boolean {
  if (readConflict(error)?.code === 'place_pending') return true;
  return (
    !(error instanceof ApiError) || error.status >= 500 || [402, 408, 429].includes(error.status)
  );
}

/** Why the order cannot be paid for, if the server said so; null for every other failure. */
export function readConflict(error: unknown): CheckoutConflictReply | null {
  return readConflictReply<CheckoutConflictReply>(error, CHECKOUT_CONFLICT_CODES);
}
