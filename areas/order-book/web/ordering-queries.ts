import { callQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { getOrderingWeek, quoteOrder } from '#areas/order-book/calls/ordering.ts';

/** Slots fill up while people shop: refetch on entering the meal step and after a 409. */
export const orderingWeekQuery = callQuery(['ordering-week'], getOrderingWeek);

export type QuoteRequest = z.input<typeof quoteOrder.body>['orderData'];

/** What the server would charge; nothing is held. Fetched once for the same order. */
export function quoteQuery(orderData: QuoteRequest, { evenIfClosed = false } = {}) {
  return callQuery(['quote', orderData, evenIfClosed], quoteOrder, {
    body: { orderData, ...(evenIfClosed && { evenIfClosed }) },
  });
}
