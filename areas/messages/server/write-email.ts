/** Turns an outbox message into the email to be sent: once, before the first attempt. */
import { render } from '@react-email/render';
import { eq } from 'drizzle-orm';
import { createElement, type ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { isDeliveryMessage } from '#areas/messages/rules/messages.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { suburbNameOf } from '#areas/waitlist/rules/suburb-demand.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow, WrittenEmail } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { writeAftercareEmail } from '#areas/customers/server/write-aftercare-email.ts';
import { orderEmail } from '#areas/orders/server/order-email.ts';
import { writeOrderEmail } from '#areas/orders/server/write-order-email.ts';
import { writePhoneOrderEmail } from '#areas/checkout/server/phone/write-phone-order.ts';
import { recipeAlertEmail } from '#areas/messages/server/recipe-alert-email.ts';
import { SiteAddress } from '#areas/messages/server/email-parts.ts';
import { deliveryEmail } from '#areas/messages/server/delivery-email.ts';
import { slotBellEmail } from '#areas/messages/server/slot-bell-email.ts';
import { staffMessageEmail } from '#areas/messages/server/staff-message-email.ts';
import { supplierOrderEmail } from '#areas/messages/server/supplier-order-email.ts';
import { toPlainText } from '#areas/messages/server/to-plain-text.ts';
import { findWords } from '#areas/messages/server/message-words.ts';
import { staffInviteEmail } from '#areas/messages/server/staff-invite-email.ts';
import { waitlistInvitationEmail } from '#areas/messages/server/waitlist-invitation-email.ts';
import { waitlistWelcomeEmail } from '#areas/messages/server/waitlist-welcome-email.ts';
import { webhookOffEmail } from '#areas/messages/server/webhook-off-email.ts';
import { noteCheckout } from '#platform/server/log-ids.ts';
import { balanceOf } from '#areas/orders/server/admin-order.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { bellTokenFor } from '#areas/checkout/server/bell-token.ts';
import { unsubscribeTokenFor } from '#areas/waitlist/server/unsubscribe-token.ts';

type Content = { subject: string; page: ReactElement; headers?: Record<string, string> };

/** Null for a message that should no longer be sent. */
export async function writeEmail(
  context: Context,
  message: MessageRow,
): Promise<WrittenEmail | null> {
  const { business } = await context.site.current();
  const content = await contentOf(context, message, business);
  return content && finishEmail(context, business, message, content);
}

/** As every attempt sends it. */
export async function finishEmail(
  context: Pick<Context, 'mailer' | 'signIn'>,
  business: BusinessFacts,
  message: Pick<MessageRow, 'id' | 'createdAt'>,
  content: Content,
): Promise<WrittenEmail> {
  const from = context.mailer.from ?? `${quoted(business.name)} <${business.email}>`;
  const site = { value: context.signIn.publicUrl };
  const html = await render(createElement(SiteAddress.Provider, site, content.page));
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

/** The email that would tell of a change of this order, unsent and without a link that works; `what` changed, in words. */
export async function showChangedEmail(
  context: Pick<Context, 'clock' | 'site' | 'signIn'>,
  order: Order,
  what: string[],
): Promise<{ recipient: string; subject: string; text: string }> {
  const { business } = await context.site.current();
  const { subject, page } = orderEmail('order_changed', {
    business,
    order,
    now: context.clock(),
    trackingUrl: `${context.signIn.publicUrl}/track/preview`,
    refundCents: 0,
    paidCents: 0,
    owedCents: balanceOf(order).owedCents,
    news: [],
    change: { what },
    refund: null,
  });
  return { recipient: order.customer.email, subject, text: toPlainText(await render(page)) };
}

/** What staff wrote, as it would arrive, unsent and without a link that works. */
export async function showStaffMessage(
  context: Pick<Context, 'site' | 'signIn'>,
  message: { orderNumber: string; firstName: string; subject: string; text: string },
): Promise<string> {
  const { business } = await context.site.current();
  const trackingUrl = `${context.signIn.publicUrl}/track/preview`;
  const { page } = staffMessageEmail({ ...message, business, trackingUrl });
  return toPlainText(await render(page));
}

/** The invitation that someone on the waitlist would get, unsent and without an unsubscribe link that works. */
export async function showInvitation(
  context: Pick<Context, 'site' | 'signIn'>,
  person: { name: string | null; suburb: string },
): Promise<{ subject: string; text: string }> {
  const { business } = await context.site.current();
  const unsubscribeUrl = `${context.signIn.publicUrl}/unsubscribe`;
  const { subject, page } = invitationOf(context, { ...person, business, unsubscribeUrl });
  return { subject, text: toPlainText(await render(page)) };
}

async function contentOf(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const { kind } = message;
  if (isDeliveryMessage(kind)) return deliveryNewsOf(context, kind, message, business);
  if (isPhoneMessage(kind)) return writePhoneOrderEmail(context, kind, message, business);
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
    case 'reorder_reminder':
    case 'problem_alert':
    case 'problem_decided':
    case 'problem_received':
    case 'rating_request':
      return writeAftercareEmail(context, kind, message, business);
    case 'slot_bell':
      return bellEmailOf(context, message, business);
    case 'staff_message':
      return staffWordsOf(context, message, business);
    case 'supplier_order': {
      const { supplierOrder } = message.facts;
      return supplierOrder ? supplierOrderEmail({ business, order: supplierOrder }) : null;
    }
    case 'webhook_off': {
      const { webhook } = message.facts;
      if (!webhook) return null;
      const pageUrl = `${context.signIn.publicUrl}/admin?tab=api`;
      return webhookOffEmail({ business, webhook, pageUrl });
    }
    case 'waitlist_invitation':
    case 'waitlist_welcome':
      return waitlistEmailOf(context, message, business);
    default:
      return writeOrderEmail(context, kind, message, business);
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

/** Null when the place is not held any more: the email came too late. */
function bellEmailOf(
  context: Pick<Context, 'clock' | 'signIn' | 'trackingSecret'>,
  { facts: { bell } }: MessageRow,
  business: BusinessFacts,
): Content | null {
  if (!bell || Date.parse(bell.heldUntil) <= context.clock()) return null;
  const token = encodeURIComponent(bellTokenFor(bell.id, context.trackingSecret));
  const orderUrl = `${context.signIn.publicUrl}/order?bell=${token}`;
  return slotBellEmail({ ...bell, business, orderUrl, stopUrl: `${orderUrl}&give-up=1` });
}

async function staffWordsOf(
  context: Context,
  { orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const [order] = await context.db
    .select({
      orderNumber: orders.number,
      firstName: orders.firstName,
      checkoutId: orders.checkoutId,
    })
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  if (!order || !facts.written) return null;
  noteCheckout(order.checkoutId);
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  return staffMessageEmail({ ...order, ...facts.written, business, trackingUrl });
}

/** Null when they have unsubscribed, or are gone. */
async function waitlistEmailOf(
  context: Context,
  { kind, waitlistEntryId }: MessageRow,
  business: BusinessFacts,
): Promise<Content | null> {
  const [person] = await context.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, waitlistEntryId ?? 0));
  if (!person || person.unsubscribedAt !== null) return null;
  const token = unsubscribeTokenFor(person.id, context.trackingSecret);
  const query = `token=${encodeURIComponent(token)}`;
  const { publicUrl } = context.signIn;
  const unsubscribeUrl = `${publicUrl}/unsubscribe?${query}`;
  const { name, suburb, consentAt } = person;
  const content =
    kind === 'waitlist_invitation'
      ? invitationOf(context, { business, name, suburb, unsubscribeUrl })
      : waitlistWelcomeEmail({
          business,
          name,
          suburb,
          unsubscribeUrl,
          hasAgreedToNews: consentAt !== null,
        });
  return {
    ...content,
    // One-click unsubscribe in the email program, RFC 8058.
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/waitlist/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

type Invited = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  unsubscribeUrl: string;
};

function invitationOf({ signIn }: Pick<Context, 'signIn'>, invited: Invited): Content {
  const suburb = suburbNameOf(invited.suburb, invited.business.suburbs);
  return waitlistInvitationEmail({ ...invited, suburb, orderUrl: `${signIn.publicUrl}/order` });
}

/** The same for every attempt, so that a copy received twice after a crash is recognisable as one. */
function messageIdOf(
  { id, createdAt }: Pick<MessageRow, 'id' | 'createdAt'>,
  from: string,
): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<mealrun-${id}-${createdAt.getTime().toString(36)}@${domain}>`;
}

/** A name in front of an address, whatever characters it contains. */
function quoted(name: string): string {
  return `"${name.replaceAll(/[\p{Cc}"\\]/gu, ' ')}"`;
}
