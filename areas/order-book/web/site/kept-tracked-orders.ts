/**
 * What the tracking page showed last, for when there is no connection. It holds a name and an address, so it is kept for
 * few orders and not for long; `areas/site/web/site/information/privacy-page.tsx` says so.
 */
import { DAY_MS } from '#platform/rules/durations.ts';
import type { OrderOfPage } from '#areas/order-book/calls/received-order.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';

const KEY = 'trackedOrders';
const MOST = 3;
const HELD_OFFLINE = 'Do not eat it. Why is here once you have a signal.';
/** After its last delivery. */
export const KEPT_DAYS = 7;

export type KnownOrder = {
  token: string;
  order: TrackedOrderReply;
  /** When the server said so, as an instant. */
  at: string;
};

/** The last that was known of an order; null if nothing is kept. */
export function readTrackedOrder(token: string): KnownOrder | null {
  const found = readAll().find((known) => known.token === token);
  // What an earlier release kept says too little.
  const deliveries: Partial<KnownOrder['order']['deliveries'][number]>[] =
    found?.order.deliveries ?? [];
  return found && deliveries.every(({ cancelled }) => Array.isArray(cancelled)) ? found : null;
}

/** Keeps this and the two before it, without whom it is for and what anyone can't eat: nobody agreed to leave that here. */
export function saveTrackedOrder(known: KnownOrder): void {
  const others = readAll().filter(({ token }) => token !== known.token);
  write([{ ...known, order: withoutFoodNeeds(known.order) }, ...others].slice(0, MOST));
}

/** As a tracking page was sent with it. */
export function saveSentOrder(token: string, { order, at }: OrderOfPage): void {
  if (order === null) purgeTrackedOrder(token);
  else if ('orderNumber' in order) saveTrackedOrder({ token, order, at });
  purgeOldTrackedOrders(Date.now());
}

function withoutFoodNeeds(order: TrackedOrderReply): TrackedOrderReply {
  const deliveries = order.deliveries.map((delivery) => ({
    ...delivery,
    items: delivery.items.map((item) => ({
      ...item,
      agreed: null,
      // Why stays out of this device; that it is not to be eaten does not.
      onHold: item.onHold && HELD_OFFLINE,
    })),
  }));
  return { ...order, recipient: null, people: [], choices: [], deliveries };
}

/** For an order that the server does not know any more. */
export function purgeTrackedOrder(token: string): void {
  const all = readAll();
  if (all.some((known) => known.token === token))
    write(all.filter((known) => known.token !== token));
}

/** Those whose last delivery was long ago. `now` in milliseconds. */
export function purgeOldTrackedOrders(now: number): void {
  const all = readAll();
  const recent = all.filter(({ order }) => {
    const lastDay = Math.max(...order.deliveries.map(({ date }) => Date.parse(date)));
    return lastDay + KEPT_DAYS * DAY_MS > now;
  });
  if (recent.length < all.length) write(recent);
}

/** The numbers of those that are kept. */
export function listTrackedOrders(): string[] {
  return readAll().map(({ order }) => order.orderNumber);
}

export function eraseTrackedOrders(): void {
  write([]);
}

function readAll(): KnownOrder[] {
  try {
    // Written by this module alone; whatever else stands there is no list.
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as KnownOrder[]).filter(isKnown) : [];
  } catch {
    return [];
  }
}

function isKnown(known: Partial<KnownOrder> | null): boolean {
  return typeof known?.token === 'string' && Array.isArray(known.order?.deliveries);
}

function write(orders: KnownOrder[]): void {
  try {
    if (orders.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(orders));
  } catch {
    // Then the tracking page cannot be read offline.
  }
}
