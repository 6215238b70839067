/** The words of emails that tell what changed in an order, and what was paid for it or goes back. */
import type { ReactNode } from 'react';
import { formatDollars } from '#platform/rules/money.ts';
import { action, bold, numberOf, paragraph } from '#areas/messages/server/email-parts.ts';
import { moneySentence } from '#areas/messages/rules/told-money.ts';
import type { OrderEmail, OrderWords } from './order-words.ts';

/** Nothing when the email does not tell of one change in particular. */
export function changeParts({ change, paidCents, money }: OrderEmail): ReactNode[] {
  if (!change || change.what.length === 0) return [];
  return [
    paragraph(bold('What changed: '), change.what.join(', ')),
    paidCents > 0 && paragraph(`You paid ${formatDollars(paidCents)} for it.`),
    money.is === 'going_back' && paragraph(moneySentence(money)),
  ];
}

/** It was paid for too late, or the order had changed meanwhile. */
export function changeRefused({
  order,
  change,
  money,
  business,
  trackingUrl,
}: OrderEmail): OrderWords {
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
