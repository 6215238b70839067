/** The words to a caller about an order that staff took on the phone. Nothing for one that has gone on since. */
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { eq, and, isNull, lte } from 'drizzle-orm';
import type { ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { staffTextMessage } from '#areas/messages/rules/messages.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  payUntilText,
  PHONE_ORDER_TEXTS,
  type PhoneMessageKind,
} from '#areas/order-book/rules/phone-order.ts';
import type { EmailContent } from '#areas/messages/server/write-message.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type CheckoutRow,
  checkouts,
  phoneOrders,
  type FrozenOrder,
} from '#areas/order-book/server/tables/checkouts.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { noteCheckout } from '#platform/server/log.ts';
import {
  findPhoneOrder,
  payUrlFor,
  stateOf,
  lockPhoneOrder,
  writePhoneMessage,
} from '#areas/checkout/server/phone-orders.ts';
import {
  pricePart,
  needsPart,
  action,
  bold,
  emailPage,
  entry,
  paragraph,
  small,
  subtitle,
} from '#areas/messages/server/email-parts.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { recipientToPayFor } from '#areas/checkout/server/order-again.ts';

/** A text of an hour ago is stale when the link is good for two. */
const VALID_SECONDS = 3600;

type PhoneOrderRow = Pick<MessageRow, 'facts'>;

/** Null for a message that should no longer be sent. */
export async function writePhoneOrderEmail(
  context: Context,
  kind: PhoneMessageKind,
  message: PhoneOrderRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const checkout = await findTold(context, message);
  if (!checkout) return null;
  return phoneOrderEmail(kind, {
    business,
    order: checkout.frozenOrder,
    until: payUntilText(checkout.holdUntil.getTime(), business.timeZone),
    payUrl: payUrlFor(context, checkout.id),
  });
}

/** Null for a text that should no longer be sent. */
export async function writePhoneOrderText(
  context: Context,
  kind: PhoneMessageKind,
  message: PhoneOrderRow,
  business: BusinessFacts,
): Promise<{ body: string; validSeconds: number } | null> {
  const checkout = await findTold(context, message);
  if (!checkout) return null;
  const words = PHONE_ORDER_TEXTS[kind]({
    total: formatDollars(checkout.totalCents),
    until: payUntilText(checkout.holdUntil.getTime(), business.timeZone),
  });
  const link = payUrlFor(context, checkout.id);
  const { text } = staffTextMessage(words, { business: business.name, link });
  return { body: text, validSeconds: VALID_SECONDS };
}

/** Its checkout, unless it was paid or forgotten. */
async function findTold(context: Context, { facts }: PhoneOrderRow): Promise<CheckoutRow | null> {
  const id = facts.phoneOrder?.checkoutId;
  if (id === undefined) return null;
  const [checkout] = await context.db.select().from(checkouts).where(eq(checkouts.id, id));
  const order = await findPhoneOrder(context.db, id);
  if (!checkout || !order || checkout.purgedAt !== null || checkout.state === 'paid') return null;
  noteCheckout(id);
  return checkout;
}

/** Reminds each caller who has not paid once, when `remindAt` says so. Returns how many. */
export async function remindPhoneOrders(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const due = await context.db
    .select({ id: phoneOrders.checkoutId })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .where(
      and(
        lte(phoneOrders.remindAt, new Date(context.clock())),
        isNull(phoneOrders.remindedAt),
        isNull(phoneOrders.cancelledAt),
        eq(checkouts.state, 'open'),
      ),
    );
  let reminded = 0;
  for (const { id } of due) if (await remind(context, id)) reminded += 1;
  return reminded;
}

/** Under the lock that a payment, a cancel and the end of its time take as well. */
async function remind(context: Pick<Context, 'db' | 'clock'>, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (stateOf({ order, checkout }, context.clock()) !== 'waiting') return false;
    await tx
      .update(phoneOrders)
      .set({ remindedAt: new Date(context.clock()) })
      .where(eq(phoneOrders.checkoutId, id));
    await writePhoneMessage(tx, context, 'phone_order_reminder', { checkout, order });
    return true;
  });
}

// Emails to a caller whose order staff took on the phone, before it is paid. No advertising (Spam Act).

type PhoneOrderEmail = {
  business: BusinessFacts;
  order: FrozenOrder;
  /** "2:15pm on Wed 7 Jan". */
  until: string;
  payUrl: string;
};

type Words = { subject: string; heading: string; parts: ReactNode[] };

function phoneOrderEmail(kind: PhoneMessageKind, email: PhoneOrderEmail) {
  const { subject, heading, parts } = WORDS[kind](email);
  const { business } = email;
  return emailPage(
    business,
    {
      subject,
      heading,
      why: [
        `You get this email because we took an order for you on the phone at ${business.name}. If that wasn’t you, call us: ${business.phone}.`,
      ],
    },
    ...parts,
  );
}

const WORDS: Record<PhoneMessageKind, (email: PhoneOrderEmail) => Words> = {
  phone_order_link: (email) => ({
    subject: `Pay for your order by ${email.until}`,
    heading: 'Your order is ready to pay',
    parts: [
      paragraph(
        `Hello ${email.order.customer.firstName}, we’re holding your delivery places until `,
        bold(email.until),
        '. Pay with the link below, and your order is confirmed. We never ask for card details on the phone.',
      ),
      action(email.payUrl, `Pay ${totalOf(email)}`),
      ...whatWasOrdered(email),
    ],
  }),
  phone_order_reminder: (email) => ({
    subject: `Your order is not paid yet: we hold it until ${email.until}`,
    heading: 'Your order is not paid yet',
    parts: [
      paragraph(
        `Hello ${email.order.customer.firstName}, we’re still holding your delivery places, until `,
        bold(email.until),
        '. After that they go to others, and nothing is charged.',
      ),
      action(email.payUrl, `Pay ${totalOf(email)}`),
      ...whatWasOrdered(email),
    ],
  }),
  phone_order_expired: ({ business, order }) => ({
    subject: 'Your order was not paid, and is not confirmed',
    heading: 'We’ve given your places back',
    parts: [
      paragraph(
        `Hello ${order.customer.firstName}, your order was not paid in time, so we gave its delivery places back. Nothing was charged and nothing will be delivered.`,
      ),
      paragraph(
        `Would you still like it? Call us on ${business.phone}, and we’ll see which places are free.`,
      ),
    ],
  }),
  phone_order_cancelled: ({ business, order }) => ({
    subject: 'Your order was cancelled',
    heading: 'Your order was cancelled',
    parts: [
      paragraph(
        `Hello ${order.customer.firstName}, the order we took for you on the phone was cancelled, and its link no longer works. Nothing was charged and nothing will be delivered.`,
      ),
      paragraph(`If you weren’t expecting this, call us on ${business.phone}.`),
    ],
  }),
};

function totalOf({ order }: PhoneOrderEmail): string {
  return formatDollars(order.price.totalCents);
}

function whatWasOrdered({ business, order }: PhoneOrderEmail): ReactNode[] {
  const { customer, recipient = null, people, price } = order;
  return [
    ...needsPart(people, customer.specialInstructions, business),
    ...order.drops
      .toSorted(compareSlotKeys)
      .flatMap((delivery) => deliveryOf(order, delivery, business)),
    ...recipientToPayFor({ recipient }),
    subtitle('Delivery address'),
    paragraph(formatAddress(customer.address)),
    subtitle('What it costs'),
    pricePart(price, business),
    paragraph(
      `Something isn’t right? Call us before you pay: ${business.phone}. After you pay, you can change the order yourself.`,
    ),
  ];
}

function deliveryOf(
  { items, meals }: FrozenOrder,
  { date, window }: FrozenOrder['drops'][number],
  business: BusinessFacts,
): ReactNode[] {
  const inIt = items.filter(
    ({ deliveryDate, deliveryWindow }) => deliveryDate === date && deliveryWindow === window,
  );
  return [
    subtitle(`${formatDate(date)}, ${windowLabel(window)}`),
    ...inIt.map(({ mealId, mealType, mealDate, personName }) => {
      const day = mealDate === date ? '' : ` on ${formatDayAndMonth(mealDate)}`;
      return entry(
        paragraph(bold(meals[mealId]?.name ?? '')),
        small(`For ${personName}, ${serviceOf(mealType, business).name}${day}`),
        small(allergenStatement(meals[mealId]?.allergens ?? null)),
      );
    }),
  ];
}
