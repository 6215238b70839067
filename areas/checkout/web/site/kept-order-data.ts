/** The prepared order, passed from the wizard to the checkout. Spec 3: session storage, key `orderData`. */
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { draftShape } from '#areas/order-book/web/kept-order-draft.ts';
import { fields, positive } from '#platform/web/kept-shape.ts';

export const ORDER_DATA_KEY = 'orderData';

/** False if the browser refuses to store it: then the checkout cannot be reached. */
export function saveOrderData(order: PreparedOrder): boolean {
  try {
    sessionStorage.setItem(ORDER_DATA_KEY, JSON.stringify(order));
    return true;
  } catch {
    return false;
  }
}

export function clearOrderData(): void {
  try {
    sessionStorage.removeItem(ORDER_DATA_KEY);
  } catch {
    // Nothing was stored.
  }
}

/**
 * What a customer is changing in a paid order, stored for this browser tab: a reload, the bank's page and Back all find it.
 * Apart from the order in the wizard, which is another one.
 */
const keptChange = fields({
  /** For the order when the change was begun. */
  version: positive,
  before: draftShape,
  mine: draftShape,
});
export type KeptChange = ReturnType<typeof keptChange>;

const PREFIX = 'orderChange:';
const orderKey = (token: string) => `${PREFIX}${token}`;

/** Null if nothing is stored, if it is not ours, or if the browser stores nothing at all. */
export function readOrderChange(token: string): KeptChange | null {
  try {
    return keptChange(JSON.parse(sessionStorage.getItem(orderKey(token)) ?? 'null'));
  } catch {
    return null;
  }
}

/** An unchanged order is not kept. */
export function saveOrderChange(token: string, change: KeptChange): void {
  try {
    if (JSON.stringify(change.before) === JSON.stringify(change.mine))
      sessionStorage.removeItem(orderKey(token));
    else sessionStorage.setItem(orderKey(token), JSON.stringify(change));
  } catch {
    console.warn('This browser does not store the change, so a reload would lose it.');
  }
}

export function clearOrderChange(token: string): void {
  try {
    sessionStorage.removeItem(orderKey(token));
  } catch {
    // Nothing was stored.
  }
}

export function hasOrderChange(): boolean {
  return keptKeys().length > 0;
}

export function clearOrderChanges(): void {
  for (const key of keptKeys()) sessionStorage.removeItem(key);
}

function keptKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}
