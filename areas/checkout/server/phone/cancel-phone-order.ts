import { eq } from 'drizzle-orm';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { findPhoneOrderReply, stateOf } from '#areas/checkout/server/phone/describe-phone-order.ts';
import { lockPhoneOrder } from '#areas/checkout/server/phone/phone-order-rows.ts';
import type { Context } from '#platform/server/context.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type GivenUp = { id: string; notify: boolean };

/** Gives up an order that is not paid. Again: the same. Throws as `giveUpPhoneOrder`. */
export async function cancelPhoneOrder(
  context: Context,
  staff: StaffMember,
  which: GivenUp,
): Promise<PhoneOrderReply> {
  await giveUpPhoneOrder(context, staff, which);
  return findPhoneOrderReply(context, which.id);
}

/**
 * Decides first and then asks the gateway, so that what fails half-way is finished by the expiry job. The places are free
 * once the gateway confirms that nobody can pay any more; whoever paid before has an order. Throws NotFound, Conflict
 * (already_paid, payment_in_progress, not_open) or Unavailable.
 */
export async function giveUpPhoneOrder(
  context: Context,
  staff: StaffMember,
  which: GivenUp,
): Promise<void> {
  const checkout = await decide(context, staff, which);
  if (!checkout) return;
  const ended = await endCheckout(context, checkout, 'replaced');
  if (ended === 'paid') throw justPaid();
  if (ended === 'processing')
    throw new Conflict(
      'payment_in_progress',
      'The customer’s bank is deciding on their payment right now. If it fails, the order is cancelled.',
    );
}

/** Null: it is cancelled already. */
async function decide(
  context: Context,
  staff: StaffMember,
  { id, notify }: GivenUp,
): Promise<CheckoutRow | null> {
  return context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    const state = stateOf({ order, checkout }, context.clock());
    if (state === 'paid') throw justPaid();
    if (state === 'cancelled') return null;
    if (state === 'not_paid')
      throw new Conflict('not_open', 'Its time is over, and its places were given back.');
    if (order.cancelledAt !== null) return checkout;
    await tx
      .update(phoneOrders)
      .set({
        cancelledAt: new Date(context.clock()),
        cancelledBy: staff.email,
        tellsCancelled: notify,
      })
      .where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.cancel',
      entity: 'phone_order',
      entityId: id,
      before: null,
      after: { customerTold: notify },
    });
    return checkout;
  });
}

function justPaid(): Conflict {
  return new Conflict('already_paid', 'The customer has just paid. It is an order now.');
}
