/** Messages that tell of nothing but what they carry, and those in words that staff may change. */
import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import { isDeliveryMessage } from '#areas/messages/rules/messages.ts';
import { attachedCalendar } from '#areas/order-book/server/order-calendar.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { noteCheckout } from '#platform/server/log-ids.ts';
import { deliveryEmail } from '#areas/messages/server/delivery-email.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { notedWords } from '#areas/messages/rules/delivery-words.ts';
import {
  leftPlace,
  lowerFirst,
  readDoor,
  readValues,
} from '#areas/messages/server/delivery-values.ts';
import { findWords } from '#areas/messages/server/message-words.ts';
import { mealsAtOddsEmail } from '#areas/messages/server/meals-at-odds-email.ts';
import { recipeAlertEmail } from '#areas/messages/server/recipe-alert-email.ts';
import { staffInviteEmail } from '#areas/messages/server/staff-invite-email.ts';
import { staffMessageEmail } from '#areas/messages/server/staff-message-email.ts';
import { supplierOrderEmail } from '#areas/messages/server/supplier-order-email.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { webhookOffEmail } from '#areas/messages/server/webhook-off-email.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';

export const ownMessages: MessageWriter = {
  async email(context, message, business, tone) {
    const { kind, facts } = message;
    const { publicUrl } = context.signIn;
    if (isDeliveryMessage(kind)) return deliveryNewsOf(context, kind, message, { business, tone });
    switch (kind) {
      case 'staff_invite': {
        const { staffName, inviteUrl } = facts;
        if (staffName === undefined || inviteUrl === undefined) return null;
        return staffInviteEmail({ business, staffName, inviteUrl });
      }
      case 'meals_at_odds': {
        const { mealsAtOdds: meals } = facts;
        const pageUrl = `${publicUrl}/admin?tab=meals`;
        return meals ? mealsAtOddsEmail({ business, meals, pageUrl }) : null;
      }
      case 'recipe_alert': {
        const { recipe } = facts;
        const pageUrl = `${publicUrl}/admin?tab=recipes`;
        return recipe ? recipeAlertEmail({ business, recipe, pageUrl }) : null;
      }
      case 'staff_message':
        return staffWordsOf(context, message, business);
      case 'supplier_order':
        return facts.supplierOrder
          ? supplierOrderEmail({ business, order: facts.supplierOrder })
          : null;
      case 'webhook_off': {
        const { webhook } = facts;
        const pageUrl = `${publicUrl}/admin?tab=api`;
        return webhook ? webhookOffEmail({ business, webhook, pageUrl }) : null;
      }
      default:
        return null;
    }
  },
};

/** What staff wrote, as it would arrive, unsent and without a link that works. */
export async function showStaffMessage(
  context: Pick<Context, 'site' | 'signIn'>,
  message: { orderNumber: string; firstName: string; subject: string; text: string },
): Promise<string> {
  const { business } = await context.site.current();
  const trackingUrl = `${context.signIn.publicUrl}/track/preview`;
  const { page } = staffMessageEmail({ ...message, business, trackingUrl });
  return plainTextOf(page);
}

async function deliveryNewsOf(
  context: Context,
  kind: DeliveryMessageKind,
  message: MessageRow,
  { business, tone }: { business: BusinessFacts; tone: Tone },
): Promise<EmailContent | null> {
  const [order] = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, message.orderId ?? 0));
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const { timeZone } = business;
  const values = await readValues(context.db, kind, {
    order,
    message,
    tone,
    now: context.clock(),
    timeZone,
  });
  if (!values) return null;
  const noted = tone === 'noted' ? await notedEmail(context, kind, message) : null;
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  return {
    ...deliveryEmail(kind, {
      business,
      orderNumber: order.number,
      words: noted ?? (await findWords(context.db, kind, 'email')),
      values: { ...values, first: order.firstName },
      trackingUrl,
    }),
    ...(kind === 'delivery_moved' && {
      attachments: [await attachedCalendar(context, { id: order.id, trackingUrl })],
    }),
  };
}

/** Staff’s words name a time, which is not news any more or not known. */
async function notedEmail(
  { db }: Pick<Context, 'db'>,
  kind: DeliveryMessageKind,
  message: MessageRow,
): Promise<MessageWords | null> {
  if (kind !== 'delivery_delivered' && kind !== 'delivery_missed') return null;
  const door = await readDoor(db, message);
  if (!door) return null;
  const { date, place, reason } = door.event;
  return notedWords(kind, { date, place: leftPlace(place), reason: lowerFirst(reason) });
}

async function staffWordsOf(
  context: Context,
  { orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
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
