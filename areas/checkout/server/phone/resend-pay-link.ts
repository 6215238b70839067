import { eq } from 'drizzle-orm';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { isPayable } from '#areas/order-book/rules/phone-order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { findPhoneOrderReply, stateOf } from '#areas/checkout/server/phone/describe-phone-order.ts';
import { lockPhoneOrder } from '#areas/checkout/server/phone/phone-order-rows.ts';
import { writePhoneMessage } from '#areas/checkout/server/phone/write-phone-message.ts';
import type { Context } from '#platform/server/context.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

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
