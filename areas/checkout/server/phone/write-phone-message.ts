import type { PhoneMessageKind } from '#areas/order-book/rules/phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow, PhoneOrderRow } from '#areas/order-book/server/tables/checkouts.ts';
import { takesTexts } from '#areas/messages/server/tell-customer.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { linkNumber } from '#areas/checkout/server/phone-orders.ts';

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
