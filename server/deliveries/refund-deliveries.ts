/**
 * Cancels deliveries and gives their money back. Each is a transaction of its own: state, place, refund and message; the
 * refund is sent after the commit, like every other.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type {
  RefundDeliveriesReply,
  RefundDeliveriesRequest,
  RefundedDelivery,
} from '#contract/delivery/move-deliveries.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { formatAmount, formatDollars, parseAmount, sumCents } from '#domain/money.ts';
import { slotText } from '#domain/ordering/change/move-delivery.ts';
import {
  type DeliveryRefund,
  judgeDeliveryRefund,
} from '#domain/ordering/change/refund-delivery.ts';
import type { Order } from '#domain/ordering/order.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import type { RefundRow } from '#server/db/schema/money/refunds.ts';
import { deliveries, type DeliveryRow } from '#server/db/schema/orders/deliveries.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import {
  deliveryIn,
  findOrdersOf,
  type FoundDelivery,
  hashOf,
  notFound,
  requireSamePreview,
  rowOf,
} from '#server/deliveries/bulk.ts';
import { followDeliveries, lockDelivery } from '#server/deliveries/change-delivery.ts';
import { Conflict } from '#server/errors.ts';
import { recordDeliveryEvents } from '#server/order-book/delivery-events.ts';
import { loadOrder } from '#server/order-book/load-orders.ts';
import { tellCustomer } from '#server/outbox/tell-customer.ts';
import { withdrawMessages } from '#server/outbox/withdraw-messages.ts';
import { requestRefund } from '#server/refunds/request-refund.ts';
import { tryRefund } from '#server/refunds/submit-refund.ts';
import { movePlaces } from '#server/slots/move-places.ts';
import type { StaffMember } from '#server/staff-member.ts';

type Asked = RefundDeliveriesRequest;
type Sender = { staff: StaffMember; business: BusinessFacts; changeId: string };

/** Throws Conflict `preview_changed`. */
export async function refundDeliveries(
  context: Context,
  staff: StaffMember,
  asked: Asked,
): Promise<RefundDeliveriesReply> {
  const preview = await previewRefund(context, asked);
  if (asked.dryRun) return preview;
  requireSamePreview(asked.previewHash, preview);
  const { business } = await context.site.current();
  const changeId = randomUUID();
  const results: RefundedDelivery[] = [];
  for (const id of new Set(asked.ids)) {
    const { row, refundId } = await refundOne(context, id, asked, { staff, business, changeId });
    if (refundId !== null) await tryRefund(context, refundId);
    results.push(row);
  }
  await recordBulk(context, staff, asked, results);
  return replyOf(asked, { isDryRun: false, results, versions: [] });
}

/** Judged one after the other, each as if those before it were cancelled: with the last of an order all goes back. */
async function previewRefund(
  { db }: Pick<Context, 'db'>,
  asked: Asked,
): Promise<RefundDeliveriesReply> {
  const orderOf = await findOrdersOf(db, asked.ids);
  const known = new Map([...orderOf.values()].map((order) => [order.id, order]));
  const results: RefundedDelivery[] = [];
  const versions: number[] = [];
  for (const id of new Set(asked.ids)) {
    const found = deliveryIn(known.get(orderOf.get(id)?.id ?? 0), id);
    if (!found) {
      results.push({ ...notFound(id), amount: formatAmount(0) });
      continue;
    }
    const verdict = judgeDeliveryRefund(found.order, found.delivery);
    results.push(describe(found, verdict, asked));
    versions.push(found.order.version, found.delivery.version);
    if (verdict.outcome === 'refunded')
      known.set(found.order.id, withRefund(found, verdict, asked.reason));
  }
  return replyOf(asked, { isDryRun: true, results, versions });
}

/** The order as it would be. */
function withRefund(
  { order, delivery }: FoundDelivery,
  { amountCents, itemIds }: Extract<DeliveryRefund, { outcome: 'refunded' }>,
  reason: string,
): Order {
  const made = {
    id: 0,
    amountCents,
    itemIds,
    reason,
    state: 'wanted' as const,
    failureReason: null,
    staffEmail: null,
    createdAt: new Date(0),
  };
  return {
    ...order,
    refunds: [...order.refunds, made],
    deliveries: order.deliveries.map((one) =>
      one.id === delivery.id ? { ...one, status: 'cancelled' } : one,
    ),
  };
}

type Done = { row: RefundedDelivery; refundId: number | null };

async function refundOne(
  context: Context,
  id: number,
  asked: Asked,
  sender: Sender,
): Promise<Done> {
  let found: FoundDelivery | null = null;
  const none = { row: { ...notFound(id), amount: formatAmount(0) }, refundId: null };
  try {
    return await context.db.transaction(async (tx) => {
      const locked = await lockDelivery(tx, id);
      if (!locked) return none;
      found = deliveryIn(await loadOrder(tx, locked.order), id);
      if (!found) return none;
      const verdict = judgeDeliveryRefund(found.order, found.delivery);
      const row = describe(found, verdict, asked);
      if (verdict.outcome === 'refused') return { row, refundId: null };
      const refund = await giveBack(tx, context, { ...locked, ...sender, asked, verdict });
      return { row, refundId: refund?.id ?? null };
    });
  } catch (error) {
    // Disputed, or less is left of the payment than the order says: this delivery stays as it was.
    if (!found || !(error instanceof Conflict)) throw error;
    const { code, message } = error;
    return {
      row: { ...rowOf(found), ok: false, code, message, isTold: false, amount: formatAmount(0) },
      refundId: null,
    };
  }
}

type GivenBack = Sender & {
  order: OrderRow;
  delivery: DeliveryRow;
  asked: Asked;
  verdict: Extract<DeliveryRefund, { outcome: 'refunded' }>;
};

/** Throws Conflict `dispute_open` or `refund_too_large`. */
async function giveBack(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  given: GivenBack,
): Promise<RefundRow | null> {
  const { order, delivery, asked, verdict, staff } = given;
  const reason = asked.reason.trim();
  const refund =
    verdict.amountCents === 0
      ? null
      : await requestRefund(tx, context, {
          orderId: order.id,
          amountCents: verdict.amountCents,
          reason,
          itemIds: verdict.itemIds,
          staff,
        });
  const after = await cancel(tx, context, given, reason);
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff,
    action: 'order.refund_delivery',
    entity: 'order',
    entityId: order.id,
    before: { version: order.version },
    after: {
      version,
      delivery: slotText(delivery),
      refund: formatAmount(refund?.amountCents ?? 0),
      reason,
    },
  });
  await followDeliveries(tx, context, { order: { ...order, version }, delivery, after, staff });
  await tell(tx, context, given, refund);
  return refund;
}

async function cancel(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { delivery, staff, business, changeId }: GivenBack,
  reason: string,
): Promise<DeliveryRow> {
  const { date, window, takesPlace } = delivery;
  await movePlaces(tx, { from: takesPlace ? [{ date, window }] : [], to: [] }, business);
  const now = context.clock();
  const [after] = await tx
    .update(deliveries)
    .set({
      status: 'cancelled',
      takesPlace: false,
      statusAt: new Date(now),
      statusBy: staff.id,
      settledAt: null,
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!after) throw new Error(`delivery ${delivery.id} is gone`);
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'cancelled',
      isDecisive: true,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      reason,
    },
  ]);
  return after;
}

async function tell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery, asked: { notify } }: GivenBack,
  refund: RefundRow | null,
): Promise<void> {
  await withdrawMessages(tx, {
    deliveryId: delivery.id,
    kinds: ['delivery_out', 'delivery_late', 'delivery_missed', 'delivery_moved'],
  });
  if (!refund) return;
  await tellCustomer(tx, context, {
    kind: 'delivery_refunded',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    facts: {
      day: formatDayAndMonth(delivery.date),
      amount: formatDollars(refund.amountCents),
    },
    notify,
  });
}

function describe(
  found: FoundDelivery,
  verdict: DeliveryRefund,
  { notify }: Pick<Asked, 'notify'>,
): RefundedDelivery {
  const row = rowOf(found);
  if (verdict.outcome === 'refused') {
    const { code, message } = verdict;
    return { ...row, ok: false, code, message, isTold: false, amount: formatAmount(0) };
  }
  const { amountCents } = verdict;
  return {
    ...row,
    ok: true,
    status: 'cancelled',
    // Without money there is no refund to tell of.
    isTold: notify && amountCents > 0,
    amount: formatAmount(amountCents),
  };
}

function replyOf(
  { notify }: Asked,
  {
    isDryRun,
    results,
    versions,
  }: { isDryRun: boolean; results: RefundedDelivery[]; versions: readonly number[] },
): RefundDeliveriesReply {
  return {
    isDryRun,
    previewHash: hashOf(notify, versions, results),
    amount: formatAmount(sumCents(results.map(({ amount }) => parseAmount(amount) ?? 0))),
    told: results.filter(({ isTold }) => isTold).length,
    results,
  };
}

async function recordBulk(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { reason, notify }: Asked,
  results: readonly RefundedDelivery[],
): Promise<void> {
  const done = results.filter(({ ok }) => ok);
  const [first] = done;
  if (!first) return;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'run.refund_deliveries',
      entity: 'run',
      entityId: `${first.date} ${first.timeSlot}`,
      before: null,
      // No amounts: the kitchen may read this.
      after: {
        refunded: done.length,
        left: results.length - done.length,
        orders: done.map(({ orderNumber }) => orderNumber),
        reason,
        notify,
      },
    }),
  );
}
