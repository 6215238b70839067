import { eq } from 'drizzle-orm';
import type { AdminOrderReply, RefundQuoteReply } from '#areas/order-book/calls/admin-orders.ts';
import type { RefundPart } from '#areas/order-book/calls/refund-part.ts';
import { type Cents, formatAmount, parseAmount } from '#platform/rules/money.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { getOrder, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { refundOfAmount, refundOfPart } from '#areas/orders/server/refund-part.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { tryRefund } from '#areas/order-book/server/submit-refund.ts';
import { requestRefund, type RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type What = {
  /** "5.99"; omitted: the overpayment. */
  amount?: string | undefined;
  /** Instead of an amount: the price of these items, of a person, a delivery or its fee. */
  part?: RefundPart | undefined;
};

type Request = What & {
  reason: string;
  /** True: the customer gets an email with amount and reason. */
  notify: boolean;
  version?: number | undefined;
};

/** A refund that the gateway refuses at once is not told: staff see it, and try again. */
const TELL_AFTER_MS = 10_000;

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
  const refund = await context.db.transaction((tx) =>
    refundWithin(tx, context, staff, id, request),
  );
  await tryRefund(context, refund.id);
  return getAdminOrder(context, id);
}

/** The same in the caller's transaction: nothing is sent to the card provider yet. Throws as `refundOrder`. */
export async function refundWithin(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  id: number,
  request: Request,
): Promise<RequestedRefund> {
  const order = await loadOrder(tx, await lockOrder(tx, id, request.version));
  const reason = request.reason.trim();
  const { requested } = await requestPart(tx, context, order, { ...request, reason, staff });
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
  if (request.notify) {
    await writeMessage(tx, context, {
      kind: 'refund_made',
      about: requested.id,
      orderId: id,
      recipient: order.customer.email,
      facts: {
        refundIds: requested.ids,
        fields: { headline: '', why: '', whose: '' },
      },
      sendAfter: context.clock() + TELL_AFTER_MS,
    });
  }
  return requested;
}

/** What the refund would be. Throws as the refund itself would; nothing is done. */
export async function quoteRefund(
  context: Context,
  id: number,
  what: What,
): Promise<RefundQuoteReply> {
  return dryRun(context.db, async (tx) => {
    const order = await loadOrder(tx, await lockOrder(tx, id, undefined));
    const { requested, feeCents } = await requestPart(tx, context, order, {
      ...what,
      reason: '',
      staff: null,
    });
    const after = await getOrder(tx, { id });
    return {
      amount: formatAmount(requested.amountCents),
      fee: formatAmount(feeCents),
      left: formatAmount(accountOfOrder(after).leftCents),
    };
  });
}

async function requestPart(
  tx: Transaction,
  context: Context,
  order: Order,
  request: What & { reason: string; staff: StaffMember | null },
): Promise<{ requested: RequestedRefund; feeCents: Cents }> {
  const { feeCents, ...sum } = request.part
    ? refundOfPart(order, requireNoAmount(request, request.part))
    : refundOfAmount(order, amountOf(order, request.amount));
  const { reason, staff } = request;
  const requested = await requestRefund(tx, context, { orderId: order.id, ...sum, reason, staff });
  if (!requested) throw nothingToRefund();
  return { requested, feeCents };
}

function requireNoAmount({ amount }: What, part: RefundPart): RefundPart {
  if (amount === undefined) return part;
  throw new InvalidRequest({ amount: 'Please enter an amount or choose a part, not both' });
}

function amountOf(order: Order, sent: string | undefined): Cents {
  if (sent === undefined) {
    const { dueBackCents } = accountOfOrder(order);
    if (dueBackCents === 0) throw nothingToRefund();
    return dueBackCents;
  }
  const amountCents = parseAmount(sent);
  if (amountCents === null || amountCents === 0) {
    throw new InvalidRequest({ amount: 'Please enter an amount above 0' });
  }
  return amountCents;
}

function nothingToRefund(): Conflict {
  return new Conflict('nothing_to_refund', 'Nothing is overpaid.');
}
