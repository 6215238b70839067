import { eq } from 'drizzle-orm';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/write-message.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { writePhoneOrderEmail, writePhoneOrderText } from './write-phone-order.ts';
import { notChangedEmail, notOrderedEmail } from './not-charged.ts';
import type { Context } from '#platform/server/context.ts';
import { formatDate, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { action, emailPage, link, paragraph, small } from '#areas/messages/server/email-parts.ts';

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

type Bell = {
  business: BusinessFacts;
  date: PlainDate;
  window: DeliveryWindow;
  /** The page of their bells, where a button confirms them, and another ends them. */
  bellUrl: string;
  orderUrl: string;
};

/** About this window alone: nobody who asks for a place agrees to news. */
function slotBellEmail({ business, date, window, bellUrl, orderUrl }: Bell) {
  const slot = `${formatDate(date)}, ${windowWithName(business, window)}`;
  return emailPage(
    business,
    {
      subject: `A place came free on ${slot}`,
      preview: 'It goes to whoever orders first.',
      heading: `A place came free on ${formatLongDate(date)}`,
      why: [
        'You’re receiving this email because this address asked to be told when a place comes free in this delivery window. We won’t email you about it again.',
      ],
    },
    paragraph(
      `A place came free on ${slot}. It goes to whoever orders first: we told a few others as well, and hold it for nobody.`,
    ),
    action(orderUrl, 'Order for this window'),
    small('Open the link in the browser where you chose your meals, and they’re still there.'),
    small(link(bellUrl, 'What else you asked about')),
  );
}

/** Once a day for a mailbox, whatever is asked for it; opening the link changes nothing. */
function confirmBellEmail({ business, date, window, bellUrl }: Bell) {
  const slot = `${formatDate(date)}, ${windowWithName(business, window)}`;
  return emailPage(
    business,
    {
      subject: `Confirm: tell me about ${slot}`,
      preview: `Shall we tell you about ${slot}?`,
      heading: 'Shall we tell you when a place comes free?',
      why: [
        'You’re receiving this email because someone typed this address into our website. If it wasn’t you, do nothing: you won’t hear from us about it.',
      ],
    },
    paragraph(
      `You asked about delivery on ${slot}, which is full. Confirm that it was you, and we’ll email you once if a place comes free.`,
    ),
    action(bellUrl, 'Confirm'),
  );
}
