import { SECOND_MS, MINUTE_MS } from '#platform/rules/durations.ts';
import { and, eq, isNull, inArray, sql } from 'drizzle-orm';
import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { type First, findFirst, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { type RefundRow, refunds } from '#areas/order-book/server/tables/payments.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { SENT_AGAIN, isFinalRefundState } from '#areas/order-book/rules/order-status.ts';
import { requestRefund, type RequestedRefund } from './request-refund.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { doDueWork, type DueWork, tryNow } from '#platform/server/queue/due-work.ts';
import { retryWait } from '#platform/rules/due-work.ts';
import { upsertRefunds, syncRefunds } from './sync-refunds.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import type { Order, OrderRefund } from '#areas/order-book/rules/order.ts';

/**
 * Sends a failed refund again, as a new one with a new key; the failed one stays on record. Only what is still due: its money may
 * have gone back by another door since, or its order be brought after all. Throws NotFound, or Conflict `not_failed`,
 * `nothing_to_refund`, which takes it off the list, `refund_too_large` or `dispute_open`.
 */
export async function retryRefund(
  context: Context,
  staff: StaffMember,
  id: number,
): Promise<RefundReply> {
  const fresh = await context.db.transaction((tx) => requestAgain(tx, context, staff, id));
  if (!fresh)
    throw new Conflict(
      'nothing_to_refund',
      'Nothing of it is due any more: nothing was sent, and it is off the list.',
    );
  await tryRefund(context, fresh.id);
  const [row] = await context.db.select().from(refunds).where(eq(refunds.id, fresh.id));
  if (!row) throw new Error(`refund ${fresh.id} is gone`);
  return toRefundReply(row);
}

/** Null: nothing is due. */
async function requestAgain(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  id: number,
): Promise<RequestedRefund | null> {
  const [known] = await tx
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(eq(refunds.id, id));
  if (!known) throw new NotFound('This refund');
  const order = await loadOrder(tx, await lockOrder(tx, known.orderId, undefined));
  const failed = await handle(context, tx, id, SENT_AGAIN);
  const { orderId, reason } = failed;
  // What it was a present of stays promised by the failed one.
  const requested = await requestRefund(tx, context, {
    orderId,
    amountCents: Math.min(failed.amountCents, accountOfOrder(order).dueBackCents),
    reason,
    itemIds: failed.itemIds ?? undefined,
    staff,
  });
  await recordAudit(tx, context, staff, failed, {
    action: 'order.refund_again',
    ...(requested && { refundId: requested.id }),
  });
  return requested;
}

/** Removes a failed refund from the list of tasks. Throws NotFound or Conflict `not_failed`. */
export async function handleRefund(
  context: Context,
  staff: StaffMember,
  id: number,
  note: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const failed = await handle(context, tx, id, note.trim());
    await recordAudit(tx, context, staff, failed, {
      action: 'order.refund_handled',
      note: note.trim(),
    });
  });
}

/** When two members of staff act at once, only one succeeds. */
async function handle(
  context: Pick<Context, 'clock' | 'site'>,
  tx: Transaction,
  id: number,
  note: string,
): Promise<RefundRow> {
  const [failed] = await tx
    .update(refunds)
    .set({ handledAt: new Date(context.clock()), handledNote: note })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'failed'), isNull(refunds.handledAt)))
    .returning();
  if (failed) return failed;
  const [known] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id));
  if (!known) throw new NotFound('This refund');
  throw new Conflict('not_failed', await sayWhoWasFirst(context, await findWhoHandled(tx, id)));
}

/** Who sent a failed refund again, or said how its customer got the money. */
export function findWhoHandled(db: Database | Transaction, id: number): Promise<First | null> {
  return findFirst(
    db,
    and(
      inArray(auditLog.action, ['order.refund_again', 'order.refund_handled']),
      sql`${auditLog.before} ->> 'refundId' = ${String(id)}`,
    ),
  );
}

async function recordAudit(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { id, orderId, amountCents, failureReason }: RefundRow,
  { action, ...after }: { action: `order.${string}`; note?: string; refundId?: number },
): Promise<void> {
  await recordChange(tx, context, {
    staff,
    action,
    entityId: orderId,
    before: { refundId: id, amount: formatAmount(amountCents), failureReason },
    after,
  });
}

const BATCH = 200;
/** This many in a row without a reply: the rest waits for the next run. */
const SILENT_AFTER = 3;

/**
 * Refunds that may not have been sent, and those that the card provider is still processing: its events report the outcome,
 * but one may never be sent.
 */
export async function sweepRefunds(context: Context): Promise<number> {
  const limits = { most: BATCH, stopAfterSilent: SILENT_AFTER };
  return (await doDueWork(context, refundWork, limits)).length;
}

/**
 * Takes a refund as far as possible now: sends it, or asks for its state. May be called at any time, from several
 * places concurrently, after a crash: with the stored key, the gateway refunds once. Throws Unavailable.
 */
export async function submitRefund(
  context: Context,
  refundId: number,
): Promise<RefundRow['state'] | null> {
  const refund = await findRefund(context, refundId);
  if (!refund || isFinalRefundState(refund.state)) return refund?.state ?? null;
  if (refund.state !== 'wanted') {
    // The gateway forgets keys after a day: check whether it was made before sending it again.
    await syncRefunds(context, refund.paymentIntentId);
    const asked = await findRefund(context, refundId);
    if (asked?.state !== 'sent') return asked?.state ?? null;
  }
  await send(context, refund);
  return (await findRefund(context, refundId))?.state ?? null;
}

/** As `submitRefund`, but a gateway that does not answer is only logged: it is tried again later. False for no answer. */
export async function tryRefund(context: Context, refundId: number): Promise<boolean> {
  const result = await tryNow(context, refundWork, refundId);
  return !result?.isSilent;
}

/** Sooner than the hourly run, which would otherwise just miss it. */
const PENDING_LONGEST_MS = 50 * MINUTE_MS;

/** Never given up by us: in the end the gateway says that it succeeded or failed. */
export const refundWork: DueWork<RefundRow, Context, 'ended'> = {
  table: refunds,
  isOpen: inArray(refunds.state, ['wanted', 'sent', 'pending']),
  isGivenUp: sql`${eq(refunds.state, 'failed')} and ${isNull(refunds.handledAt)}`,
  since: refunds.createdAt,
  order: [refunds.updatedAt],
  claimMs: MINUTE_MS,
  async tryRow(context, refund) {
    const state = await submitRefund(context, refund.id);
    if (state === null || isFinalRefundState(state)) return { is: 'ended' };
    return { is: 'waiting', row: { ...refund, state } };
  },
  waitMs({ tries, state }) {
    const longestMs = state === 'pending' ? PENDING_LONGEST_MS : MINUTE_MS;
    return retryWait({ firstMs: SECOND_MS, factor: Math.E, longestMs }, tries);
  },
  logFields: ({ id }) => ({ refundId: id }),
  says: { triedAgain: 'a refund could not be sent yet' },
};

async function findRefund(context: Context, refundId: number): Promise<RefundRow | undefined> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.id, refundId));
  return refund;
}

async function send(context: Context, refund: RefundRow): Promise<void> {
  const { paymentIntentId, amountCents, idemKey } = refund;
  await change(context, refund, { state: 'sent' });
  const answer = await context.gateway.createRefund({ paymentIntentId, amountCents, idemKey });
  if (answer.outcome === 'made') {
    await upsertRefunds(context, paymentIntentId, [answer.refund]);
    const { id: refundId, orderId } = refund;
    context.log.info({ refundId, orderId, amountCents, state: answer.refund.state }, 'refund made');
    return;
  }
  await change(context, refund, { state: 'failed', failureReason: answer.reason });
  context.log.error(
    { alarm: 'refund_failed', refundId: refund.id, reason: answer.reason },
    'a refund was refused',
  );
  // Most likely someone has already refunded it at the gateway.
  await syncRefunds(context, paymentIntentId);
}

/** Only if no one else has received a reply. */
async function change(
  context: Context,
  refund: RefundRow,
  news: { state: 'sent' } | { state: 'failed'; failureReason: string },
): Promise<void> {
  await context.db
    .update(refunds)
    .set({ ...news, updatedAt: new Date(context.clock()) })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['wanted', 'sent'])));
}

/** A refund as staff see it. `what`: the meals that it is for, if any. */
export function toRefundReply(
  refund: Omit<OrderRefund, 'presents' | 'isSettledOtherwise' | 'itemIds'>,
  what: string[] = [],
): RefundReply {
  const { id, amountCents, state, reason, failureReason, staffEmail, createdAt } = refund;
  return {
    id,
    amount: formatAmount(amountCents),
    state,
    what,
    reason,
    failureReason,
    staffEmail,
    createdAt: createdAt.toISOString(),
  };
}

/** For an order, each with the meals that it is for: "Lentil Chilli, Zoe, Tue 1 Dec (still coming)". */
export function refundRepliesOf(
  order: Pick<Order, 'status' | 'deliveries' | 'gone' | 'refunds'>,
): RefundReply[] {
  const names = new Map<number, string>(
    order.gone.map(({ id, mealName, deliveryDate }) => [
      id,
      `${mealName}, ${formatDayAndMonth(deliveryDate)}`,
    ]),
  );
  for (const { status, date, people } of order.deliveries) {
    const isComing = order.status !== 'cancelled' && !isEnded(status);
    for (const { name, items } of people)
      for (const { id, meal } of items)
        names.set(
          id,
          `${meal.name}, ${name}, ${formatDayAndMonth(date)}${isComing ? ' (still coming)' : ''}`,
        );
  }
  return order.refunds.map((refund) =>
    toRefundReply(
      refund,
      (refund.itemIds ?? []).flatMap((id) => names.get(id) ?? []),
    ),
  );
}
