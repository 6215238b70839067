/** Emails to a caller whose order staff took on the phone, before it is paid. No advertising (Spam Act). */
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
  title,
} from '#areas/messages/server/email-parts.ts';
import type { ReactElement, ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import type { PhoneMessageKind } from '#areas/order-book/rules/phone-order.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { recipientToPayFor } from '#areas/checkout/server/order-again.ts';

type PhoneOrderEmail = {
  business: BusinessFacts;
  order: FrozenOrder;
  /** "2:15pm on Wed 7 Jan". */
  until: string;
  payUrl: string;
};

type Words = { subject: string; heading: string; parts: ReactNode[] };

export function phoneOrderEmail(
  kind: PhoneMessageKind,
  email: PhoneOrderEmail,
): { subject: string; page: ReactElement } {
  const { subject, heading, parts } = WORDS[kind](email);
  const { business } = email;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        `You get this email because we took an order for you on the phone at ${business.name}. If that wasn’t you, call us: ${business.phone}.`,
      ],
    },
    title(heading),
    ...parts,
  );
  return { subject, page };
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
    ...order.drops.toSorted(compareSlotKeys).flatMap((delivery) => deliveryOf(order, delivery)),
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
        small(`For ${personName}, ${mealType}${day}`),
      );
    }),
  ];
}
