/**
 * Sets the status of many orders, each in a transaction of its own and by the rules of a single one. The preview does the
 * same and takes it back. What was done stays when the rest fails.
 */
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { eq, sql, desc, inArray } from 'drizzle-orm';
import {
  type ManyStatusReply,
  type ManyStatusRequest,
  type ManyStatusRow,
  exportOrders as exportOrdersCall,
  messageMany as messageManyCall,
  setStatusOfMany as setStatusOfManyCall,
} from '#areas/orders/calls/order-bulk.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { customerName, type Order } from '#areas/order-book/rules/order.ts';
import { refusalAmongMany } from '#areas/order-book/rules/judge-step.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { loadOrder, loadOrders } from '#areas/order-book/server/load-orders.ts';
import { lockOrder, hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { messageMany } from '#areas/orders/server/message-many.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { describeOrders } from '#areas/orders/server/admin-order.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';

type By = { staff: StaffMember; business: BusinessFacts };
type Done = { row: ManyStatusRow; refundId: number | null };

/** Throws Conflict `preview_changed`. */
async function setStatusOfMany(
  context: Context,
  staff: StaffMember,
  asked: ManyStatusRequest,
): Promise<ManyStatusReply> {
  const { business } = await context.site.current();
  const by = { staff, business };
  const ids = [...new Set(asked.ids)];
  const preview = await previewOf(context, ids, asked, by);
  if (asked.dryRun) return preview;
  requireSamePreview(asked.previewHash, preview);
  const results: ManyStatusRow[] = [];
  for (const id of ids) {
    const { row, refundId } = await refusedOrDone(id, (found) =>
      context.db.transaction((tx) => setOne(tx, context, { id, asked, by, found })),
    );
    if (refundId !== null) await tryRefund(context, refundId);
    results.push(row);
  }
  await recordMany(context, staff, asked, results);
  return replyOf(asked, results, false);
}

async function previewOf(
  context: Context,
  ids: readonly number[],
  asked: ManyStatusRequest,
  by: By,
): Promise<ManyStatusReply> {
  const results: ManyStatusRow[] = [];
  for (const id of ids) {
    const { row } = await refusedOrDone(id, (found) =>
      dryRun(context.db, (tx) => setOne(tx, context, { id, asked, by, found })),
    );
    results.push(row);
  }
  return replyOf(asked, results, true);
}

type FoundOrder = { order: Order | null };

/** What cannot be done leaves its order as it was, and says why. */
async function refusedOrDone(id: number, run: (found: FoundOrder) => Promise<Done>): Promise<Done> {
  const found: FoundOrder = { order: null };
  try {
    return await run(found);
  } catch (error) {
    if (error instanceof NotFound) {
      const message = 'There is no such order.';
      return { row: { id, ok: false, code: 'not_found', message, isTold: false }, refundId: null };
    }
    // Its slot is full, a meal of it is on hold, or its payment is disputed.
    if (!found.order || !(error instanceof Conflict)) throw error;
    return refused(found.order, error);
  }
}

/** In the caller's transaction. Throws as `setStatus`. */
async function setOne(
  tx: Transaction,
  context: Context,
  { id, asked, by, found }: { id: number; asked: ManyStatusRequest; by: By; found: FoundOrder },
): Promise<Done> {
  const row = await lockOrder(tx, id, undefined);
  const order = await loadOrder(tx, row);
  found.order = order;
  const { date: today } = wallTimeAt(context.clock(), by.business.timeZone);
  const refusal = refusalAmongMany(order, asked.status, today);
  if (refusal) return refused(order, refusal);
  const held = asked.status === 'delivered' ? await heldIn(tx, order, by.business) : null;
  if (held !== null) return refused(order, held);
  const before = await countMessages(tx, id);
  const { status, refund } = asked;
  const { refund: requested } = await setStatus(context, tx, row, { ...by, status, refund });
  return {
    row: {
      ...rowOf(order),
      ok: true,
      status,
      version: order.version + 1,
      isTold: (await countMessages(tx, id)) > before,
      ...(requested && { refund: formatAmount(requested.amountCents) }),
    },
    refundId: requested?.id ?? null,
  };
}

/** What nobody has looked at alone is not handed over by one tap with others, as in the list of deliveries. */
async function heldIn(tx: Transaction, order: Order, facts: BusinessFacts) {
  const open = order.deliveries.filter(({ status }) => !isEnded(status));
  const holds = await findHolds(tx, [{ ...order, deliveries: open }], facts);
  const held = [...holds.values()].find(({ isLeftOut }) => !isLeftOut);
  if (!held) return null;
  return { code: 'allergy_open', message: `${held.text}: on hold. Set this order on its own.` };
}

async function countMessages(tx: Transaction, orderId: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(eq(messages.orderId, orderId));
  return row?.count ?? 0;
}

function refused(order: Order, { code, message }: { code: string; message: string }): Done {
  const row = { ...rowOf(order), ok: false, code, message, isTold: false };
  return { row, refundId: null };
}

function rowOf({ id, number, customer, status, version }: Order) {
  return { id, orderNumber: number, customer: customerName(customer), status, version };
}

function replyOf(
  { status, refund }: ManyStatusRequest,
  results: ManyStatusRow[],
  isDryRun: boolean,
): ManyStatusReply {
  return {
    isDryRun,
    previewHash: hashOf(status, refund, results),
    told: results.filter(({ isTold }) => isTold).length,
    refund: formatAmount(sumCents(results.map((row) => parseAmount(row.refund ?? '') ?? 0))),
    results,
  };
}

/** Beside what the trail of each order says. */
async function recordMany(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { status }: ManyStatusRequest,
  results: readonly ManyStatusRow[],
): Promise<void> {
  const done = results.filter(({ ok }) => ok);
  if (done.length === 0) return;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'order.set_status_of_many',
      entityId: 'many',
      after: {
        status,
        changed: done.length,
        left: results.length - done.length,
        orders: done.map(({ orderNumber }) => orderNumber),
      },
    }),
  );
}

export function registerBulkOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, setStatusOfManyCall, ({ body, staff }) => setStatusOfMany(context, staff, body));

  staffRoute(app, messageManyCall, ({ body, staff }) => messageMany(context, staff, body));

  staffRoute(app, exportOrdersCall, async ({ query, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendCsv(reply, 'orders.csv', await exportOrders(context, staff, query.orderId));
  });
}

/** These orders as CSV, newest first. Audited: it takes customers' data out of the house. Throws NotFound. */
async function exportOrders(
  context: Context,
  staff: StaffMember,
  ids: readonly number[],
): Promise<string> {
  const { business } = await context.site.current();
  const rows = await context.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(desc(orders.id));
  if (rows.length === 0) throw new NotFound('This order');
  const found = await describeOrders(context.db, await loadOrders(context.db, rows));
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'order.export',
      entityId: 'many',
      after: { orders: found.map(({ orderNumber }) => orderNumber) },
    }),
  );
  return ordersCsv(found, business.timeZone);
}

const HEADING = [
  'Order',
  'Placed',
  'Status',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Address',
  'Suburb',
  'Postcode',
  'Warm or cold',
  'Instructions',
  'Meals',
  'Deliveries',
  'Total',
  'Paid',
  'Refunded',
  'Balance',
  'For someone else',
  'Their phone',
  'Food needs',
];

/** One row per order, in the sequence given, without test orders. */
function ordersCsv(all: readonly AdminOrderReply[], timeZone: string): string {
  const real = all.filter(({ isTest = false }) => !isTest);
  const rows = real.map(({ customer, ...order }) => [
    order.orderNumber,
    wallTimeAt(Date.parse(order.createdAt), timeZone).date,
    order.status,
    customer.firstName,
    customer.lastName,
    customer.email,
    formatPhone(customer.phone),
    customer.address,
    order.suburb,
    order.postcode,
    customer.deliveryPreference,
    customer.specialInstructions,
    order.orderItems.length,
    order.deliveries.map(deliveryText).join('; '),
    order.total,
    order.paid,
    order.refundedTotal,
    order.balance,
    order.recipient ? customerName(order.recipient) : '',
    order.recipient ? formatPhone(order.recipient.phone) : '',
    order.people.filter(hasFoodNeeds).map(needsLine).join('; '),
  ]);
  return toCsv([HEADING, ...rows]);
}

/** "2026-01-13 11am-1pm Planned". */
function deliveryText({ date, timeSlot, status }: AdminOrderReply['deliveries'][number]): string {
  return `${date} ${windowLabel(timeSlot)} ${DELIVERY_STATUS_LABELS[status]}`;
}
