/** What an order that staff took on the phone is found by: its pay link, and its messages. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { MESSAGE_CHANNELS } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type PhoneOrderRow, phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { messageKey } from '#areas/messages/server/write-message.ts';

/** The secret part of a pay link: 132 bits, short enough for a text, and of no use as a tracking link. */
export function payTokenFor(checkoutId: string, trackingSecret: string): string {
  return createHmac('sha256', trackingSecret)
    .update(`pay:${checkoutId}`)
    .digest('base64url')
    .slice(0, 22);
}

export function payUrlFor(
  { signIn, trackingSecret }: Pick<Context, 'signIn' | 'trackingSecret'>,
  checkoutId: string,
): string {
  return `${signIn.publicUrl}/pay/${payTokenFor(checkoutId, trackingSecret)}`;
}

export async function findPhoneOrder(
  db: Database | Transaction,
  checkoutId: string,
): Promise<PhoneOrderRow | null> {
  const [found] = await db.select().from(phoneOrders).where(eq(phoneOrders.checkoutId, checkoutId));
  return found ?? null;
}

/** What the nth link is about, for its message's key. */
export function linkNumber(checkoutId: string, sends: number): string {
  return `${checkoutId}:${sends}`;
}

type Sent = Pick<PhoneOrderRow, 'checkoutId' | 'sends'>;

/** Keys of the messages that ask for the payment, sent or not. */
export function askingMessageKeys({ checkoutId, sends }: Sent): string[] {
  const links = Array.from({ length: sends }, (_, at) => linkNumber(checkoutId, at + 1));
  return MESSAGE_CHANNELS.flatMap((channel) => [
    ...links.map((about) => messageKey('phone_order_link', channel, about)),
    messageKey('phone_order_reminder', channel, checkoutId),
  ]);
}

const ENDS = ['phone_order_cancelled', 'phone_order_expired'] as const;

/** Keys of all messages that there may be about it. */
export function phoneMessageKeys(sent: Sent): string[] {
  const ends = ENDS.flatMap((kind) =>
    MESSAGE_CHANNELS.map((channel) => messageKey(kind, channel, sent.checkoutId)),
  );
  return [...askingMessageKeys(sent), ...ends];
}
