import { createHash, randomUUID } from 'node:crypto';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { type PayLinkWay, payUntilText, remindAt } from '#areas/order-book/rules/phone-order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { requireAgreedPrice } from '#areas/checkout/server/create-payment-intent.ts';
import { findLiveCheckout, openCheckout } from '#areas/checkout/server/open-checkout.ts';
import { giveUpPhoneOrder } from '#areas/checkout/server/phone/cancel-phone-order.ts';
import { findPhoneOrderReply } from '#areas/checkout/server/phone/describe-phone-order.ts';
import { writePhoneMessage } from '#areas/checkout/server/phone/write-phone-message.ts';
import {
  pricePreparedOrder,
  refuseUnanswered,
} from '#areas/checkout/server/price-prepared-order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log-ids.ts';
import { payTokenFor } from '#areas/checkout/server/phone-orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Request = { orderData: PreparedOrder; sendBy: PayLinkWay; evenIfClosed: boolean };

/**
 * Checks and prices an order as for a customer, and in one transaction holds its places and writes the message with the
 * link to pay. The payment itself is opened when the caller opens that link, so a silent gateway stops nobody on the
 * phone. The same basket returns to its order; a changed one gives up the order that was taken before. Throws
 * InvalidRequest, UnsuitableFood, Conflict (sale_closed, quote_changed, slot_full, past_cutoff, meal_unavailable, already_paid,
 * payment_in_progress) or Unavailable.
 */
export async function takePhoneOrder(
  context: Context,
  staff: StaffMember,
  { orderData, sendBy, evenIfClosed }: Request,
): Promise<PhoneOrderReply> {
  const contentHash = createHash('sha256').update(JSON.stringify(orderData)).digest('base64url');
  const existing = orderData.cartKey
    ? await findLiveCheckout(context, orderData.cartKey)
    : undefined;
  if (existing) refuseElsewhere(existing);
  const isSame = existing?.state === 'open' && existing.contentHash === contentHash;
  if (existing && isSame && existing.holdUntil.getTime() > context.clock())
    return findPhoneOrderReply(context, existing.id);
  const { frozen, site } = await pricePreparedOrder(context, orderData, { evenIfClosed });
  refuseUnanswered(frozen, site);
  requireAgreedPrice({ amount: Number(orderData.total), orderData }, frozen, site);
  if (existing) await giveUpPhoneOrder(context, staff, { id: existing.id, notify: false });
  const checkout = await openCheckout(context, {
    cartKey: orderData.cartKey ?? randomUUID(),
    contentHash,
    frozen,
    business: site.business,
    holder: null,
    byPhone: (tx, opened) =>
      record(context, tx, opened, { staff, sendBy, timeZone: site.business.timeZone }),
  });
  noteCheckout(checkout.id);
  return findPhoneOrderReply(context, checkout.id);
}

function refuseElsewhere({ byPhone, state }: CheckoutRow): void {
  if (!byPhone) throw new Conflict('payment_in_progress', 'This basket is being paid online.');
  if (state === 'paid') throw new Conflict('already_paid', 'The customer has paid this order.');
}

async function record(
  context: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  { staff, sendBy, timeZone }: { staff: StaffMember; sendBy: PayLinkWay; timeZone: string },
): Promise<void> {
  const now = context.clock();
  const { id: checkoutId, holdUntil, totalCents } = checkout;
  const remindedFrom = remindAt(now, holdUntil.getTime());
  const order = {
    checkoutId,
    tokenHash: hashTrackingToken(payTokenFor(checkoutId, context.trackingSecret)),
    takenBy: staff.email,
    sendBy,
    sends: 1,
    remindAt: remindedFrom === null ? null : new Date(remindedFrom),
    createdAt: new Date(now),
  };
  await tx.insert(phoneOrders).values(order);
  await recordChange(tx, context, {
    staff,
    action: 'phone_order.take',
    entity: 'phone_order',
    entityId: checkoutId,
    before: null,
    after: {
      total: formatAmount(totalCents),
      heldUntil: payUntilText(holdUntil.getTime(), timeZone),
      linkBy: sendBy.replaceAll('_', ' '),
    },
  });
  await writePhoneMessage(tx, context, 'phone_order_link', { checkout, order });
}
