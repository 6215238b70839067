import { eq } from 'drizzle-orm';
import { DELIVERY_MESSAGES, toRecipientOf } from '#areas/messages/rules/delivery-messages.ts';
import { fillTextMessage } from '#areas/messages/rules/fill-text.ts';
import { staffTextMessage, isDeliveryMessage } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow, WrittenText } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { loadWriter } from './write-message.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { readValues } from '#areas/messages/server/delivery-values.ts';
import { findWords } from '#areas/messages/server/change-texts.ts';
import { recipientUrlFor } from '#areas/order-book/server/recipient-link.ts';
import { shortLinkFor } from '#areas/order-book/server/tracking-token.ts';

/** A text that has not arrived by then is not worth sending. */
const STAFF_MESSAGE_SECONDS = 14_400;

/** A text as it is sent, and the hash of its link; null for one that should no longer be sent. Throws MissingField. */
export async function writeText(
  context: Context,
  message: MessageRow,
  tone: Tone = 'now',
): Promise<{ text: WrittenText; linkHash: string | null } | null> {
  const { kind, channel, orderId, facts } = message;
  const writer = await loadWriter(context, kind);
  if (writer.text) {
    const { business } = await context.site.current();
    const words = await writer.text(context, message, business);
    // It brings a link of its own, not a short link to an order.
    return words && textTo(context, words, null);
  }
  if (orderId === null) return null;
  if (channel === 'recipient_text') return writeRecipientText(context, message, orderId, tone);
  const [order] = await context.db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return null;
  const { business } = await context.site.current();
  const link = shortLinkFor(context, order.checkoutId);
  if (kind === 'staff_message' && facts.written) {
    const { text: body } = staffTextMessage(facts.written.text, {
      business: business.name,
      link: link.url,
    });
    return textTo(context, { body, validSeconds: STAFF_MESSAGE_SECONDS }, link.hash);
  }
  if (!isDeliveryMessage(kind)) return null;
  const values = await readValues(context.db, kind, {
    order,
    message,
    tone,
    now: context.clock(),
    timeZone: business.timeZone,
  });
  if (!values) return null;
  const words = await findWords(context, kind, 'text');
  const { text: body } = fillTextMessage(words.text, {
    ...values,
    first: order.firstName,
    business: business.name,
    link: link.url,
  });
  const { validSeconds } = DELIVERY_MESSAGES[kind];
  return textTo(context, { body, validSeconds }, link.hash);
}

/** With nothing of the payer's: words, values and link are the recipient's own. Null when the food is the payer's by now. */
async function writeRecipientText(
  context: Context,
  message: MessageRow,
  orderId: number,
  tone: Tone,
): Promise<{ text: WrittenText; linkHash: null } | null> {
  const { kind, recipient: phone } = message;
  const [order] = await context.db.select().from(orders).where(eq(orders.id, orderId));
  const url = order && recipientUrlFor(context, order);
  // Someone else's by now, or their number was put right.
  if (!url || order?.recipient?.phone !== phone) return null;
  const about = isDeliveryMessage(kind) ? toRecipientOf(kind) : null;
  if (!isDeliveryMessage(kind) || !about) return null;
  const { business } = await context.site.current();
  const values = await readValues(context.db, kind, {
    order,
    message,
    tone,
    now: context.clock(),
    timeZone: business.timeZone,
  });
  if (!values) return null;
  const words = await findWords(context, kind, 'recipient_text');
  const { text: body } = fillTextMessage(words.text, {
    ...Object.fromEntries(about.fields.map((field) => [field, values[field]])),
    first: order.recipient.firstName,
    business: business.name,
    link: url,
  });
  const { validSeconds } = DELIVERY_MESSAGES[kind];
  return { text: { from: context.texter.from, body, validSeconds }, linkHash: null };
}

function textTo(
  { texter }: Pick<Context, 'texter'>,
  text: Pick<WrittenText, 'body' | 'validSeconds'>,
  linkHash: string | null,
) {
  return { text: { from: texter.from, ...text }, linkHash };
}
