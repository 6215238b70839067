/** What an order that staff took on the phone is found by: its pay link, and its messages. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { MESSAGE_CHANNELS } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type PhoneOrderRow, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { messageKey } from '#areas/messages/server/write-message.ts';
import type { FastifyReply } from 'fastify';
import { NotFound } from '#platform/server/errors.ts';
import { isSameSecret } from '#platform/server/link-token.ts';
import { selectClientSecret } from '#areas/checkout/server/settlement-statements.ts';

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

/** What shows that a caller may learn the order of a payment. Its id alone does not: ids get around. */
const ONE_DAY_SECONDS = 24 * 60 * 60;

/** Gives the browser that opened a checkout its proof; each checkout has its own, because a browser has several tabs. */
export function setCheckoutCookie(
  context: Pick<Context, 'trackingSecret' | 'signIn'>,
  reply: FastifyReply,
  paymentIntentId: string,
): void {
  const isHttps = context.signIn.publicUrl.startsWith('https:');
  reply.header(
    'set-cookie',
    [
      `${cookieName(paymentIntentId)}=${cookieValue(context, paymentIntentId)}`,
      'Path=/api/orders',
      `Max-Age=${ONE_DAY_SECONDS}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isHttps ? ['Secure'] : []),
    ].join('; '),
  );
}

type Claim = {
  paymentIntentId: string;
  clientSecret?: string | undefined;
  cookies: string | undefined;
};

/** Throws NotFound, as for a payment that does not exist. */
export async function requireCheckoutProof(
  context: Pick<Context, 'db' | 'gateway' | 'trackingSecret'>,
  { paymentIntentId, clientSecret, cookies }: Claim,
): Promise<void> {
  const cookie = readCookie(cookies ?? '', cookieName(paymentIntentId));
  if (cookie !== null && isSameSecret(cookieValue(context, paymentIntentId), cookie)) return;
  if (clientSecret !== undefined) {
    const known = await findClientSecret(context, paymentIntentId);
    if (known !== null && isSameSecret(known, clientSecret)) return;
  }
  throw new NotFound('This payment');
}

/** From the gateway when a checkout has not stored its intent. */
async function findClientSecret(
  { db, gateway }: Pick<Context, 'db' | 'gateway'>,
  paymentIntentId: string,
): Promise<string | null> {
  const [checkout] = await selectClientSecret(db, { paymentIntentId });
  if (checkout) return checkout.clientSecret;
  const intent = await gateway.retrieveIntent(paymentIntentId);
  return intent?.clientSecret ?? null;
}

function cookieName(paymentIntentId: string): string {
  return `checkout_${paymentIntentId}`;
}

function cookieValue(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  paymentIntentId: string,
): string {
  return createHmac('sha256', trackingSecret)
    .update(`place:${paymentIntentId}`)
    .digest('base64url')
    .slice(0, 32);
}

/** Null: the browser has none of that name. */
export function readCookie(header: string, name: string): string | null {
  const found = header.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
