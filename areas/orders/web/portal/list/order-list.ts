/** The cached pages of the order list, and the orders that have arrived since. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { LoadedOrders } from '#areas/orders/web/portal/admin-orders-queries.ts';

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
