/** Apart from its saving, because checking needs the schema, and whoever saves does without. */
import { PreparedOrderRequest } from '#contract/prepared-order.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { ORDER_DATA_KEY } from './order-data.ts';

/** Null when nothing is kept, when it is not a prepared order, or when the browser keeps nothing at all. */
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
