import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { Present } from '#areas/order-book/rules/account.ts';
import { type PaymentLeft, spreadRefund } from '#areas/order-book/rules/people-after.ts';
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  disputes,
  oldestPaymentFirst,
  payments,
  isSettledOtherwise,
  refunds,
} from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { SENT_AGAIN } from '#areas/order-book/rules/order-status.ts';
import { accountOfOrder, backOf } from '#areas/order-book/rules/order-account.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { followPrice } from '#areas/order-book/server/issue-documents.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';

/** The request that makes a refund tries it at once; the queue tries it after that. */
const FOLLOW_UP_MS = 30_000;

export type RefundRequest = {
  orderId: number;
  amountCents: Cents;
  reason: string;
  /** Only from this payment, and no more than it holds; default: from whichever holds it, but not one that a change of the order waits with. */
  paymentIntentId?: string;
  /** The items that it is about. */
  itemIds?: number[] | undefined;
  /** How much of it is not owed, by part. */
  presents?: Present[];
  /** Null: requested by the customer. */
  staff: StaffMember | null;
};

export type RequestedRefund = {
  /** For the refund, or its first part. */
  id: number;
  /** Among all parts, the first included. */
  ids: number[];
  /** For all parts. */
  amountCents: Cents;
};

/**
 * Records a refund in the caller's transaction; nothing is sent yet. Of an order that was paid in several payments, more
 * than one holds goes back in parts: the caller sends the first, the queue the others. The lock on the payments makes
 * refunds of one order take turns, so that together they never exceed what was captured. Null when there is nothing left to refund. Throws Conflict `refund_too_large` or `dispute_open`.
 */
export async function requestRefund(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  request: RefundRequest,
): Promise<RequestedRefund | null> {
  const { paymentIntentId: onlyFrom, orderId } = request;
  const isCancelled = await isOrderCancelled(tx, orderId);
  const left = (await leftOfPayments(tx, orderId)).filter(
    ({ paymentIntentId, isForWaitingChange }) =>
      onlyFrom === undefined ? isCancelled || !isForWaitingChange : onlyFrom === paymentIntentId,
  );
  const free = left.filter(({ isDisputed }) => !isDisputed);
  const leftCents = sumCents(free.map(({ cents }) => cents));
  const mostCents = onlyFrom === undefined ? Infinity : sumCents(left.map(({ cents }) => cents));
  const amountCents = Math.min(request.amountCents, mostCents);
  if (amountCents > leftCents) {
    if (free.length < left.length)
      throw new Conflict(
        'dispute_open',
        'The customer has disputed this payment with their bank. You can refund it once that is decided.',
      );
    const message = `Only ${formatDollars(leftCents)} can still be refunded.`;
    throw new Conflict('refund_too_large', message);
  }
  if (amountCents <= 0) return null;
  const ids: number[] = [];
  for (const part of spreadRefund(free, amountCents)) {
    // The items and presents are named once: by the first part.
    const named = ids.length === 0 ? request : {};
    ids.push(await storePart(tx, context, { request, named, part }));
  }
  const [id] = ids;
  if (id === undefined) throw new Error('the refund was not stored');
  await followFailed(tx, context, orderId);
  return { id, ids, amountCents };
}

/** A refund that failed before and is not due any more went back by another: it waits for nobody. */
async function followFailed(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderId: number,
): Promise<void> {
  const waits = and(
    eq(refunds.orderId, orderId),
    eq(refunds.state, 'failed'),
    isNull(refunds.handledAt),
  );
  if ((await tx.$count(refunds, waits)) === 0) return;
  if (accountOfOrder(await getOrder(tx, { id: orderId })).dueBackCents > 0) return;
  await tx
    .update(refunds)
    .set({ handledAt: new Date(clock()), handledNote: SENT_AGAIN })
    .where(waits);
}

type RefundParts = {
  request: RefundRequest;
  named: Pick<RefundRequest, 'itemIds' | 'presents'>;
  part: PaymentLeft;
};

async function storePart(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { request, named, part }: RefundParts,
): Promise<number> {
  const now = new Date(context.clock());
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: request.orderId,
      paymentIntentId: part.paymentIntentId,
      amountCents: part.cents,
      reason: request.reason,
      itemIds: named.itemIds ?? null,
      presents: named.presents ?? [],
      state: 'wanted',
      idemKey: `refund:${randomUUID()}`,
      staffEmail: request.staff?.email ?? null,
      createdAt: now,
      updatedAt: now,
      nextTryAt: new Date(now.getTime() + FOLLOW_UP_MS),
    })
    .returning({ id: refunds.id });
  if (!refund) throw new Error('the refund was not stored');
  return refund.id;
}

type OwnPayment = PaymentLeft & { isForWaitingChange: boolean; isDisputed: boolean };

/** For each payment of an order, oldest first. */
async function leftOfPayments(tx: Transaction, orderId: number): Promise<OwnPayment[]> {
  const paid = await tx
    .select({
      paymentIntentId: payments.paymentIntentId,
      amountCents: payments.amountCents,
      isForWaitingChange: paysForWaitingChange(payments.topUpId),
    })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(...oldestPaymentFirst())
    .for('no key update');
  const left: OwnPayment[] = [];
  for (const { paymentIntentId, amountCents, isForWaitingChange } of paid) {
    const { isDisputed, takenCents } = await disputesOf(tx, paymentIntentId);
    const backCents = await backOfPayment(tx, paymentIntentId);
    left.push({
      paymentIntentId,
      cents: Math.max(0, amountCents - backCents - takenCents),
      isForWaitingChange,
      isDisputed,
    });
  }
  return left;
}

async function isOrderCancelled(tx: Transaction, orderId: number): Promise<boolean> {
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.status === 'cancelled';
}

/** What the bank has given the customer back. While it decides it may yet do so: a refund would pay them twice. */
async function disputesOf(tx: Transaction, paymentIntentId: string) {
  const found = await tx
    .select()
    .from(disputes)
    .where(eq(disputes.paymentIntentId, paymentIntentId));
  const lost = found.filter(({ status }) => status === 'lost');
  return {
    isDisputed: found.some(({ status }) => isOpenDispute(status)),
    takenCents: sumCents(lost.map(({ amountCents }) => amountCents)),
  };
}

/** What of it was refunded or is on its way, and what failed and was settled another way. */
async function backOfPayment(tx: Transaction, paymentIntentId: string): Promise<Cents> {
  const found = await tx
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentIntentId, paymentIntentId),
        or(ne(refunds.state, 'failed'), isSettledOtherwise()),
      ),
    );
  return sumCents(found.map(({ cents }) => cents));
}

/** `full`: to the card. `none`: staff keep it on purpose. `open`: neither; it is seen to elsewhere. */
export type MoneyBack = 'full' | 'none' | 'open';

type Less = Pick<RefundRequest, 'reason' | 'itemIds' | 'staff' | 'paymentIntentId'> & {
  /** As it was. */
  before: Order;
  money: MoneyBack;
};

export type SettledLess = {
  /** To be sent after the commit. */
  refund: RequestedRefund | null;
  /** What the order costs less, whether it goes back, is kept or waits. */
  lessCents: Cents;
};

/**
 * After a change, in its transaction, which holds the order's lock: what the order costs less goes back or is kept; of an
 * order that is cancelled, all that is left. The refund must be sent after the commit. While a bank looks into a payment none
 * is requested: the money stays due, for staff, until that is decided.
 */
export async function settleLess(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { before, money, ...request }: Less,
): Promise<SettledLess> {
  // News of a refund made elsewhere is stored under the same lock.
  await tx
    .select({ id: payments.paymentIntentId })
    .from(payments)
    .where(eq(payments.orderId, before.id))
    .for('no key update');
  const after = await followPrice(tx, await getOrder(tx, { id: before.id }));
  const account = accountOfOrder(after);
  const cents =
    after.status === 'cancelled' ? account.dueBackCents : backOf(accountOfOrder(before), account);
  if (cents === 0 || money === 'open') return { refund: null, lessCents: cents };
  if (money === 'none') {
    await recordKeptMoney(tx, after, cents, request);
    return { refund: null, lessCents: cents };
  }
  try {
    const refund = await requestRefund(tx, context, {
      ...request,
      orderId: after.id,
      amountCents: cents,
    });
    return { refund, lessCents: cents };
  } catch (error) {
    if (error instanceof Conflict && error.code === 'dispute_open')
      return { refund: null, lessCents: cents };
    throw error;
  }
}

/** What was paid for a change that is still to be made or refused is not kept with the rest. */
async function recordKeptMoney(
  tx: Transaction,
  after: Order,
  dueCents: Cents,
  { reason, itemIds = [] }: Pick<Less, 'reason' | 'itemIds'>,
): Promise<void> {
  const waiting = after.payments.filter(({ isForWaitingChange }) => isForWaitingChange);
  const waitingCents =
    after.status === 'cancelled' ? sumCents(waiting.map(({ amountCents }) => amountCents)) : 0;
  const cents = dueCents - waitingCents;
  if (cents <= 0) return;
  const id = Math.max(0, ...after.kept.map((one) => one.id)) + 1;
  const kept = [...after.kept, { id, cents, reason, itemIds }];
  await tx.update(orders).set({ kept }).where(eq(orders.id, after.id));
  await followPrice(tx, { ...after, kept });
}
