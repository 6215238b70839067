import { eq } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#domain/business.ts';
import { emailKey } from '#domain/customer/email-address.ts';
import type { MessageKind } from '#domain/messages/messages.ts';
import { ratingStopTokenFor } from '#server/order-book/rating-stop-token.ts';
import type { Context } from '#server/context.ts';
import { ratingRefusals } from '#server/db/schema/aftercare/rating-refusals.ts';
import type { MessageRow } from '#server/db/schema/operation/messages.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import {
  problemAlertEmail,
  problemDecidedEmail,
  problemReceivedEmail,
  ratingRequestEmail,
} from '#server/emails/aftercare/aftercare-email.ts';
import { noteCheckout } from '#server/log-ids.ts';
import { trackingUrlFor } from '#server/order-book/tracking-token.ts';

type Content = { subject: string; page: ReactElement; headers?: Record<string, string> };

type AftercareKind = Extract<MessageKind, `problem_${string}` | 'rating_request'>;

/** Null for a message that should no longer be sent. */
export async function writeAftercareEmail(
  context: Context,
  kind: AftercareKind,
  { orderId, facts }: Pick<MessageRow, 'orderId' | 'facts'>,
  business: BusinessFacts,
): Promise<Content | null> {
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
  if (!problem) return null;
  return kind === 'problem_received'
    ? problemReceivedEmail({ ...to, problem })
    : problemDecidedEmail({ ...to, problem, refundCents: facts.refundCents ?? 0 });
}

/** Null when its address was told to be left alone since. */
async function askForRating(
  context: Context,
  order: { id: number; email: string },
  to: Omit<Parameters<typeof ratingRequestEmail>[0], 'stopUrl'>,
): Promise<Content | null> {
  const refused = await context.db
    .select()
    .from(ratingRefusals)
    .where(eq(ratingRefusals.email, emailKey(order.email)));
  if (refused.length > 0) return null;
  const token = ratingStopTokenFor(order.id, context.trackingSecret);
  const query = `token=${encodeURIComponent(token)}`;
  const { publicUrl } = context.signIn;
  return {
    ...ratingRequestEmail({ ...to, stopUrl: `${publicUrl}/stop-rating-emails?${query}` }),
    // One-click unsubscribe in the email program, RFC 8058.
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/orders/ratings/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
