/** The orders cached in the browser, kept current without reloading everything. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  type OrderListFilter,
  type LoadedOrders,
  ORDER_COUNTS_KEY,
  orderCountsQuery,
  orderQuery,
  ordersQuery,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { timelineQuery } from '#areas/orders/web/portal/order-timeline-queries.ts';
import { ordersOf, withOrder } from './order-list.ts';

type Lists = InfiniteData<LoadedOrders, number | null>;

const ALL_LISTS = { queryKey: ['admin-orders', 'list'] };

/** Replaces an order in place; nothing moves. */
export function cacheOrder(client: QueryClient, order: AdminOrderReply): void {
  client.setQueryData(orderQuery(order.id).queryKey, order);
  client.setQueriesData<Lists>(
    ALL_LISTS,
    (lists) => lists && { ...lists, pages: [...withOrder(lists.pages, order)] },
  );
}

/** After a change to an order: refetches the counts by status and the timeline. */
export function refreshAround(client: QueryClient, orderId: number): void {
  void client.invalidateQueries({ queryKey: ORDER_COUNTS_KEY });
  void client.invalidateQueries({ queryKey: timelineQuery(orderId).queryKey });
}

/** The order from any cached list; undefined if none has it. */
export function findKnownOrder(client: QueryClient, id: number): AdminOrderReply | undefined {
  return client
    .getQueriesData<Lists>(ALL_LISTS)
    .flatMap(([, lists]) => ordersOf(lists?.pages ?? []))
    .find((order) => order.id === id);
}

export function isOrderCached(client: QueryClient, id: number): boolean {
  return (
    client.getQueryData(orderQuery(id).queryKey) !== undefined ||
    findKnownOrder(client, id) !== undefined
  );
}

/** The pages of one list; undefined while they load. */
export function pagesOf(client: QueryClient, filter: OrderListFilter): LoadedOrders[] | undefined {
  return client.getQueryData(ordersQuery(filter).queryKey)?.pages;
}

/** Where an order stands in the list that it was opened from; null: it is in none that is loaded. */
export function neighboursOf(client: QueryClient, filter: OrderListFilter, id: number) {
  const ids = ordersOf(pagesOf(client, filter) ?? []).map((order) => order.id);
  const index = ids.indexOf(id);
  if (index === -1) return null;
  const { all, ...statuses } = client.getQueryData(orderCountsQuery(filter).queryKey) ?? { all: 0 };
  const counted =
    filter.status === 'all' ? all : (statuses as Record<string, number>)[filter.status];
  return {
    at: index + 1,
    count: Math.max(counted ?? 0, ids.length),
    before: ids[index - 1] ?? null,
    next: ids[index + 1] ?? null,
  };
}
