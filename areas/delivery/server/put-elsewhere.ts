import { openNoted } from '#areas/order-book/server/told-food.ts';
import { and, desc, eq, like, ne, or, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import { isEnded, UNDO_SECONDS } from '#areas/order-book/rules/delivery.ts';
import { type MoveTo, type MoveVerdict, slotText } from '#areas/order-book/rules/move-delivery.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { type First, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  deliveries,
  deliveryEvents,
  type DeliveryRow,
} from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { type FoundDelivery, notFound } from '#areas/delivery/server/bulk.ts';
import { updateDelivery, lockDelivery } from './list-deliveries.ts';
import { setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import { markCooked } from '#areas/order-book/server/item-food.ts';
import { followDeliveries } from './tell-of-delivery.ts';
import { Conflict } from '#platform/server/errors.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { moveEatenPortions } from '#areas/places/server/portions.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import { findHolds, textsOfHolds } from '#areas/order-book/server/holds.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { tellCustomer, withdrawMessages } from '#areas/messages/server/tell-customer.ts';
import { movePlaces } from '#areas/places/server/places.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { randomUUID } from 'node:crypto';

type Move = {
  order: OrderRow;
  delivery: DeliveryRow;
  found: FoundDelivery;
  to: MoveTo;
  verdict: Extract<MoveVerdict, { outcome: 'moved' }>;
  /** Null: the customer chose it. */
  staff: StaffMember | null;
  business: BusinessFacts;
  changeId: string;
  cause?: string | undefined;
  notify: boolean;
};

/** `eventId`: of the delivery that moves, which keeps where it was. */
type Moved = { after: DeliveryRow; eventId: number };

/** What goes on hold by it: "Curry for Mia contains milk". Throws Conflict `slot_full`. */
export async function putElsewhere(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  move: Move,
): Promise<string[]> {
  const { order, delivery, to, verdict, staff, business } = move;
  await takePlace(tx, move);
  const deliveryId = verdict.joins?.id ?? delivery.id;
  await moveEatenPortions(tx, { orderId: order.id, items: verdict.items }, business);
  const feeDate = sql`coalesce(${orderItems.feeDate}, ${delivery.date})`;
  for (const { id, mealDate, helping } of verdict.items) {
    const place = { deliveryId, mealDate, helping, feeDate };
    await tx.update(orderItems).set(place).where(eq(orderItems.id, id));
  }
  const { after, eventId } = verdict.joins
    ? await joinOther(tx, context, move, verdict.joins.id)
    : await goThere(tx, context, move);
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff,
    action: 'order.move_delivery',
    entityId: order.id,
    before: { version: order.version, delivery: slotText(delivery) },
    after: { version, delivery: slotText(to) },
  });
  await followDeliveries(tx, context, { order: { ...order, version }, delivery, after, staff });
  const news = await followFood(tx, context, [order.id], { facts: business });
  await tell(tx, context, move, { deliveryId, after, eventId });
  const held = news.flatMap(({ kind, itemId }) => (isHold(kind) ? (itemId ?? []) : []));
  if (held.length === 0) return [];
  const isNew = await newHoldsOf(tx, move);
  return textsOfHolds(tx, order.id, { itemIds: held.filter(isNew), facts: business });
}

/** What was on hold already stays so; what comes back from a door was on nobody's list. */
async function newHoldsOf(
  tx: Transaction,
  { found: { order }, business }: Move,
): Promise<(itemId: number) => boolean> {
  const awaited = order.deliveries.filter(({ status }) => !isEnded(status));
  const before = await findHolds(tx, [{ ...order, deliveries: awaited }], business);
  return (itemId) => !before.has(itemId);
}

async function takePlace(tx: Transaction, { delivery, to, verdict, business }: Move) {
  const { date, window, takesPlace } = delivery;
  if (date === to.date && window === to.window) return;
  const from = takesPlace ? [{ date, window }] : [];
  const target = verdict.joins ? [] : [{ date: to.date, window: to.window }];
  const full = await movePlaces(tx, { from, to: target }, business);
  if (full.length > 0) throw new Conflict('slot_full', `No place left on ${slotText(to)}.`);
}

async function goThere(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { delivery, to, verdict, staff, changeId, business }: Move,
): Promise<Moved> {
  const now = context.clock();
  const { status, madeOn } = verdict;
  const [after] = await tx
    .update(deliveries)
    .set({
      date: to.date,
      window: to.window,
      status,
      madeOn,
      // Another window on the same day leaves the promise as it is.
      ...(delivery.date !== to.date && {
        changeableUntil: new Date(cutoffFor(to.date, business)),
      }),
      statusAt: new Date(now),
      statusBy: staff?.id ?? null,
      settledAt: null,
      // Its number belongs to the run it leaves.
      stop: null,
      nearStop: null,
      takesPlace: true,
      attempt: delivery.attempt + (delivery.status === 'missed' ? 1 : 0),
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!after) throw new Error(`delivery ${delivery.id} is gone`);
  if (delivery.driverId !== null)
    await setDriver(tx, [after.id], { driverId: null, at: now, staffId: staff?.id ?? null });
  await markCooked(tx, after);
  const reason = `Moved to ${slotText(to)}`;
  const [eventId = 0] = await recordDeliveryEvents(tx, [
    { delivery, status, isDecisive: true, at: now, receivedAt: now, staff, changeId, reason },
  ]);
  return { after, eventId };
}

/** Its meals are in the other one by now. Nothing is left to bring, and what has joined is still to be cooked. */
async function joinOther(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { delivery, to, staff, changeId }: Move,
  otherId: number,
): Promise<Moved> {
  const now = context.clock();
  const event = { isDecisive: true, at: now, receivedAt: now, staff, changeId };
  const [other] = await tx.select().from(deliveries).where(eq(deliveries.id, otherId));
  if (!other) throw new Error(`delivery ${otherId} is gone`);
  const state = { statusAt: new Date(now), statusBy: staff?.id ?? null };
  await updateDelivery(tx, other, { ...state, status: 'planned' });
  const [emptied] = await tx
    .update(deliveries)
    .set({
      ...state,
      status: 'cancelled',
      takesPlace: false,
      settledAt: null,
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!emptied) throw new Error(`delivery ${delivery.id} is gone`);
  const [eventId = 0] = await recordDeliveryEvents(tx, [
    { ...event, delivery, status: 'cancelled', reason: `Joined the delivery on ${slotText(to)}` },
    {
      ...event,
      delivery: other,
      status: 'planned',
      reason: `Joined by the meals of ${slotText(delivery)}`,
    },
  ]);
  return { after: emptied, eventId };
}

/** Only the newest move is told, and nothing that was to be said of the old date. */
async function tell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery, cause = '', notify, business }: Move,
  { deliveryId, after, eventId }: Moved & { deliveryId: number },
): Promise<void> {
  await withdrawMessages(tx, {
    deliveryId: delivery.id,
    kinds: ['delivery_out', 'delivery_late', 'delivery_missed', 'delivery_moved'],
  });
  await tellCustomer(tx, context, {
    kind: 'delivery_moved',
    order,
    deliveryId,
    // Each move is news.
    attempt: `${delivery.id}:${after.version}`,
    fields: {},
    from: { eventId, cause: cause.trim() },
    timeZone: business.timeZone,
    sendAfter: context.clock() + UNDO_SECONDS * 1000,
    notify: notify && undefined,
  });
}

type Settled = { id: number; ok: boolean; code?: string; message?: string };

/** Before the note, in the history of a delivery. */
const SETTLED = 'Settled: ';

/** Missed deliveries that stay so: the note goes into their history, and Today lists them no longer. */
export async function settleMissed(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { ids, note }: { ids: readonly number[]; note: string },
): Promise<{ results: Settled[] }> {
  const changeId = randomUUID();
  const results: Settled[] = [];
  for (const id of new Set(ids)) {
    results.push(
      await context.db.transaction((tx) =>
        settleOne(tx, context, { id, note: note.trim(), staff, changeId }),
      ),
    );
  }
  return { results };
}

type Settling = {
  id: number;
  note: string;
  staff: StaffMember;
  changeId: string;
};

async function settleOne(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  { id, note, staff, changeId }: Settling,
): Promise<Settled> {
  const locked = await lockDelivery(tx, id);
  if (!locked) {
    const { code, message } = notFound(id);
    return { id, ok: false, code, message };
  }
  const { delivery } = locked;
  const now = context.clock();
  const isMissed = delivery.status === 'missed';
  if (!isMissed || delivery.settledAt !== null) {
    const first = await findWhoDecided(tx, id);
    if (isMissed && first?.by === recordedName(staff)) return { id, ok: true };
    const who = await sayWhoWasFirst(context, first);
    return isMissed
      ? { id, ok: false, code: 'already_settled', message: who }
      : {
          id,
          ok: false,
          code: 'not_missed',
          message: `This delivery is not missed any more. ${who}`,
        };
  }
  await tx
    .update(deliveries)
    .set({ settledAt: new Date(now), version: delivery.version + 1 })
    .where(eq(deliveries.id, id));
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'missed',
      isDecisive: false,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      reason: `${SETTLED}${note}`,
    },
  ]);
  await openNoted(tx, context, [delivery.orderId], [note]);
  return { id, ok: true };
}

/** What became of a missed delivery, by its history. */
async function findWhoDecided(tx: Transaction, deliveryId: number): Promise<First | null> {
  const [event] = await tx
    .select({ by: deliveryEvents.staffName, at: deliveryEvents.receivedAt })
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.deliveryId, deliveryId),
        eq(deliveryEvents.statusBefore, 'missed'),
        or(ne(deliveryEvents.status, 'missed'), like(deliveryEvents.reason, `${SETTLED}%`)),
      ),
    )
    .orderBy(desc(deliveryEvents.id))
    .limit(1);
  return event ?? null;
}
