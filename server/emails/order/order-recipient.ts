import type { ReactNode } from 'react';
import { formatPhone } from '#domain/customer/australian-phone.ts';
import type { Order } from '#domain/ordering/order.ts';
import { paragraph, small, subtitle } from '#server/emails/email-parts.ts';

/** Whom the food goes to, when that is not the payer: they get none of our emails. */
export function recipientOf({ recipient }: Order): ReactNode[] {
  if (recipient === null) return [];
  const { firstName, lastName, phone, isGift, message } = recipient;
  return [
    subtitle(isGift ? 'A present for' : 'For'),
    paragraph(`${firstName} ${lastName}, ${formatPhone(phone)}`),
    message !== '' && small(`On the card: ${message}`),
    small('The link for them is on your order page. It shows no prices.'),
  ];
}
