/** The words of emails about an order's money, apart from its confirmation. */
import type { ReactNode } from 'react';
import { formatDollars } from '#platform/rules/money.ts';
import { action, bold, numberOf, paragraph } from '#areas/messages/server/email-parts.ts';
import { needsPart } from '#areas/messages/server/needs-part.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import type { OrderEmail, OrderWords } from './order-words.ts';

type MoneyKind = 'order_payment_due' | 'order_payment_received';

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
