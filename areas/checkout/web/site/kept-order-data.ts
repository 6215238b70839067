/** The prepared order, passed from the wizard to the checkout. Spec 3: session storage, key `orderData`. */
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

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
