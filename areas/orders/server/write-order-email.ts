import { eq } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { orderEmail, type OrderMessageKind } from '#areas/orders/server/order-email.ts';
import { noteCheckout } from '#platform/server/log-ids.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { balanceOf } from '#areas/orders/server/admin-order.ts';

/** What a customer reads of their order as it is now. Null for a message that should no longer be sent. */
export async function writeOrderEmail(
  context: Context,
  kind: OrderMessageKind,
  { orderId, facts }: Pick<MessageRow, 'orderId' | 'facts'>,
  business: BusinessFacts,
): Promise<{ subject: string; page: ReactElement } | null> {
  const rows = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  const [order] = await loadOrders(context.db, rows);
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const refund = order.refunds.find(({ id }) => id === facts.refundId) ?? null;
  const { owedCents } = balanceOf(order);
  // Paid meanwhile, or no longer owed.
  if (kind === 'order_payment_due' && owedCents === 0) return null;
  if (kind === 'order_refunded' && (refund === null || refund.state === 'failed')) return null;
  return orderEmail(kind, {
    business,
    order,
    now: context.clock(),
    trackingUrl: trackingUrlFor(context, order.checkoutId),
    refundCents: facts.refundCents ?? 0,
    paidCents: facts.paidCents ?? 0,
    owedCents,
    news: facts.news ?? [],
    change: facts.change ?? null,
    refund,
  });
}
