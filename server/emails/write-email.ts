/** Turns an outbox message into the email to be sent: once, before the first attempt. */
import { plainTextSelectors, render } from '@react-email/render';
import { eq } from 'drizzle-orm';
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#domain/business.ts';
import type { DeliveryMessageKind } from '#domain/messages/delivery-messages.ts';
import type { Order } from '#domain/ordering/order.ts';
import { isDeliveryMessage } from '#domain/messages/messages.ts';
import type { Context } from '#server/context.ts';
import type { MessageRow, WrittenEmail } from '#server/db/schema/operation/messages.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';
import { orderEmail } from '#server/emails/order-email.ts';
import { recipeAlertEmail } from '#server/emails/recipe-alert-email.ts';
import { deliveryEmail } from '#server/emails/delivery-email.ts';
import { findWords } from '#server/emails/message-words.ts';
import { staffInviteEmail } from '#server/emails/staff-invite-email.ts';
import { waitlistWelcomeEmail } from '#server/emails/waitlist-welcome-email.ts';
import { noteCheckout } from '#server/log-ids.ts';
import { loadOrders } from '#server/order-book/load-orders.ts';
import { trackingUrlFor } from '#server/order-book/tracking-token.ts';
import { unsubscribeTokenFor } from '#server/waitlist/unsubscribe-token.ts';

type Content = { subject: string; page: ReactElement; headers?: Record<string, string> };

/** Null for a message that should no longer be sent. */
export async function writeEmail(
  context: Context,
  message: MessageRow,
): Promise<WrittenEmail | null> {
  const { business } = await context.site.current();
  const content = await contentOf(context, message, business);
  if (!content) return null;
  const from = context.mailer.from ?? `${quoted(business.name)} <${business.email}>`;
  const html = await render(content.page);
  return {
    messageId: messageIdOf(message, from),
    from,
    replyTo: context.mailer.from === null ? null : business.email,
    subject: content.subject,
    html,
    text: toPlainText(html),
    headers: content.headers ?? {},
  };
}

/** The email that would tell of a change of this order, unsent and without a link that works. */
export async function showChangedEmail(
  context: Pick<Context, 'clock' | 'site' | 'signIn'>,
  order: Order,
): Promise<{ recipient: string; subject: string; text: string }> {
  const { business } = await context.site.current();
  const { subject, page } = orderEmail('order_changed', {
    business,
    order,
    now: context.clock(),
    trackingUrl: `${context.signIn.publicUrl}/track/preview`,
    refundCents: 0,
    news: [],
    refund: null,
  });
  return { recipient: order.customer.email, subject, text: toPlainText(await render(page)) };
}

async function contentOf(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const { kind } = message;
  if (isDeliveryMessage(kind)) return deliveryNewsOf(context, kind, message, business);
  switch (kind) {
    case 'staff_invite': {
      const { staffName, inviteUrl } = message.facts;
      if (staffName === undefined || inviteUrl === undefined) return null;
      return staffInviteEmail({ business, staffName, inviteUrl });
    }
    case 'recipe_alert': {
      const { recipe } = message.facts;
      if (!recipe) return null;
      const pageUrl = `${context.signIn.publicUrl}/admin?tab=recipes`;
      return recipeAlertEmail({ business, recipe, pageUrl });
    }
    case 'waitlist_welcome':
      return welcomeOf(context, message, business);
    default: {
      const rows = await context.db
        .select()
        .from(orders)
        .where(eq(orders.id, message.orderId ?? 0));
      const [order] = await loadOrders(context.db, rows);
      if (!order) return null;
      noteCheckout(order.checkoutId);
      const refund = order.refunds.find(({ id }) => id === message.facts.refundId) ?? null;
      if (kind === 'order_refunded' && (refund === null || refund.state === 'failed')) return null;
      return orderEmail(kind, {
        business,
        order,
        now: context.clock(),
        trackingUrl: trackingUrlFor(context, order.checkoutId),
        refundCents: message.facts.refundCents ?? 0,
        news: message.facts.news ?? [],
        refund,
      });
    }
  }
}

async function deliveryNewsOf(
  context: Context,
  kind: DeliveryMessageKind,
  { orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const [order] = await context.db
    .select({ number: orders.number, first: orders.firstName, checkoutId: orders.checkoutId })
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  if (!order || !facts.fields) return null;
  noteCheckout(order.checkoutId);
  return deliveryEmail(kind, {
    business,
    orderNumber: order.number,
    words: await findWords(context.db, kind, 'email'),
    values: { ...facts.fields, first: order.first },
    trackingUrl: trackingUrlFor(context, order.checkoutId),
  });
}

async function welcomeOf(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const [person] = await context.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, message.waitlistEntryId ?? 0));
  if (!person || person.unsubscribedAt !== null) return null;
  const token = unsubscribeTokenFor(person.id, context.trackingSecret);
  const query = `token=${encodeURIComponent(token)}`;
  const { publicUrl } = context.signIn;
  const { name, suburb } = person;
  const welcome = waitlistWelcomeEmail({
    business,
    name,
    suburb,
    unsubscribeUrl: `${publicUrl}/unsubscribe?${query}`,
    hasAgreedToNews: person.consentAt !== null,
  });
  return {
    ...welcome,
    // One-click unsubscribe in the email program, RFC 8058.
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/waitlist/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** The same for every attempt, so that a copy received twice after a crash is recognisable as one. */
function messageIdOf({ id, createdAt }: MessageRow, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<mealrun-${id}-${createdAt.getTime().toString(36)}@${domain}>`;
}

/** A name in front of an address, whatever characters it contains. */
function quoted(name: string): string {
  return `"${name.replaceAll(/[\p{Cc}"\\]/gu, ' ')}"`;
}

/** Headings as they are, not in capitals; links with their address; amounts in a column. */
const toPlainText = compile({
  wordwrap: 78,
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'inline' },
    { selector: 'table.amounts', format: 'dataTable' },
  ],
});
