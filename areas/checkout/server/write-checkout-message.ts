import { eq } from 'drizzle-orm';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { bellTokenFor } from '#areas/checkout/server/bell-token.ts';
import {
  writePhoneOrderEmail,
  writePhoneOrderText,
} from '#areas/checkout/server/phone/write-phone-order.ts';
import { slotBellEmail } from '#areas/checkout/server/slot-bell-email.ts';
import type { Context } from '#platform/server/context.ts';

export const checkoutMessages: MessageWriter = {
  async email(context, message, business) {
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

/** Null when the bell is gone. */
async function bellEmailOf(
  context: Pick<Context, 'db' | 'signIn' | 'trackingSecret'>,
  { facts }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const [bell] = await context.db
    .select({
      id: slotBells.id,
      date: deliverySlots.date,
      window: deliverySlots.window,
      heldUntil: slotBells.heldUntil,
    })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(eq(slotBells.id, facts.bell?.id ?? 0));
  if (!bell?.heldUntil) return null;
  const token = encodeURIComponent(bellTokenFor(bell.id, context.trackingSecret));
  const orderUrl = `${context.signIn.publicUrl}/order?bell=${token}`;
  const heldUntil = bell.heldUntil.getTime();
  return slotBellEmail({
    ...bell,
    heldUntil,
    business,
    orderUrl,
    stopUrl: `${orderUrl}&give-up=1`,
  });
}
