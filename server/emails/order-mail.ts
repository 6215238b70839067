/** Emails about an order. No advertising: everyone who orders gets them (Spam Act). */
import type { ReactElement, ReactNode } from 'react';
import type { TrackedOrderReply } from '#contract/orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { formatDate, formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { MessageKind } from '#domain/mail/messages.ts';
import { allergenStatement, isAllergen } from '#domain/menu/allergens.ts';
import {
  type Cents,
  formatAmount,
  formatDollars,
  includedGst,
  parseAmount,
} from '#domain/money.ts';
import {
  action,
  amounts,
  bold,
  entry,
  mailPage,
  numberOf,
  paragraph,
  small,
  subtitle,
  title,
} from './mail-parts.ts';

export type OrderMail = {
  order: TrackedOrderReply;
  business: BusinessFacts;
  /** The customer's secret link. */
  trackingUrl: string;
  /** For a cancelled order: the amount refunded to the card. */
  refundCents: Cents;
};

type OrderMessageKind = Extract<MessageKind, `order_${string}`>;

type Words = { subject: string; heading: string; opening: ReactNode[]; rest: ReactNode[] };

export function orderMail(
  kind: OrderMessageKind,
  mail: OrderMail,
): { subject: string; page: ReactElement } {
  const { subject, heading, opening, rest } = WORDS[kind](mail);
  const { business, order } = mail;
  const page = mailPage(
    business,
    {
      preview: subject,
      why: [
        `This email is about order ${order.orderNumber} at ${business.name}. Anyone with its link can see and change the order, so keep it private.`,
      ],
    },
    title(heading),
    ...opening,
    ...rest,
  );
  return { subject, page };
}

const WORDS: Record<OrderMessageKind, (mail: OrderMail) => Words> = {
  order_confirmation(mail) {
    const { order } = mail;
    const isPending = order.status === 'pending';
    return {
      subject: isPending
        ? `Order ${order.orderNumber} is paid and being checked`
        : `Order ${order.orderNumber} is confirmed`,
      heading: `Thank you, ${order.firstName}!`,
      opening: [
        isPending
          ? paragraph(
              'We’ve received your payment for order ',
              numberOf(order),
              '. We’re checking the delivery and will contact you.',
            )
          : paragraph('Order ', numberOf(order), ' is paid. We’ll deliver it as shown below.'),
      ],
      rest: wholeOrder(mail),
    };
  },
  order_changed: (mail) => ({
    subject: `Order ${mail.order.orderNumber} has changed`,
    heading: 'Your order has changed',
    opening: [
      paragraph(
        `Hello ${mail.order.firstName}, order `,
        numberOf(mail.order),
        ' has changed. Here are the new details. If you weren’t expecting this, call us.',
      ),
    ],
    rest: wholeOrder(mail),
  }),
  order_cancelled: (mail) => ({
    subject: `Order ${mail.order.orderNumber} is cancelled`,
    heading: 'Your order is cancelled',
    opening: [
      paragraph(
        `Hello ${mail.order.firstName}, order `,
        numberOf(mail.order),
        ' was cancelled. Nothing more will be delivered.',
      ),
      paragraph(refundSentence(mail.refundCents)),
    ],
    rest: [action(mail.trackingUrl, 'See your order')],
  }),
  order_delivered: (mail) => ({
    subject: `Order ${mail.order.orderNumber} was delivered`,
    heading: 'We’ve delivered your meals',
    opening: [
      paragraph(
        `Hello ${mail.order.firstName}, we’ve delivered all of order `,
        numberOf(mail.order),
        '. Put cold meals in the fridge straight away. If anything is missing, call us.',
      ),
    ],
    rest: [...deliveriesOf(mail.order), action(mail.trackingUrl, 'See your order')],
  }),
};

function refundSentence(refundCents: Cents): string {
  return refundCents > 0
    ? `We’re refunding ${formatDollars(refundCents)} to the card you paid with. Banks usually show it within 5 to 10 business days.`
    : 'There is no refund. If you were expecting one, call us.';
}

function wholeOrder({ order, business, trackingUrl }: OrderMail): ReactNode[] {
  return [
    action(trackingUrl, 'Track your order'),
    order.whyUnchangeable === null &&
      paragraph(
        `With this link you can change your instructions, or cancel for a full refund, until ${momentWords(order.changeUntil, business)}.`,
      ),
    ...deliveriesOf(order),
    subtitle('Delivery address'),
    paragraph(order.address),
    small(
      order.deliveryPreference === 'warm' ? 'Warm, when available' : 'Cold, in insulated packaging',
    ),
    order.specialInstructions !== '' && small(`Your instructions: ${order.specialInstructions}`),
    subtitle('What you paid'),
    amounts([
      { label: 'Meals', amount: `$${order.subtotal}` },
      ...order.deliveryLines.map(({ label, amount }) => ({ label, amount: dollars(amount) })),
      ...(business.gstRegistered ? [] : [{ label: 'Tax', amount: `$${order.tax}` }]),
      { label: 'Total', amount: `$${order.total}`, isTotal: true },
    ]),
    business.gstRegistered && small(`Includes GST of $${gstIn(order.total)}.`),
  ];
}

function deliveriesOf(order: TrackedOrderReply): ReactNode[] {
  return order.deliveries.flatMap((delivery) => [
    subtitle(`${formatDate(delivery.date)}, ${windowLabel(delivery.timeSlot)}`),
    ...delivery.items.map((item) => {
      const day = item.mealDate === delivery.date ? '' : ` on ${formatDayAndMonth(item.mealDate)}`;
      return entry(
        paragraph(bold(item.mealName)),
        small(`For ${item.personName}, ${item.mealType}${day}`),
        small(allergenStatement(item.allergens?.filter(isAllergen) ?? null)),
        item.advice !== null && small(bold(item.advice)),
      );
    }),
  ]);
}

/** "-5.99" -> "-$5.99". */
function dollars(amount: string): string {
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

function gstIn(total: string): string {
  return formatAmount(includedGst(parseAmount(total) ?? 0));
}

function momentWords(instant: string, { timeZone }: BusinessFacts): string {
  const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
  return `${formatDate(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
