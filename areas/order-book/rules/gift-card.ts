/** The card that goes into the bag of a present. Ours. */
import { customerName, type Order } from '#areas/order-book/rules/order.ts';

export type GiftCard = {
  /** "Rose". */
  to: string;
  message: string;
  /** "Anna Lee"; empty: the payer would rather not be named. */
  from: string;
};

/** The card of this delivery: the order's first one carries it. Null: no present, one without a message, or a later delivery. */
export function giftCardIn(
  { customer, recipient, cardDeliveryId }: Pick<Order, 'customer' | 'recipient' | 'cardDeliveryId'>,
  deliveryId: number,
): GiftCard | null {
  if (recipient === null || recipient.message === '' || deliveryId !== cardDeliveryId) return null;
  const { firstName, message, namesPayer } = recipient;
  return { to: firstName, message, from: namesPayer ? customerName(customer) : '' };
}

/** What is on it, in one line for staff. */
export function giftCardText({ to, message, from }: GiftCard): string {
  const words = message.replaceAll(/\s+/g, ' ');
  return `For ${to}: “${words}”${from === '' ? '' : ` From ${from}`}`;
}
