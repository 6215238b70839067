import { eq } from 'drizzle-orm';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import {
  writePhoneOrderEmail,
  writePhoneOrderText,
} from '#areas/checkout/server/phone/write-phone-order.ts';
import { confirmBellEmail, slotBellEmail } from '#areas/checkout/server/slot-bell-email.ts';
import { notChangedEmail } from '#areas/checkout/server/not-changed.ts';
import { notOrderedEmail } from '#areas/checkout/server/not-ordered.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import type { Context } from '#platform/server/context.ts';

export const checkoutMessages: MessageWriter = {
  async email(context, message, business) {
    const { notChanged } = message.facts;
    if (notChanged) return notChangedEmail(context, notChanged, business);
    if (message.kind === 'not_ordered') return notOrderedEmail(context, message, business);
    return isPhoneMessage(message.kind)
      ? writePhoneOrderEmail(context, message.kind, message, business)
      : bellEmailOf(context, message, business);
  },
  async text(context, message, business) {
    return isPhoneMessage(message.kind)
      ? writePhoneOrderText(context, message.kind, message, business)
      : null;
  },
};

/** Null when they need no place any more, or its week has closed: the email came too late. */
async function bellEmailOf(
  { db, signIn, trackingSecret }: Pick<Context, 'db' | 'signIn' | 'trackingSecret'>,
  { facts: { bell } }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  if (!bell) return null;
  const [waits] = await db
    .select({
      state: slotBells.state,
      date: deliverySlots.date,
      window: deliverySlots.window,
    })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(eq(slotBells.id, bell.id));
  if (waits?.state !== (bell.isToConfirm ? 'asked' : 'told')) return null;
  const { publicUrl } = signIn;
  const bellUrl = `${publicUrl}/bell/${encodeURIComponent(linkTokenFor('slot bell', bell.id, trackingSecret))}`;
  const orderUrl = `${publicUrl}/order?step=2`;
  const write = bell.isToConfirm ? confirmBellEmail : slotBellEmail;
  return write({ ...waits, business, bellUrl, orderUrl });
}
