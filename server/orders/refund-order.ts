import { eq } from 'drizzle-orm';
import type { AdminOrderReply, RefundPart } from '#contract/admin-orders.ts';
import { formatAmount, parseAmount } from '#domain/money.ts';
import { orderBalance } from '#domain/ordering/price/order-balance.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { payments } from '#server/db/schema/money/payments.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { Conflict, InvalidRequest } from '#server/errors.ts';
import { getAdminOrder } from '#server/order-book/describe-orders.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';
import { priceRefundPart } from '#server/orders/refund-part.ts';
import { tryRefund } from '#server/refunds/pursue-refund.ts';
import { wantRefund } from '#server/refunds/want-refund.ts';
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
    const order = await lockOrder(tx, id, request.version);
    const sum = request.part
      ? await priceRefundPart(tx, order, demandNoAmount(request, request.part))
      : { amountCents: await amountOf(tx, order, request.amount) };
    const reason = request.reason.trim();
    const wanted = await wantRefund(tx, context, { orderId: id, ...sum, reason, staff });
    if (!wanted) throw nothingToRefund();
    const version = order.version + 1;
    // So that a second click, which still sends the old version, refunds nothing.
    await tx.update(orders).set({ version }).where(eq(orders.id, id));
    await recordChange(tx, context, {
      staff,
      action: 'order.refund',
      entity: 'order',
      entityId: id,
      before: { version: order.version },
      after: { version, refund: formatAmount(wanted.amountCents), reason },
    });
    return wanted;
  });
  await tryRefund(context, refund.id);
  return getAdminOrder(context.db, id);
}

function demandNoAmount({ amount }: Request, part: RefundPart): RefundPart {
  if (amount === undefined) return part;
  throw new InvalidRequest({ amount: 'Please enter an amount or choose a part, not both' });
}

async function amountOf(
  tx: Transaction,
  order: OrderRow,
  sent: string | undefined,
): Promise<number> {
  if (sent === undefined) return overpaidCents(tx, order);
  const amountCents = parseAmount(sent);
  if (amountCents === null || amountCents === 0) {
    throw new InvalidRequest({ amount: 'Please enter an amount above 0' });
  }
  return amountCents;
}

async function overpaidCents(tx: Transaction, order: OrderRow): Promise<number> {
  const [payment] = await tx.select().from(payments).where(eq(payments.orderId, order.id));
  const back = await tx.select().from(refunds).where(eq(refunds.orderId, order.id));
  const capturedCents = payment?.amountCents ?? 0;
  const { balanceCents } = orderBalance({ ...order, capturedCents, refunds: back });
  if (balanceCents >= 0) throw nothingToRefund();
  return -balanceCents;
}

function nothingToRefund(): Conflict {
  return new Conflict('nothing_to_refund', 'Nothing is overpaid.');
}
