/** What closing windows would do, delivery by delivery: the same judgement with which each of them is done afterwards. */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type {
  IncidentPreviewReply,
  IncidentPreviewRow,
  StartIncidentRequest,
} from '#areas/delivery/calls/incidents.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import type { IncidentChoice } from '#areas/order-book/rules/incident.ts';
import { freeWindowsAfter, SPREAD_DAYS } from '#areas/order-book/rules/spread-deliveries.ts';
import { type Cents, formatAmount, sumCents } from '#platform/rules/money.ts';
import { slotText } from '#areas/order-book/rules/change/move-delivery.ts';
import { judgeMoveKept } from '#areas/orders/rules/move-kept.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/change/judge-cancelling.ts';
import { customerName, type Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliveryIn, findOrdersOf, type FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { hashOf } from '#areas/order-book/server/same-preview.ts';
import {
  listPlaces,
  type PlannedRow,
  planRows,
} from '#areas/delivery/server/incident/plan-incident.ts';
import {
  findRefusedPhones,
  waysTo,
  writeExamples,
} from '#areas/delivery/server/incident/preview-messages.ts';
import type { JudgedMove } from '#areas/delivery/server/preview-holds.ts';
import { takesNewPlace, withMove } from '#areas/delivery/server/move-deliveries.ts';
import { listSlotStates } from '#areas/places/server/places.ts';

type Needs = Pick<Context, 'clock' | 'signIn'>;
type Asked = StartIncidentRequest;

/** Still in the kitchen: a driver has the others, or had them. */
const CAN_GO: readonly DeliveryStatus[] = ['planned', 'cooked', 'packed'];

type Judged = { row: IncidentPreviewRow; amountCents: Cents; move?: JudgedMove };

/** Judged one after the other, each as if those before it were done. Nothing is locked or written. */
export async function previewIncident(
  db: Database | Transaction,
  context: Needs,
  asked: Asked,
  business: BusinessFacts,
): Promise<{ reply: IncidentPreviewReply; planned: PlannedRow[]; moves: JudgedMove[] }> {
  const { date, windows } = asked;
  const all = await findDeliveries(db, { date, windows });
  const open = all.filter(({ delivery }) => CAN_GO.includes(delivery.status));
  const now = wallTimeAt(context.clock(), business.timeZone);
  const last = { date, window: windows.at(-1) ?? business.defaultWindow };
  const slots = await listSlotStates(db, date, addDays(date, SPREAD_DAYS));
  const free = freeWindowsAfter(last, slots, business);
  const planned = planRows(open, asked, { free, now, business });
  const refused = await findRefusedPhones(db, open);
  const places = await listPlaces(db, planned, { free, slots, business });
  const left = new Map(places.map((slot) => [slotText(slot), slot.free]));
  const orders = new Map(open.map(({ order }) => [order.id, order]));
  const judged = planned.map((row) => judge(row, asked, { orders, left, now, business, refused }));
  const rows = judged.map(({ row }) => row);
  const leftOut = all
    .filter(({ delivery }) => !CAN_GO.includes(delivery.status))
    .map(({ order, delivery }) => ({
      id: delivery.id,
      customer: customerName(order.customer),
      status: delivery.status,
    }));
  const { sameBag, cause, notify } = asked;
  const reply: IncidentPreviewReply = {
    isDryRun: true,
    previewHash: hashOf(date, windows, sameBag, cause.trim(), notify, rows),
    incidentId: null,
    isJoined: false,
    rows,
    leftOut,
    places: places.map(({ date: day, window, free: before }) => ({
      date: day,
      timeSlot: window,
      free: before,
      taken: before - (left.get(slotText({ date: day, window })) ?? before),
    })),
    amount: formatAmount(sumCents(judged.map(({ amountCents }) => amountCents))),
    told: {
      emails: rows.filter(({ told }) => told !== null).length,
      texts: rows.filter(({ told }) => told === 'email and text').length,
    },
    examples: await writeExamples(db, context, { planned, judged, cause, business }),
  };
  return { reply, planned, moves: judged.flatMap(({ move }) => move ?? []) };
}

/** All of these windows but those cancelled, in the sequence of their runs. */
async function findDeliveries(
  db: Database | Transaction,
  { date, windows }: Pick<Asked, 'date' | 'windows'>,
): Promise<FoundDelivery[]> {
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.date, date),
        inArray(deliveries.window, windows),
        notInArray(deliveries.status, ['cancelled']),
      ),
    );
  const ids = rows.map(({ id }) => id);
  const orderOf = await findOrdersOf(db, ids);
  return ids
    .flatMap((id) => deliveryIn(orderOf.get(id), id) ?? [])
    .toSorted(
      (a, b) =>
        compareSlotKeys(a.delivery, b.delivery) ||
        (a.delivery.stop ?? Infinity) - (b.delivery.stop ?? Infinity) ||
        a.delivery.id - b.delivery.id,
    );
}

type Day = {
  orders: Map<number, Order>;
  left: Map<string, number>;
  now: WallTime;
  business: BusinessFacts;
  refused: ReadonlySet<string>;
};

function judge(
  { found: first, choice, to }: PlannedRow,
  { sameBag, notify }: Pick<Asked, 'sameBag' | 'notify'>,
  { orders, left, now, business, refused }: Day,
): Judged {
  const order = orders.get(first.order.id) ?? first.order;
  const found = deliveryIn(order, first.delivery.id) ?? first;
  const way = waysTo(order, refused);
  const row = describe(first, choice, to);
  if (choice === 'leave') return { row, amountCents: 0 };
  if (choice === 'refund') {
    const verdict = judgeDeliveryRefund(found.order, found.delivery);
    if (verdict.outcome === 'refused') return { row: { ...row, ...why(verdict) }, amountCents: 0 };
    orders.set(order.id, withRefund(found, verdict));
    const { amountCents } = verdict;
    const isTold = notify;
    return {
      row: { ...row, amount: formatAmount(amountCents), told: isTold ? way : null },
      amountCents,
    };
  }
  if (!to) throw new Error(`delivery ${row.id} is moved nowhere`);
  const how = { keeps: sameBag, now, facts: business };
  const { to: target, verdict } = judgeMoveKept(order, found.delivery, to, how);
  if (verdict.outcome === 'refused') return { row: { ...row, ...why(verdict) }, amountCents: 0 };
  if (verdict.outcome === 'there') return { row, amountCents: 0 };
  const takes = takesNewPlace(found.delivery, target, verdict);
  const places = left.get(slotText(to)) ?? 0;
  if (takes && places <= 0) {
    const full = { code: 'slot_full', message: `No place left on ${slotText(to)}.` };
    return { row: { ...row, ...why(full) }, amountCents: 0 };
  }
  if (takes) left.set(slotText(to), places - 1);
  orders.set(order.id, withMove(found, target, verdict));
  return {
    row: {
      ...row,
      joins: verdict.joins !== null,
      isKept: verdict.madeOn !== null,
      told: notify ? way : null,
    },
    amountCents: 0,
    move: { found, to: target, verdict },
  };
}

/** The order as it would be. */
function withRefund(
  { order, delivery }: FoundDelivery,
  {
    amountCents,
    itemIds,
  }: Extract<ReturnType<typeof judgeDeliveryRefund>, { outcome: 'refunded' }>,
): Order {
  const made = {
    id: 0,
    amountCents,
    itemIds,
    presents: [],
    isSettledOtherwise: false,
    reason: '',
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

function why({ code, message }: { code: string; message: string }) {
  return { ok: false, code, message };
}

function describe(
  { order, delivery }: FoundDelivery,
  choice: IncidentChoice,
  to: SlotKey | null,
): IncidentPreviewRow {
  return {
    id: delivery.id,
    orderNumber: order.number,
    customer: customerName(order.customer),
    stop: delivery.stop,
    timeSlot: delivery.window,
    status: delivery.status,
    choice,
    to: to && { date: to.date, timeSlot: to.window },
    ok: true,
    code: null,
    message: null,
    joins: false,
    isKept: false,
    amount: formatAmount(0),
    told: null,
  };
}
