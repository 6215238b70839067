import { eq } from 'drizzle-orm';
import type { PhoneOrderReply } from '#contract/ordering/phone-orders.ts';
import { isPayable } from '#domain/ordering/phone/phone-order.ts';
import { recordChange } from '#server/audit/record-change.ts';
import { findPhoneOrderReply, stateOf } from '#server/checkout/phone/describe-phone-order.ts';
import { lockPhoneOrder } from '#server/checkout/phone/phone-order-rows.ts';
import { writePhoneMessage } from '#server/checkout/phone/write-phone-message.ts';
import type { Context } from '#server/context.ts';
import { phoneOrders } from '#server/db/schema/orders/phone-orders.ts';
import { Conflict } from '#server/errors.ts';
import type { StaffMember } from '#server/staff-member.ts';

/** Whoever needs more links than that has another problem. */
const MOST_SENDS = 10;

/** Sends the link once more, unless it was sent since `sends` was read. Throws NotFound or Conflict `not_open`, `sent_often`. */
export async function resendPayLink(
  context: Context,
  staff: StaffMember,
  { id, sends }: { id: string; sends: number },
): Promise<PhoneOrderReply> {
  await context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (!isPayable(stateOf({ order, checkout }, context.clock())))
      throw new Conflict('not_open', 'This order can no longer be paid by its link.');
    if (order.sends !== sends) return;
    if (order.sends >= MOST_SENDS)
      throw new Conflict('sent_often', `The link was sent ${MOST_SENDS} times. Call the customer.`);
    const again = { ...order, sends: order.sends + 1 };
    await tx.update(phoneOrders).set({ sends: again.sends }).where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.send',
      entity: 'phone_order',
      entityId: id,
      before: null,
      after: { sends: again.sends },
    });
    await writePhoneMessage(tx, context, 'phone_order_link', { checkout, order: again });
  });
  return findPhoneOrderReply(context, id);
}

/** Today lists it no longer. Again: the same. Throws NotFound or Conflict `not_ended`. */
export async function seePhoneOrder(
  context: Context,
  staff: StaffMember,
  id: string,
): Promise<PhoneOrderReply> {
  await context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (stateOf({ order, checkout }, context.clock()) !== 'not_paid')
      throw new Conflict('not_ended', 'Only an order that was not paid in time can be ticked off.');
    if (order.seenAt !== null) return;
    await tx
      .update(phoneOrders)
      .set({ seenAt: new Date(context.clock()) })
      .where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.see',
      entity: 'phone_order',
      entityId: id,
      before: null,
      after: null,
    });
  });
  return findPhoneOrderReply(context, id);
}
