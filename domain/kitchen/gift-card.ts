/** The card that goes into the bag of a present. Ours. */
import { checksum } from '#domain/checksum.ts';
import { customerName, type Order } from '#domain/ordering/order.ts';

export type GiftCard = {
  /** "Rose". */
  to: string;
  message: string;
  /** "Anna Lee"; empty: the payer would rather not be named. */
  from: string;
};

/** Null: no present, or one without a message. */
export function giftCardOf({
  customer,
  recipient,
}: Pick<Order, 'customer' | 'recipient'>): GiftCard | null {
  if (recipient === null || recipient.message === '') return null;
  const { firstName, message, namesPayer } = recipient;
  return { to: firstName, message, from: namesPayer ? customerName(customer) : '' };
}

/** What is on it, in one line for staff. */
export function giftCardText({ to, message, from }: GiftCard): string {
  const words = message.replaceAll(/\s+/g, ' ');
  return `For ${to}: “${words}”${from === '' ? '' : ` From ${from}`}`;
}

/** Another one for every card: a tick for a card that was replaced since counts no longer. */
export function giftCardMark(card: GiftCard): string {
  return checksum(giftCardText(card));
}
