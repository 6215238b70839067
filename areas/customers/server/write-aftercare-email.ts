import { type ToldMoney, toldMoneyOf } from '#areas/messages/rules/told-money.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { eq, min } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import type { Context } from '#platform/server/context.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { ratingRefusals } from '#areas/customers/server/tables/problems.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import {
  orderAgainEmail,
  problemAlertEmail,
  problemDecidedEmail,
  problemReceivedEmail,
  ratingRequestEmail,
} from '#areas/customers/server/aftercare-email.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';

export const aftercareMessages: MessageWriter = { email: writeAftercareEmail };

async function writeAftercareEmail(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const { kind, orderId, facts } = message;
  const { problem } = facts;
  const { publicUrl } = context.signIn;
  if (kind === 'problem_alert')
    return problem
      ? problemAlertEmail({ business, problem, pageUrl: `${publicUrl}/admin?tab=problems` })
      : null;
  const [order] = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const to = {
    business,
    orderNumber: order.number,
    firstName: order.firstName,
    trackingUrl: trackingUrlFor(context, order.checkoutId),
  };
  if (kind === 'rating_request') return askForRating(context, order, to);
  if (kind === 'reorder_reminder') return remindOf(context, order, to, business);
  if (!problem) return null;
  return kind === 'problem_received'
    ? problemReceivedEmail({ ...to, problem })
    : problemDecidedEmail({
        ...to,
        problem,
        money: await moneyOf(context, order, message, business),
      });
}

async function moneyOf(
  context: Context,
  row: OrderRow,
  { facts }: MessageRow,
  { timeZone }: BusinessFacts,
): Promise<ToldMoney> {
  return toldMoneyOf(facts, await loadOrder(context.db, row), timeZone);
}

/** Null when its address was told to be left alone since. */
async function askForRating(
  context: Context,
  order: { id: number; email: string },
  to: Omit<Parameters<typeof ratingRequestEmail>[0], 'stopUrl'>,
): Promise<EmailContent | null> {
  const refused = await context.db
    .select()
    .from(ratingRefusals)
    .where(eq(ratingRefusals.email, emailKey(order.email)));
  if (refused.length > 0) return null;
  const { query, headers } = stoppedBy(context, 'ratings', order.id);
  const stopUrl = `${context.signIn.publicUrl}/stop-rating-emails?${query}`;
  return { ...ratingRequestEmail({ ...to, stopUrl }), headers };
}

/** Null when the order is cancelled or the tick taken back since, or the week it reminds of has closed. */
async function remindOf(
  context: Context,
  order: OrderRow,
  to: Omit<Parameters<typeof orderAgainEmail>[0], 'stopUrl' | 'weekStart' | 'until'>,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const asked = await context.db
    .select()
    .from(orderReminders)
    .where(eq(orderReminders.orderId, order.id));
  const { weekStart, cutoff } = orderingWeekAt(context.clock(), business);
  const [meals] = await context.db
    .select({ first: min(orderItems.mealDate) })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  const isItsWeek = meals?.first && addDays(weekStartOf(meals.first, business), 7) === weekStart;
  if (asked.length === 0 || order.status === 'cancelled' || !isItsWeek) return null;
  const { query, headers } = stoppedBy(context, 'reminders', order.id);
  const stopUrl = `${context.signIn.publicUrl}/stop-reminders?${query}`;
  return { ...orderAgainEmail({ ...to, weekStart, until: cutoff, stopUrl }), headers };
}

/** One-click unsubscribe in the email program, RFC 8058. */
function stoppedBy(
  { trackingSecret, signIn }: Context,
  emails: 'ratings' | 'reminders',
  orderId: number,
) {
  const query = `token=${encodeURIComponent(linkTokenFor(`stop ${emails}`, orderId, trackingSecret))}`;
  return {
    query,
    headers: {
      'List-Unsubscribe': `<${signIn.publicUrl}/api/orders/${emails}/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
