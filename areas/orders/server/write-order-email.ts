import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { holdsForCustomer } from '#areas/orders/server/food-holds.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/write-message.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';
import { type Order, itemsOfDelivery } from '#areas/order-book/rules/order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { attachedCalendar } from '#areas/order-book/server/order-calendar.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { toldMoneyOf, moneySentence, type ToldMoney } from '#areas/messages/rules/message-words.ts';
import { type Cents, formatAmount, formatDollars } from '#platform/rules/money.ts';
import {
  accountOfOrder,
  gstInOrder,
  priceLinesOf,
  refundsToTell,
} from '#areas/order-book/rules/order-account.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import {
  pricePart,
  needsPart,
  action,
  whyOrder,
  bold,
  entry,
  emailPage,
  numberOf,
  paragraph,
  small,
  subtitle,
} from '#areas/messages/server/email-parts.ts';
import type { ReactNode } from 'react';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { agreedWithCustomer } from '#areas/order-book/rules/kitchen-bag.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import type { MessageKind } from '#areas/messages/rules/messages.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { changeDeadline, whyUnchangeable } from '#areas/order-book/rules/customer-change.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import { nowLine } from '#areas/order-book/rules/now-line.ts';
import { recipientOf } from '#areas/checkout/server/order-again.ts';

/** What a customer reads of their order as it is now. */
export const orderMessages: MessageWriter = { email: writeOrderEmail };

async function writeOrderEmail(
  context: Context,
  { kind, orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  if (!isOrderMessage(kind)) return null;
  const rows = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  const [order] = await loadOrders(context.db, rows);
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const { owedCents } = accountOfOrder(order);
  const now = context.clock();
  const tellsMoney = facts.refundIds !== undefined;
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  const content = orderEmail(kind, {
    business,
    order,
    now,
    heldText: await holdsForCustomer(context.db, order, { now, business, isPayer: true }),
    trackingUrl,
    money: tellsMoney ? toldMoneyOf(facts, order, business.timeZone) : { is: 'none' },
    paidCents: await paidBy(context.db, facts.paymentIntentId),
    owedCents,
    news: facts.news ?? [],
    change: facts.change ?? null,
  });
  if (kind !== 'order_changed') return content;
  return {
    ...content,
    attachments: [await attachedCalendar(context, { id: order.id, trackingUrl })],
  };
}

async function paidBy(db: Context['db'], paymentIntentId: string | undefined): Promise<Cents> {
  if (paymentIntentId === undefined) return 0;
  const [payment] = await db
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return payment?.cents ?? 0;
}

/** The email that would tell of a change of this order, unsent and without a link that works; `what` changed, in words. */
export async function showChangedEmail(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'signIn'>,
  order: Order,
  what: string[],
): Promise<{ recipient: string; subject: string; text: string }> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { subject, page } = orderEmail('order_changed', {
    business,
    order,
    now,
    heldText: await holdsForCustomer(tx, order, { now, business, isPayer: true }),
    trackingUrl: `${context.signIn.publicUrl}/track/preview`,
    money: { is: 'none' },
    paidCents: 0,
    owedCents: accountOfOrder(order).owedCents,
    news: [],
    change: { what },
  });
  return { recipient: order.customer.email, subject, text: await plainTextOf(page) };
}

// Emails about an order. No advertising: everyone who orders gets them (Spam Act).

/** The words of emails about an order's money, apart from its confirmation. */
type MoneyKind = 'order_payment_due' | 'order_payment_received';

const MONEY_WORDS: Record<MoneyKind, (email: OrderEmail) => OrderWords> = {
  order_payment_due: ({ order, owedCents, trackingUrl, business }) => ({
    subject: `${formatDollars(owedCents)} to pay for order ${order.number}`,
    heading: `${formatDollars(owedCents)} to pay`,
    opening: [
      paragraph(
        `Hello ${order.customer.firstName}, since you paid for order `,
        numberOf(order),
        ` it has changed: it comes to ${formatDollars(order.price.totalCents)} now, and ${formatDollars(owedCents)} is still to pay. You can pay by card on your order’s page.`,
      ),
    ],
    rest: [
      action(payUrl(trackingUrl), `Pay ${formatDollars(owedCents)}`),
      ...needsPart(peopleOf(order), order.customer.specialInstructions, business),
    ],
  }),
  order_payment_received: ({ order, paidCents, owedCents, trackingUrl }) => ({
    subject: `We’ve received ${formatDollars(paidCents)} for order ${order.number}`,
    heading: 'Thank you, it’s paid',
    opening: [
      paragraph(
        `Hello ${order.customer.firstName}, we’ve received your payment of ${formatDollars(paidCents)} for order `,
        numberOf(order),
        owedCents > 0
          ? `. ${formatDollars(owedCents)} is still to pay.`
          : '. Nothing is left to pay.',
      ),
    ],
    rest: [action(trackingUrl, 'See your order')],
  }),
};

function payUrl(trackingUrl: string): string {
  return `${trackingUrl}#pay`;
}

function stillToPay({ owedCents, trackingUrl }: OrderEmail): ReactNode[] {
  if (owedCents === 0) return [];
  return [
    paragraph(
      bold(`${formatDollars(owedCents)} is still to pay`),
      ', because the order costs more than before.',
    ),
    action(payUrl(trackingUrl), `Pay ${formatDollars(owedCents)}`),
  ];
}

type OrderMessageKind = Extract<MessageKind, `order_${string}` | 'payment_fell_through'>;

function isOrderMessage(kind: MessageKind): kind is OrderMessageKind {
  return kind in WORDS;
}

function orderEmail(kind: OrderMessageKind, email: OrderEmail): EmailContent {
  const { subject, heading, opening, rest } = WORDS[kind](email);
  const { business, order } = email;
  return emailPage(
    business,
    {
      subject,
      preview: lineOf(email),
      heading,
      why: [whyOrder(order.number, business)],
    },
    ...opening,
    ...rest,
  );
}

const WORDS: Record<OrderMessageKind, (email: OrderEmail) => OrderWords> = {
  order_confirmation(email) {
    const { order } = email;
    const isPending = order.status === 'pending';
    return {
      subject: isPending
        ? `Order ${order.number} is paid and being checked`
        : `Order ${order.number} is confirmed`,
      heading: `Thank you, ${order.customer.firstName}!`,
      opening: [
        isPending
          ? paragraph(
              'We’ve received your payment for order ',
              numberOf(order),
              '. We’re checking the delivery and will contact you.',
            )
          : paragraph('Order ', numberOf(order), ' is paid. We’ll deliver it as shown below.'),
      ],
      rest: wholeOrder(email),
    };
  },
  payment_fell_through: ({ order, business }) => ({
    subject: `Order ${order.number} could not be charged`,
    heading: 'Your payment fell through',
    opening: [
      paragraph(
        `Hello ${order.customer.firstName}, your bank approved the payment of order `,
        numberOf(order),
        ' and then did not release the money. So we cancelled the order: nothing was charged, and nothing is delivered.',
      ),
      paragraph(`Order again with another card, or call us on ${business.phone}.`),
    ],
    rest: [],
  }),
  order_link: (email) => ({
    subject: `Order ${email.order.number}: ${lineOf(email)}`,
    heading: 'Here is your order',
    opening: [
      paragraph(
        `Hello ${email.order.customer.firstName}, someone asked for the link to order `,
        numberOf(email.order),
        ' on our site. If it wasn’t you, ignore this email: only you have the link.',
      ),
    ],
    rest: [action(email.trackingUrl, 'Open your order')],
  }),
  order_changed: (email) =>
    email.change?.isRefused
      ? changeRefused(email)
      : {
          subject: `Order ${email.order.number} has changed`,
          heading: 'Your order has changed',
          opening: [
            paragraph(
              `Hello ${email.order.customer.firstName}, order `,
              numberOf(email.order),
              email.order.status === 'cancelled'
                ? ' changed before it was cancelled.'
                : ' has changed. Here are the new details. If you weren’t expecting this, call us.',
            ),
            ...changeParts(email),
          ],
          rest: [...stillToPay(email), ...whatIsLeft(email)],
        },
  order_recipe_changed: (email) => ({
    subject: `About a meal of order ${email.order.number}`,
    heading: 'About one of your meals',
    opening: [
      paragraph(
        `Hello ${email.order.customer.firstName}, this is about order `,
        numberOf(email.order),
        '.',
      ),
      ...email.news.map((sentence) => paragraph(sentence)),
      ['going_back', 'paid_back', 'disputed'].includes(email.money.is) &&
        paragraph(moneySentence(email.money)),
      paragraph(`If anything is unclear, please call us: ${email.business.phone}.`),
    ],
    rest: whatIsLeft(email),
  }),
  ...MONEY_WORDS,
};

/** How the order is as this is written: what an inbox shows before it is opened. */
function lineOf({ order, now, business, heldText, owedCents }: OrderEmail): string {
  const deliveries = order.deliveries.map((delivery) => ({
    date: delivery.date,
    timeSlot: delivery.window,
    status: delivery.status,
    news: null,
    road: null,
    items: itemsOfDelivery(delivery).map((item) => ({
      mealName: item.meal.name,
      onHold: heldText(item),
    })),
  }));
  const payer = {
    owed: owedCents > 0 ? formatAmount(owedCents) : null,
    choices: [],
    refunds: refundsToTell(order).map(({ amountCents, state }) => ({
      amount: formatAmount(amountCents),
      state,
    })),
    changeUntil: new Date(changeDeadline(order.deliveries)).toISOString(),
    whyUnchangeable: whyUnchangeable(order, now, business),
  };
  return nowLine({ status: order.status, deliveries, payer }, now, business);
}

/** The whole order, unless it was cancelled since and nothing comes any more. */
function whatIsLeft(email: OrderEmail): ReactNode[] {
  return email.order.status === 'cancelled'
    ? [action(email.trackingUrl, 'See your order')]
    : wholeOrder(email);
}

function wholeOrder(email: OrderEmail): ReactNode[] {
  const { order, now, business, trackingUrl, owedCents } = email;
  const { customer, price } = order;
  return [
    action(trackingUrl, 'Track your order'),
    whyUnchangeable(order, now, business) === null &&
      paragraph(
        `With this link you can change meals, days, people and your address, or cancel and get your money back, until ${formatChangeUntil(changeDeadline(order.deliveries), business)}.`,
      ),
    ...needsPart(peopleOf(order), customer.specialInstructions, business),
    ...deliveriesOf(email),
    ...recipientOf(order),
    subtitle('Delivery address'),
    paragraph(formatAddress(customer.address)),
    small(
      (customer.deliveryPreference === 'warm' && warmWords(comingIn(order), business)) ||
        'Cold, in insulated packaging',
    ),
    subtitle(owedCents > 0 ? 'What it costs' : 'What you paid'),
    pricePart({ ...price, ...priceLinesOf(order), ...gstInOrder(order) }, business),
  ];
}

/** Without those that are cancelled: nobody is to wait for them. */
function comingDeliveries({ deliveries }: Order) {
  return deliveries.filter(({ status }) => status !== 'cancelled');
}

function comingIn(order: Order) {
  return comingDeliveries(order).flatMap((delivery) =>
    itemsOfDelivery(delivery).map((item) => ({
      ...item,
      deliveryDate: delivery.date,
      deliveryWindow: delivery.window,
    })),
  );
}

function deliveriesOf({ order, business, heldText }: OrderEmail): ReactNode[] {
  return comingDeliveries(order).flatMap((delivery) => [
    subtitle(`${formatDate(delivery.date)}, ${windowLabel(delivery.window)}`),
    ...itemsOfDelivery(delivery).map((item) => {
      const helping = item.helping === 2 ? ', second helping' : '';
      const day = item.mealDate === delivery.date ? '' : ` on ${formatDayAndMonth(item.mealDate)}`;
      const advice = adviceFor(item, business);
      const held = heldText(item);
      return entry(
        paragraph(bold(item.meal.name)),
        small(`For ${item.personName}, ${serviceOf(item.mealType, business).name}${day}${helping}`),
        small(allergenStatement(item.meal.allergens ?? null)),
        item.override !== null && small(bold(agreedWithCustomer(item.override))),
        held !== null && small(bold(held)),
        advice !== null && small(bold(advice)),
      );
    }),
  ]);
}

function formatChangeUntil(instant: Instant, { timeZone }: BusinessFacts): string {
  const { date, minuteOfDay } = wallTimeAt(instant, timeZone);
  return `${formatDate(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}

// The words of emails that tell what changed in an order, and what was paid for it or goes back.

/** Nothing when the email does not tell of one change in particular. */
function changeParts({ change, paidCents, money }: OrderEmail): ReactNode[] {
  if (!change || change.what.length === 0) return [];
  return [
    paragraph(bold('What changed: '), change.what.join(', ')),
    paidCents > 0 && paragraph(`You paid ${formatDollars(paidCents)} for it.`),
    money.is === 'going_back' && paragraph(moneySentence(money)),
  ];
}

/** It was paid for too late, or the order had changed meanwhile. */
function changeRefused({ order, change, money, business, trackingUrl }: OrderEmail): OrderWords {
  return {
    subject: `We couldn’t change order ${order.number}`,
    heading: 'Your order stays as it was',
    opening: [
      paragraph(
        `Hello ${order.customer.firstName}, your payment for a change of order `,
        numberOf(order),
        ' arrived when we could no longer make that change. Your order stays as it was.',
      ),
      paragraph(bold('Not changed: '), (change?.what ?? []).join(', ')),
      paragraph(
        money.is === 'going_back'
          ? moneySentence(money)
          : `We’ll contact you about your payment. Or call us: ${business.phone}.`,
      ),
    ],
    rest: [action(trackingUrl, 'See your order')],
  };
}

type OrderEmail = {
  order: Order;
  now: Instant;
  business: BusinessFacts;
  trackingUrl: string;
  /** What becomes of the money of what it tells. */
  money: ToldMoney;
  /** The amount just paid on top. */
  paidCents: Cents;
  owedCents: Cents;
  /** For a changed recipe: sentences that say how, and what we did. */
  news: readonly string[];
  /** What was changed, in words; null: the email does not tell of one change in particular. */
  change: { what: readonly string[]; isRefused?: boolean } | null;
  /** For a portion on hold, or that must not be eaten, what its customer reads of it everywhere; null: it is neither. */
  heldText: (item: { id: number }) => string | null;
};

type OrderWords = {
  subject: string;
  heading: string;
  opening: ReactNode[];
  rest: ReactNode[];
};
