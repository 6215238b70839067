import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  fetchOrder,
  fetchOrderPage,
  NEWEST_FIRST,
  ORDER_COUNTS_KEY,
  type OrderListFilter,
  ordersQuery,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { listenToOrders } from '#areas/order-book/web/use-live-queries.ts';
import { isOrderCached, cacheOrder, pagesOf, refreshAround } from './order-cache.ts';
import { newOrders } from './order-list.ts';
import { FILTER_NAMES } from './orders-address.ts';

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
