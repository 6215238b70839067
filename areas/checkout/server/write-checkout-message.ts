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

/** Null when the place is not held any more: the email came too late. */
function bellEmailOf(
  context: Pick<Context, 'clock' | 'signIn' | 'trackingSecret'>,
  { facts: { bell } }: MessageRow,
  business: BusinessFacts,
): EmailContent | null {
  if (!bell || Date.parse(bell.heldUntil) <= context.clock()) return null;
  const token = encodeURIComponent(bellTokenFor(bell.id, context.trackingSecret));
  const orderUrl = `${context.signIn.publicUrl}/order?bell=${token}`;
  return slotBellEmail({ ...bell, business, orderUrl, stopUrl: `${orderUrl}&give-up=1` });
}
