import type { PhoneMessageKind } from '#domain/ordering/phone/phone-order.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import type { CheckoutRow } from '#server/db/schema/orders/checkouts.ts';
import type { PhoneOrderRow } from '#server/db/schema/orders/phone-orders.ts';
import { takesTexts } from '#server/outbox/tell-customer.ts';
import { writeMessage } from '#server/outbox/write-message.ts';
import { linkNumber } from '#server/order-book/phone-orders.ts';

/** Tells the caller by email and, if that was agreed and theirs is a mobile phone that takes our texts, by text. */
export async function writePhoneMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  kind: PhoneMessageKind,
  { checkout, order }: { checkout: CheckoutRow; order: Pick<PhoneOrderRow, 'sendBy' | 'sends'> },
): Promise<void> {
  const { id: checkoutId, frozenOrder } = checkout;
  const { email, phone } = frozenOrder.customer;
  const message = {
    kind,
    about: kind === 'phone_order_link' ? linkNumber(checkoutId, order.sends) : checkoutId,
    facts: { phoneOrder: { checkoutId } },
  };
  await writeMessage(tx, context, { ...message, recipient: email });
  if (order.sendBy === 'email_and_text' && (await takesTexts(tx, phone)))
    await writeMessage(tx, context, { ...message, channel: 'text', recipient: phone });
}
