/** Apart from saving, because reading needs the schema and saving does not. */
import { PreparedOrderRequest } from '#areas/order-book/calls/prepared-order.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ORDER_DATA_KEY } from './kept-order-data.ts';

/** Null if nothing is stored, if it is not a prepared order, or if the browser stores nothing at all. */
export function readOrderData(): PreparedOrder | null {
  try {
    const parsed = PreparedOrderRequest.safeParse(
      JSON.parse(sessionStorage.getItem(ORDER_DATA_KEY) ?? 'null'),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
