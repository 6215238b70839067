/** The order this browser tab placed last: it may follow it without looking for the e-mail. */
import { z } from 'zod/mini';
import type { PlacedOrderReply } from '#contract/orders.ts';

const KEY = 'placedOrder';

const PlacedOrder = z.object({
  orderNumber: z.string(),
  trackingToken: z.string(),
}) satisfies z.ZodMiniType<PlacedOrderReply>;

export function readPlacedOrder(): PlacedOrderReply | null {
  try {
    const parsed = PlacedOrder.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function savePlacedOrder(order: PlacedOrderReply): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // The confirmation e-mail holds the link as well.
  }
}
