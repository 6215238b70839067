import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isOrderMessage, orderEmail } from '#areas/orders/server/order-email.ts';
import { holdsForCustomer } from '#areas/orders/server/holds-for-customer.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { attachedCalendar } from '#areas/order-book/server/order-calendar.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { toldMoneyOf } from '#areas/messages/rules/told-money.ts';
import type { Cents } from '#platform/rules/money.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';

/** What a customer reads of their order as it is now. */
export const orderMessages: MessageWriter = { email: writeOrderEmail };

async function writeOrderEmail(
  context: Context,
  { kind, orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  if (!isOrderMessage(kind)) return null;
  const rows = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  const [order] = await loadOrders(context.db, rows);
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const { owedCents } = accountOfOrder(order);
  const now = context.clock();
  const tellsMoney = facts.refundIds !== undefined;
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  const content = orderEmail(kind, {
    business,
    order,
    now,
    heldText: await holdsForCustomer(context.db, order, { now, business, isPayer: true }),
    trackingUrl,
    money: tellsMoney ? toldMoneyOf(facts, order, business.timeZone) : { is: 'none' },
    paidCents: await paidBy(context.db, facts.paymentIntentId),
    owedCents,
    news: facts.news ?? [],
    change: facts.change ?? null,
  });
  if (kind !== 'order_changed') return content;
  return {
    ...content,
    attachments: [await attachedCalendar(context, { id: order.id, trackingUrl })],
  };
}

async function paidBy(db: Context['db'], paymentIntentId: string | undefined): Promise<Cents> {
  if (paymentIntentId === undefined) return 0;
  const [payment] = await db
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return payment?.cents ?? 0;
}

/** The email that would tell of a change of this order, unsent and without a link that works; `what` changed, in words. */
export async function showChangedEmail(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'signIn'>,
  order: Order,
  what: string[],
): Promise<{ recipient: string; subject: string; text: string }> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { subject, page } = orderEmail('order_changed', {
    business,
    order,
    now,
    heldText: await holdsForCustomer(tx, order, { now, business, isPayer: true }),
    trackingUrl: `${context.signIn.publicUrl}/track/preview`,
    money: { is: 'none' },
    paidCents: 0,
    owedCents: accountOfOrder(order).owedCents,
    news: [],
    change: { what },
  });
  return { recipient: order.customer.email, subject, text: await plainTextOf(page) };
}
