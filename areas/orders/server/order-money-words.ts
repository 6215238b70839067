/** The words of emails about an order's money, apart from its confirmation. */
import type { ReactNode } from 'react';
import { formatDollars } from '#platform/rules/money.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import {
  action,
  bold,
  entry,
  numberOf,
  paragraph,
  small,
} from '#areas/messages/server/email-parts.ts';
import { moneySentence } from '#areas/messages/rules/told-money.ts';
import { needsPart } from '#areas/messages/server/needs-part.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import type { OrderEmail, OrderWords } from './order-words.ts';

type MoneyKind = 'order_payment_due' | 'order_payment_received' | 'order_refunded';

export const MONEY_WORDS: Record<MoneyKind, (email: OrderEmail) => OrderWords> = {
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
  order_refunded({ order, refund, money, trackingUrl }) {
    const heading =
      money.is === 'going_back' ? `Your refund of ${formatDollars(money.cents)}` : 'Your refund';
    const hello = `Hello ${order.customer.firstName}, this is about order `;
    return {
      subject: heading,
      heading,
      opening: [
        paragraph(hello, numberOf(order), `. ${moneySentence(money)}`),
        refund && paragraph(bold('Why: '), refund.reason),
        ...itemsOf(order)
          .filter(({ id }) => refund?.itemIds?.includes(id))
          .map(({ meal, personName }) =>
            entry(paragraph(bold(meal.name)), small(`For ${personName}`)),
          ),
        refund?.presents.some(({ part }) => part.startsWith('f')) === true &&
          entry(paragraph(bold('Delivery fee'))),
      ],
      rest: [action(trackingUrl, 'See your order')],
    };
  },
};

/** Where the customer pays what is owed: their page opens the card form. */
function payUrl(trackingUrl: string): string {
  return `${trackingUrl}#pay`;
}

export function stillToPay({ owedCents, trackingUrl }: OrderEmail): ReactNode[] {
  if (owedCents === 0) return [];
  return [
    paragraph(
      bold(`${formatDollars(owedCents)} is still to pay`),
      ', because the order costs more than before.',
    ),
    action(payUrl(trackingUrl), `Pay ${formatDollars(owedCents)}`),
  ];
}
