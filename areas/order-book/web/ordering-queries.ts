import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getOrderingWeek, quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { call } from '#platform/web/api/client.ts';

/** Slots fill up while people shop: refetch on entering the meal step and after a 409. */
export const orderingWeekQuery = queryOptions({
  queryKey: ['ordering-week'],
  queryFn: ({ signal }) => call(getOrderingWeek, { signal }),
});

export type QuoteRequest = z.input<typeof quoteOrder.body>['orderData'];

/** What the server would charge; nothing is held. Fetched once for the same order. */
export function quoteQuery(orderData: QuoteRequest, { evenIfClosed = false } = {}) {
  return queryOptions({
    queryKey: ['quote', orderData, evenIfClosed],
    queryFn: ({ signal }) =>
      call(quoteOrder, { body: { orderData, ...(evenIfClosed && { evenIfClosed }) }, signal }),
  });
}
