import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  type OrderListFilter,
  type LoadedOrders,
  ORDER_COUNTS_KEY,
  orderCountsQuery,
  orderQuery,
  ordersQuery,
  timelineQuery,
  fetchOrder,
  fetchOrderPage,
  NEWEST_FIRST,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { listenToOrders } from '#areas/order-book/web/use-live-queries.ts';
import { FILTER_NAMES } from '#areas/orders/web/portal/orders-address.ts';

type Lists = InfiniteData<LoadedOrders, number | null>;

const ALL_LISTS = { queryKey: ['admin-orders', 'list'] };

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

// The cached pages of the order list, and the orders that have arrived since.

type Pages = readonly LoadedOrders[];

/** Page after page; an order that has moved to the next page since is listed once. */
export function ordersOf(pages: Pages): AdminOrderReply[] {
  const byId = new Map<number, AdminOrderReply>();
  for (const order of pages.flatMap((page) => page.orders)) {
    if (!byId.has(order.id)) byId.set(order.id, order);
  }
  return [...byId.values()];
}

/** The pages with this order's new version; the same pages if it is not in them. */
export function withOrder<P extends Pages>(pages: P, order: AdminOrderReply): P | LoadedOrders[] {
  if (!pages.some((page) => page.orders.some(({ id }) => id === order.id))) return pages;
  return pages.map((page) => ({
    ...page,
    orders: page.orders.map((known) => (known.id === order.id ? order : known)),
  }));
}

/**
 * The ids of orders that have come since. `newest`: the first page now, newest first. Orders older than all those shown, or
 * in a list that is sorted otherwise older than any, are not new: they are on a page not loaded yet.
 */
export function newOrders(pages: Pages, newest: LoadedOrders, isSorted = false): number[] {
  const shown = ordersOf(pages);
  const known = new Set(shown.map(({ id }) => id));
  const isWhole = pages.at(-1)?.nextCursor === null;
  const times = shown.map(({ createdAt }) => createdAt).toSorted();
  const since = times.at(isSorted ? -1 : 0) ?? '';
  return newest.orders
    .filter(({ id, createdAt }) => !known.has(id) && (isWhole || createdAt >= since))
    .map(({ id }) => id);
}

export type LiveOrders = {
  /** False while disconnected: what is shown may be old. */
  isLive: boolean;
  /** Orders that match the filter but are not in the list yet. */
  waiting: readonly number[];
  /** Those that `showWaiting` added to the list. */
  fresh: readonly number[];
  showWaiting: () => Promise<void>;
};

type News = {
  filter: OrderListFilter | null;
  waiting: readonly number[];
  fresh: readonly number[];
};

const NO_NEWS: News = { filter: null, waiting: [], fresh: [] };
const GATHER_MS = 200;

/** Keeps orders current. New ones wait until they are requested, so that nothing moves while staff read. */
export function useLiveOrders(filter: OrderListFilter): LiveOrders {
  const client = useQueryClient();
  // Assume a connection until told otherwise.
  const [isLive, setIsLive] = useState(true);
  const [news, setNews] = useState(NO_NEWS);
  const ofFilter = isSame(news.filter, filter) ? news : NO_NEWS;

  const catchUp = useEffectEvent(async () => {
    void client.invalidateQueries({ queryKey: ORDER_COUNTS_KEY });
    const newest = await fetchOrderPage({ ...filter, sort: NEWEST_FIRST }, {}).catch(() => null);
    const pages = pagesOf(client, filter);
    // No list yet: it will load with everything in it.
    if (!newest || !pages) return;
    const waiting = newOrders(pages, newest, filter.sort !== NEWEST_FIRST);
    for (const order of newest.orders) {
      if (!waiting.includes(order.id)) cacheOrder(client, order);
    }
    setNews({ filter, waiting, fresh: ofFilter.fresh });
  });

  const update = useEffectEvent(async (id: number) => {
    refreshAround(client, id);
    if (!isOrderCached(client, id)) return;
    const order = await fetchOrder(id).catch(() => null);
    if (order) cacheOrder(client, order);
  });

  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const gather = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => void catchUp(), GATHER_MS);
    };
    const stop = listenToOrders({
      onReady: () => {
        setIsLive(true);
        gather();
      },
      onCreated: gather,
      onChanged: ({ id }) => void update(id),
      onLost: () => setIsLive(false),
    });
    return () => {
      stop();
      clearTimeout(gathering);
    };
  }, []);

  async function showWaiting() {
    const { waiting } = ofFilter;
    await client.refetchQueries({ queryKey: ordersQuery(filter).queryKey, exact: true });
    setNews({ filter, waiting: [], fresh: waiting });
  }
  return { isLive, waiting: ofFilter.waiting, fresh: ofFilter.fresh, showWaiting };
}

function isSame(a: OrderListFilter | null, b: OrderListFilter): boolean {
  return a !== null && FILTER_NAMES.every((name) => a[name] === b[name]);
}
