/** The last order placed in this browser tab, so that it can be tracked without the email. */
import { z } from 'zod/mini';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';

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

export function erasePlacedOrder(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

export function savePlacedOrder(order: PlacedOrderReply): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // The confirmation email has the link as well.
  }
}
