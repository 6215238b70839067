import { queryOptions } from '@tanstack/react-query';
import { listOrders } from '#areas/order-book/calls/admin-orders.ts';
import { call } from '#platform/web/api/client.ts';

const MOST_FOUND = 6;

/** The newest orders with these words, as the list of orders finds them. */
export function foundOrdersQuery(words: string) {
  return queryOptions({
    queryKey: ['admin-orders', 'found', words],
    queryFn: ({ signal }) => call(listOrders, { query: { q: words, limit: MOST_FOUND }, signal }),
    staleTime: 0,
  });
}
