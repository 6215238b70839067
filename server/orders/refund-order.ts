import { eq } from 'drizzle-orm';
import type { AdminOrderReply, RefundPart } from '#contract/admin-orders.ts';
import { type Cents, formatAmount, parseAmount } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { Conflict, InvalidRequest } from '#server/errors.ts';
import { loadOrder } from '#server/order-book/load-orders.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';
import { balanceOf, getAdminOrder } from '#server/orders/admin-order.ts';
import { priceRefundPart } from '#server/orders/refund-part.ts';
import { tryRefund } from '#server/refunds/submit-refund.ts';
import { requestRefund } from '#server/refunds/request-refund.ts';
import type { StaffMember } from '#server/staff-member.ts';

type Request = {
  /** "5.99"; omitted: the overpayment. */
  amount?: string | undefined;
  /** Instead of an amount: the price of these items, of a person or of a delivery. */
  part?: RefundPart | undefined;
  reason: string;
  version?: number | undefined;
};

/**
 * Refunds part of an order's payment. Throws InvalidRequest, NotFound, or Conflict `changed_meanwhile`,
 * `nothing_to_refund`, `already_refunded`, `refund_too_large` or `dispute_open`.
 */
export async function refundOrder(
  context: Context,
  staff: StaffMember,
  id: number,
  request: Request,
): Promise<AdminOrderReply> {
  const refund = await context.db.transaction(async (tx) => {
    const order = await loadOrder(tx, await lockOrder(tx, id, request.version));
    const sum = request.part
      ? priceRefundPart(order, requireNoAmount(request, request.part))
      : { amountCents: amountOf(order, request.amount) };
    const reason = request.reason.trim();
    const requested = await requestRefund(tx, context, { orderId: id, ...sum, reason, staff });
    if (!requested) throw nothingToRefund();
    const version = order.version + 1;
    // So that a second click, which still sends the old version, refunds nothing.
    await tx.update(orders).set({ version }).where(eq(orders.id, id));
    await recordChange(tx, context, {
      staff,
      action: 'order.refund',
      entity: 'order',
      entityId: id,
      before: { version: order.version },
      after: { version, refund: formatAmount(requested.amountCents), reason },
    });
    return requested;
  });
  await tryRefund(context, refund.id);
  return getAdminOrder(context.db, id);
}

function requireNoAmount({ amount }: Request, part: RefundPart): RefundPart {
  if (amount === undefined) return part;
  throw new InvalidRequest({ amount: 'Please enter an amount or choose a part, not both' });
}

function amountOf(order: Order, sent: string | undefined): Cents {
  if (sent === undefined) return overpaidCents(order);
  const amountCents = parseAmount(sent);
  if (amountCents === null || amountCents === 0) {
    throw new InvalidRequest({ amount: 'Please enter an amount above 0' });
  }
  return amountCents;
}

function overpaidCents(order: Order): Cents {
  const { balanceCents } = balanceOf(order);
  if (balanceCents >= 0) throw nothingToRefund();
  return -balanceCents;
}

function nothingToRefund(): Conflict {
  return new Conflict('nothing_to_refund', 'Nothing is overpaid.');
}
