import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { askingMessageKeys, findPhoneOrder } from '#areas/checkout/server/phone-orders.ts';
import { withdrawMessages } from '#areas/messages/server/withdraw-messages.ts';
import { writePhoneMessage } from '#areas/checkout/server/phone/write-phone-message.ts';

/**
 * Tells the caller that their places were given back, in the transaction that does so, and takes back what still asks for
 * the payment.
 */
export async function tellOfEnd(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  checkout: CheckoutRow,
): Promise<void> {
  const order = await findPhoneOrder(tx, checkout.id);
  if (!order) throw new Error(`checkout ${checkout.id} was taken on the phone by nobody`);
  await withdrawMessages(tx, { keys: askingMessageKeys(order) });
  if (order.cancelledAt === null)
    await writePhoneMessage(tx, context, 'phone_order_expired', { checkout, order });
  else if (order.tellsCancelled)
    await writePhoneMessage(tx, context, 'phone_order_cancelled', { checkout, order });
}
