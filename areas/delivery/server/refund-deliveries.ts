/**
 * Cancels deliveries and gives their money back. Each is a transaction of its own: state, place, refund and message; the
 * refund is sent after the commit, like every other.
 */
import { randomUUID } from 'node:crypto';
import type {
  RefundDeliveriesReply,
  RefundDeliveriesRequest,
  RefundedDelivery,
} from '#areas/orders/calls/move-deliveries.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import {
  type DeliveryRefund,
  judgeDeliveryRefund,
} from '#areas/order-book/rules/change/refund-delivery.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import {
  deliveryIn,
  findOrdersOf,
  type FoundDelivery,
  notFound,
  bulkRowOf,
} from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from '#areas/delivery/server/delivery-row.ts';
import { giveBack, type GivenBack } from '#areas/delivery/server/give-back.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { tryRefund } from '#areas/order-book/server/submit-refund.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/same-preview.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Asked = RefundDeliveriesRequest;
type Sender = Pick<GivenBack, 'staff' | 'business' | 'changeId'>;

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
export function withRefund(
  { order, delivery }: FoundDelivery,
  { amountCents, itemIds }: Extract<DeliveryRefund, { outcome: 'refunded' }>,
  reason: string,
): Order {
  const made = {
    id: 0,
    amountCents,
    itemIds,
    presents: [],
    isSettledOtherwise: false,
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
      row: {
        ...bulkRowOf(found),
        ok: false,
        code,
        message,
        isTold: false,
        amount: formatAmount(0),
      },
      refundId: null,
    };
  }
}

function describe(
  found: FoundDelivery,
  verdict: DeliveryRefund,
  { notify }: Pick<Asked, 'notify'>,
): RefundedDelivery {
  const row = bulkRowOf(found);
  if (verdict.outcome === 'refused') {
    const { code, message } = verdict;
    return { ...row, ok: false, code, message, isTold: false, amount: formatAmount(0) };
  }
  const { amountCents } = verdict;
  return {
    ...row,
    ok: true,
    status: 'cancelled',
    isTold: notify,
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
