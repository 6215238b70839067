import { eq } from 'drizzle-orm';
import type { PayLinkReply } from '#areas/orders/calls/order-editing.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * Emails the customer a link to pay what they owe. Throws NotFound, or Conflict `changed_meanwhile`, `nothing_owed` or
 * `customer_erased`.
 */
export async function askPayment(
  context: Context,
  staff: StaffMember,
  id: number,
  seenVersion: number | undefined,
): Promise<PayLinkReply> {
  return context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id, seenVersion);
    const { owedCents } = accountOfOrder(await loadOrder(tx, row));
    if (owedCents === 0)
      throw new Conflict('nothing_owed', 'Nothing is left to pay for this order.');
    if (row.email === '')
      throw new Conflict('customer_erased', 'The customer was erased: there is nobody to ask.');
    // So that a second click, which still sends the old version, sends no second email.
    const version = row.version + 1;
    await tx.update(orders).set({ version }).where(eq(orders.id, id));
    const amount = formatAmount(owedCents);
    await recordChange(tx, context, {
      staff,
      action: 'order.ask_payment',
      entity: 'order',
      entityId: id,
      before: { version: row.version },
      after: { version, amount },
    });
    await writeMessage(tx, context, {
      kind: 'order_payment_due',
      about: `${id}:${version}`,
      orderId: id,
      recipient: row.email,
    });
    return { amount, sentTo: row.email, link: `${trackingUrlFor(context, row.checkoutId)}#pay` };
  });
}
