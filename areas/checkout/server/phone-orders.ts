/** What an order that staff took on the phone is found by: its pay link, and its messages. */
import { DAY_MS } from '#platform/rules/durations.ts';
import { createHmac } from 'node:crypto';
import { eq, and, desc, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { MESSAGE_CHANNELS } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type PhoneOrderRow,
  phoneOrders,
  type CheckoutRow,
  type FrozenOrder,
  checkouts,
} from '#areas/order-book/server/tables/checkouts.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';
import type { FastifyReply } from 'fastify';
import { NotFound } from '#platform/server/errors.ts';
import { isSameSecret } from '#platform/server/link-token.ts';
import { selectClientSecret } from '#areas/checkout/server/settlement-statements.ts';
import {
  type PhoneMessageKind,
  isPayable,
  phoneOrderState,
  type PhoneOrderState,
} from '#areas/order-book/rules/phone-order.ts';
import { takesTexts } from '#areas/messages/server/tell-customer.ts';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

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

/** Tells the caller by email and, if that was agreed and theirs is a mobile phone that takes our texts, by text. */
export async function writePhoneMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  kind: PhoneMessageKind,
  { checkout, order }: { checkout: CheckoutRow; order: Pick<PhoneOrderRow, 'sendBy' | 'sends'> },
): Promise<void> {
  const { id: checkoutId, frozenOrder } = checkout;
  const { email, phone } = frozenOrder.customer;
  const message = {
    kind,
    about: kind === 'phone_order_link' ? linkNumber(checkoutId, order.sends) : checkoutId,
    facts: { phoneOrder: { checkoutId } },
  };
  await writeMessage(tx, context, { ...message, recipient: email });
  if (order.sendBy === 'email_and_text' && (await takesTexts(tx, phone)))
    await writeMessage(tx, context, { ...message, channel: 'text', recipient: phone });
}

type Describing = Pick<Context, 'db' | 'clock' | 'signIn' | 'trackingSecret'>;

/** Throws NotFound. */
export async function findPhoneOrderReply(
  context: Describing,
  id: string,
): Promise<PhoneOrderReply> {
  return describePhoneOrder(context, await readPhoneOrder(context.db, { id }));
}

export async function listPhoneOrderReplies(context: Describing): Promise<PhoneOrderReply[]> {
  const rows = await select(
    context.db,
    or(
      inArray(checkouts.state, ['open', 'expiring']),
      gte(phoneOrders.createdAt, new Date(context.clock() - SHOWN_DAYS * DAY_MS)),
    ),
  );
  return rows.map((each) => describePhoneOrder(context, each));
}

export function stateOf(
  { order, checkout }: Pick<PhoneOrderRows, 'order' | 'checkout'>,
  now: number,
): PhoneOrderState {
  const facts = {
    checkout: checkout.state,
    holdUntil: checkout.holdUntil.getTime(),
    isReminded: order.remindedAt !== null,
    isCancelled: order.cancelledAt !== null,
  };
  return phoneOrderState(facts, now);
}

export function describePhoneOrder(
  context: Pick<Context, 'clock' | 'signIn' | 'trackingSecret'>,
  rows: PhoneOrderRows,
): PhoneOrderReply {
  const { order, checkout, placed } = rows;
  const { customer, items, drops } = checkout.frozenOrder;
  const { firstName, lastName, email, phone } = customer;
  const state = stateOf(rows, context.clock());
  return {
    id: checkout.id,
    state,
    takenBy: order.takenBy,
    takenAt: order.createdAt.toISOString(),
    heldUntil: checkout.holdUntil.toISOString(),
    remindedAt: order.remindedAt?.toISOString() ?? null,
    sends: order.sends,
    sendBy: order.sendBy,
    link: isPayable(state) ? payUrlFor(context, checkout.id) : null,
    total: formatAmount(checkout.totalCents),
    customer: { firstName, lastName, email, phone },
    meals: items.length,
    deliveries: drops.map(({ date, window }) => ({ date, window })),
    order: placed,
    cancelledBy: order.cancelledBy,
    seenAt: order.seenAt?.toISOString() ?? null,
  };
}

/** What was ordered, in the shape in which orders are sent. */
export function orderDataOf({
  customer,
  recipient = null,
  people,
  items,
  meals,
  deliveryType,
}: FrozenOrder) {
  const { line1, line2, suburb } = customer.address;
  const { firstName, lastName, email, phone, deliveryPreference, specialInstructions } = customer;
  return {
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address: joinAddress({ line1, line2, suburb: suburb.name }),
      deliveryPreference,
      specialInstructions,
    },
    deliveryType,
    people,
    orderItems: items.map(
      ({ mealId, mealType, personName, mealDate, deliveryDate, deliveryWindow }) => ({
        mealId,
        mealName: meals[mealId]?.name ?? 'A meal',
        mealType,
        personName,
        mealDate,
        deliveryDate,
        deliveryWindow,
      }),
    ),
    recipient,
  };
}

/** `placed`: what came of it, once it was paid. */
export type PhoneOrderRows = {
  order: PhoneOrderRow;
  checkout: CheckoutRow;
  placed: { id: number; orderNumber: string } | null;
};

const SHOWN_DAYS = 7;
const MOST_SHOWN = 200;

/** Throws NotFound, alike for one that never was and one whose customer is erased. */
export async function readPhoneOrder(
  db: Database | Transaction,
  which: { id: string } | { token: string },
): Promise<PhoneOrderRows> {
  const [found] = await select(
    db,
    'id' in which
      ? eq(phoneOrders.checkoutId, which.id)
      : eq(phoneOrders.tokenHash, hashTrackingToken(which.token)),
  );
  if (!found) throw new NotFound('This order');
  return found;
}

/** Its checkout and it, locked. Throws NotFound. */
export async function lockPhoneOrder(
  tx: Transaction,
  id: string,
): Promise<Pick<PhoneOrderRows, 'order' | 'checkout'>> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    .for('no key update');
  const [order] = await tx
    .select()
    .from(phoneOrders)
    .where(eq(phoneOrders.checkoutId, id))
    .for('no key update');
  if (!checkout || !order || checkout.purgedAt !== null) throw new NotFound('This order');
  return { checkout, order };
}

async function select(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<PhoneOrderRows[]> {
  const rows = await db
    .select({
      order: phoneOrders,
      checkout: checkouts,
      placedId: orders.id,
      placedNumber: orders.number,
    })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(which, isNull(checkouts.purgedAt)))
    .orderBy(
      desc(sql`${checkouts.state} in ('open', 'expiring')`),
      desc(phoneOrders.createdAt),
      phoneOrders.checkoutId,
    )
    .limit(MOST_SHOWN);
  return rows.map(({ order, checkout, placedId, placedNumber }) => ({
    order,
    checkout,
    placed:
      placedId === null || placedNumber === null
        ? null
        : { id: placedId, orderNumber: placedNumber },
  }));
}
