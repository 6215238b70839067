import { and, desc, eq, gte, inArray, isNull, lte, notInArray } from 'drizzle-orm';
import type { ClosureReply, ClosureRequest, ClosureRow } from '#areas/delivery/calls/incidents.ts';
import { type BusinessFacts, changedFacts } from '#areas/business/rules/facts.ts';
import { type Closure, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { withClosure } from '#areas/business/rules/offered-windows.ts';
import { addDays, daysBetween } from '#platform/rules/plain-date.ts';
import { type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { type IncidentChoice, SPREAD_DAYS } from '#areas/order-book/rules/incident.ts';
import { type Cents, formatAmount, sumCents } from '#platform/rules/money.ts';
import { slotText, judgeMoveKept } from '#areas/order-book/rules/move-delivery.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/order-account.ts';
import { customerName, itemsOfDelivery, type Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { incidentRows, incidents } from '#areas/order-book/server/tables/incidents.ts';
import { findFoodCosts, findHeld, deliveryIn, findOrdersOf, type FoundDelivery } from './bulk.ts';
import { hashOf } from '#areas/order-book/server/lock-order.ts';
import { freeWindows, listPlaces, type PlannedRow, planRows } from './plan-incident.ts';
import { findRefusedPhones, waysTo, writeExamples } from './preview-messages.ts';
import type { JudgedMove } from '#areas/delivery/server/cancel-within.ts';
import { takesNewPlace, withMove } from '#areas/delivery/server/move-deliveries.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

type PreviewContext = Pick<Context, 'clock' | 'signIn' | 'site'>;

/** So far ahead a closing until further notice counts who is paying. */
const REACH_DAYS = 366;

/** Still in the kitchen: a driver has the others, or had them. */
const CAN_GO: readonly DeliveryStatus[] = ['planned', 'cooked', 'packed'];

/** What is to be closed, who has booked it, and the settings with it. */
export type BookedToClose = {
  asked: ClosureRequest;
  business: BusinessFacts;
  /** With the closure, of whole days. */
  after: BusinessFacts;
  found: readonly FoundDelivery[];
};

/** The closure of whole days; null: windows are closed by their switch. */
export function closureOf({
  from,
  until,
  windows,
  reason,
  fromMinute,
}: ClosureRequest): Closure | null {
  if (windows.length > 0) return null;
  return { from, until, reason: reason.trim(), ...(fromMinute !== undefined && { fromMinute }) };
}

export async function listToClose(
  db: Database | Transaction,
  { from, until, windows, fromMinute }: ClosureRequest,
): Promise<number[]> {
  const rows = await db
    .select({ id: deliveries.id, window: deliveries.window })
    .from(deliveries)
    .where(
      and(
        gte(deliveries.date, from),
        until === null ? undefined : lte(deliveries.date, until),
        windows.length > 0 ? inArray(deliveries.window, windows) : undefined,
        notInArray(deliveries.status, ['cancelled']),
      ),
    );
  return rows
    .filter(({ window }) => minutesOf(window).endMinute > (fromMinute ?? 0))
    .map(({ id }) => id);
}

/** The same as they are, in the sequence of their runs. */
export async function findToClose(
  db: Database | Transaction,
  asked: ClosureRequest,
  business: BusinessFacts,
): Promise<BookedToClose> {
  const closure = closureOf(asked);
  const after = closure ? { ...business, closures: withClosure(business, closure) } : business;
  const ids = await listToClose(db, asked);
  const orderOf = await findOrdersOf(db, ids);
  const found = ids
    .flatMap((id) => deliveryIn(orderOf.get(id), id) ?? [])
    .toSorted(
      (a, b) =>
        compareSlotKeys(a.delivery, b.delivery) ||
        (a.delivery.stop ?? Infinity) - (b.delivery.stop ?? Infinity) ||
        a.delivery.id - b.delivery.id,
    );
  return { asked, business, after, found };
}

/** Judged one after the other, each as if those before it were done. Nothing is locked or written. */
export async function previewClosure(
  db: Database | Transaction,
  context: PreviewContext,
  staff: StaffMember,
  { asked, after: business, found: all, ...before }: BookedToClose,
): Promise<{ reply: ClosureReply; planned: PlannedRow[]; moves: JudgedMove[] }> {
  const { from, until, windows } = asked;
  const going = all.filter(({ delivery }) => CAN_GO.includes(delivery.status));
  const inProgress = await findInProgress(db, going);
  const open = going.filter(({ delivery }) => !inProgress.ids.has(delivery.id));
  const now = wallTimeAt(context.clock(), business.timeZone);
  const slots = await listSlotStates(
    db,
    from,
    addDays(until ?? addDays(from, REACH_DAYS), SPREAD_DAYS),
  );
  const free = freeWindows({ date: from, until, windows }, slots, business);
  const mayRefund = mayDo(staff, 'refundOrders');
  const onHold = await findHeld(db, open, business);
  const planned = planRows(open, asked, { free, now, business, mayRefund, onHold });
  const refused = await findRefusedPhones(db, open);
  const places = await listPlaces(db, planned, { free, slots, business });
  const left = new Map(places.map((slot) => [slotText(slot), slot.free]));
  const orders = new Map(open.map(({ order }) => [order.id, order]));
  const judged = planned.map((row) =>
    judge(row, asked, { orders, left, now, business, refused, onHold }),
  );
  const costs = await findFoodCosts(db, open);
  const rows = judged.map(({ row }) => ({ ...row, cookCents: costs.get(row.id) ?? null }));
  const { reason, fromMinute, sameBag, cause, notify } = asked;
  const what = { from, until, windows, reason: reason.trim(), fromMinute };
  const toClose = slotsToClose(asked, slots);
  const reply: ClosureReply = {
    isDryRun: true,
    previewHash: hashOf(what, sameBag, cause.trim(), notify, rows),
    isClosed:
      windows.length > 0
        ? toClose.every(({ isActive }) => !isActive)
        : changedFacts(before.business, business).length === 0,
    incidentId: inProgress.incidentId,
    isJoined: false,
    closures: before.business.closures,
    inProgress: inProgress.ids.size,
    paying: toClose.reduce((sum, { held }) => sum + held, 0),
    rows,
    leftOut: all.filter(({ delivery }) => !CAN_GO.includes(delivery.status)).map(describeLeftOut),
    places: places.map((slot) => ({
      date: slot.date,
      window: slot.window,
      free: slot.free,
      taken: slot.free - (left.get(slotText(slot)) ?? slot.free),
    })),
    amount: formatAmount(sumCents(judged.map(({ amountCents }) => amountCents))),
    told: countTold(rows),
    examples: await writeExamples(context, { planned, judged, cause, business }),
  };
  return { reply, planned, moves: judged.flatMap(({ move }) => move ?? []) };
}

function describeLeftOut({ order, delivery: { id, status } }: FoundDelivery) {
  return { id, customer: customerName(order.customer), status };
}

function countTold(rows: readonly ClosureRow[]): ClosureReply['told'] {
  return {
    emails: rows.filter(({ told }) => told !== null).length,
    texts: rows.filter(({ told }) => told === 'email and text').length,
  };
}

function slotsToClose(
  { from, until, windows, fromMinute = 0 }: ClosureRequest,
  slots: readonly (SlotKey & SlotState)[],
): (SlotKey & Pick<SlotState, 'isActive' | 'held'>)[] {
  if (windows.length === 0)
    return slots.filter(
      ({ date, window }) =>
        (until === null || date <= until) && minutesOf(window).endMinute > fromMinute,
    );
  return slotsOfWindows({ from, until, windows }).map(
    (slot) =>
      slots.find(({ date, window }) => date === slot.date && window === slot.window) ?? {
        ...slot,
        isActive: true,
        held: 0,
      },
  );
}

/** For windows: those of each day, in the sequence in which slots are locked. */
export function slotsOfWindows({
  from,
  until,
  windows,
}: Pick<ClosureRequest, 'from' | 'until' | 'windows'>): SlotKey[] {
  const days = daysBetween(from, until ?? from) + 1;
  return Array.from({ length: days }, (_, index) => addDays(from, index)).flatMap((date) =>
    windows.map((window) => ({ date, window })),
  );
}

/** What someone has decided on already, and what works through it. */
async function findInProgress(
  db: Database | Transaction,
  open: readonly FoundDelivery[],
): Promise<{ ids: Set<number>; incidentId: number | null }> {
  if (open.length === 0) return { ids: new Set(), incidentId: null };
  const rows = await db
    .select({ id: incidentRows.deliveryId, incidentId: incidents.id })
    .from(incidentRows)
    .innerJoin(incidents, eq(incidents.id, incidentRows.incidentId))
    .where(
      and(
        isNull(incidents.settledAt),
        inArray(incidentRows.state, ['waiting', 'failed']),
        inArray(
          incidentRows.deliveryId,
          open.map(({ delivery }) => delivery.id),
        ),
      ),
    )
    .orderBy(desc(incidents.id));
  return { ids: new Set(rows.map(({ id }) => id)), incidentId: rows[0]?.incidentId ?? null };
}

type Day = {
  orders: Map<number, Order>;
  left: Map<string, number>;
  now: WallTime;
  business: BusinessFacts;
  refused: ReadonlySet<string>;
  onHold: ReadonlySet<number>;
};

function judge(
  { found: first, choice, to }: PlannedRow,
  { sameBag, notify }: Pick<ClosureRequest, 'sameBag' | 'notify'>,
  { orders, left, now, business, refused, onHold }: Day,
): { row: ClosureRow; amountCents: Cents; move?: JudgedMove } {
  const order = orders.get(first.order.id) ?? first.order;
  const found = deliveryIn(order, first.delivery.id) ?? first;
  const way = waysTo(order, refused);
  const row = describeClosure(first, choice, to);
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
  const isOnHold = onHold.has(first.delivery.id);
  const how = { keeps: sameBag, isOnHold, now, facts: business };
  const { to: target, verdict, cookedAgain } = judgeMoveKept(order, found.delivery, to, how);
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
      cookedAgain,
      told: notify ? way : null,
    },
    amountCents: 0,
    move: { found, to: target, verdict },
  };
}

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

function describeClosure(
  { order, delivery }: FoundDelivery,
  choice: IncidentChoice,
  to: SlotKey | null,
): ClosureRow {
  return {
    id: delivery.id,
    orderNumber: order.number,
    customer: customerName(order.customer),
    stop: delivery.stop,
    date: delivery.date,
    window: delivery.window,
    status: delivery.status,
    meals: itemsOfDelivery(delivery).length,
    choice,
    to: to && { date: to.date, window: to.window },
    ok: true,
    code: null,
    message: null,
    joins: false,
    isKept: false,
    cookedAgain: null,
    cookCents: null,
    amount: formatAmount(0),
    told: null,
  };
}
