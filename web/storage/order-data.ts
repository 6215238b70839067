/** The prepared order on its way from the wizard to the checkout. Spec 3: session storage, key `orderData`. */
import { PreparedOrderRequest } from '#contract/ordering.ts';
import type { PreparedOrder } from '#domain/ordering/prepared-order.ts';

const KEY = 'orderData';

/** Null when nothing is kept, when it is not a prepared order, or when the browser keeps nothing at all. */
export function readOrderData(): PreparedOrder | null {
  try {
    const parsed = PreparedOrderRequest.safeParse(
      JSON.parse(sessionStorage.getItem(KEY) ?? 'null'),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** False when the browser refuses to keep it: then the checkout cannot be reached. */
export function saveOrderData(order: PreparedOrder): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order));
    return true;
  } catch {
    return false;
  }
}

export function clearOrderData(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
