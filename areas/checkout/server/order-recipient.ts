import type { ReactNode } from 'react';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { paragraph, small, subtitle } from '#areas/messages/server/email-parts.ts';

type ForWhom = Pick<Order, 'recipient'>;

/** Whom the food goes to, when that is not the payer: they get none of our emails. */
export function recipientOf(order: ForWhom): ReactNode[] {
  if (order.recipient === null) return [];
  return [
    ...recipientToPayFor(order),
    small('The link for them is on your order page. It shows no prices.'),
  ];
}

/** The same before the order is paid, when there is no page of theirs yet. */
export function recipientToPayFor({ recipient }: ForWhom): ReactNode[] {
  if (recipient === null) return [];
  const { firstName, lastName, phone, isGift, message } = recipient;
  return [
    subtitle(isGift ? 'A present for' : 'For'),
    paragraph(`${firstName} ${lastName}, ${formatPhone(phone)}`),
    message !== '' && small(`On the card: ${message}`),
  ];
}
