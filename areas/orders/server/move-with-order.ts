import { randomUUID } from 'node:crypto';
import { and, asc, eq, exists } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  deliveryStatusAfter,
  isCalledBack,
  needsPlaces,
  type OrderStatus,
} from '#areas/order-book/rules/order-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { markCooked } from '#areas/order-book/server/mark-cooked.ts';
import { noteCancelled, noteReopened } from '#areas/order-book/server/driver-notices.ts';
import { followPortions } from '#areas/places/server/follow-portions.ts';
import { takeBackGivenFood, warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { untimed } from '#areas/order-book/rules/today.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { slotFull } from '#areas/orders/server/slot-full.ts';
import { movePlaces } from '#areas/places/server/move-places.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Move = {
  delivery: DeliveryRow;
  status: DeliveryRow['status'];
  takesPlace: boolean;
  wentWithOrder: boolean;
  at: Instant;
  /** Null: as it was. */
  flag: FlagOfMove | null;
};

type FlagOfMove = Pick<DeliveryRow, 'flag' | 'flagSeenAt' | 'flagSeenBy'>;

/** What is on the road is a matter for the office as long as its order is cancelled. */
function flagOf(
  from: OrderRow,
  delivery: DeliveryRow,
  to: { status: OrderStatus },
): FlagOfMove | null {
  const unseen = { flagSeenAt: null, flagSeenBy: null };
  if (isCalledBack(to, delivery)) return { flag: 'after_cancel', ...unseen };
  return isCalledBack(from, delivery) ? { flag: null, ...unseen } : null;
}

/**
 * What arrives today or came before is delivered with its order, at a time that nobody knows; what is cancelled frees its
 * place, and so does what is on the road then, which stays there.
 */
export async function moveWithOrder(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  order: OrderRow,
  to: {
    staff: StaffMember | null;
    status: OrderStatus;
    business: BusinessFacts;
    overLimit?: string | undefined;
    notify?: boolean;
  },
): Promise<void> {
  const now = context.clock();
  const stored = await listBrought(tx, order);
  const moves = stored.map((delivery) => moveOf(order, delivery, { ...to, now }));
  await takeOrFreePlaces(tx, moves, to.business);
  await followPortions(
    tx,
    {
      orderId: order.id,
      moves: moves.map(({ delivery: { id, status: before }, status, takesPlace }) => ({
        deliveryId: id,
        before,
        after: status,
        takes: takesPlace,
      })),
      isOverLimit: to.overLimit !== undefined,
    },
    to.business,
  );
  const changeId = randomUUID();
  const moved = moves.filter(({ delivery, status }) => status !== delivery.status);
  await storeMoves(tx, moves, to.staff);
  const eventIds = await recordDeliveryEvents(
    tx,
    moved.map(({ delivery, status, at }) => ({
      delivery,
      status,
      isDecisive: true,
      at,
      isTimeKnown: status !== 'delivered',
      receivedAt: now,
      staff: to.staff,
      changeId,
      reason: 'With the whole order',
    })),
  );
  if (to.status === 'cancelled') await noteCancelled(tx, stored, now);
  else if (order.status === 'cancelled') await noteReopened(tx, stored, now);
  await followFood(tx, context, [order.id], { facts: to.business });
  await warnOrTell(tx, context, order, { ...to, moved, eventIds });
}

function moveOf(
  order: OrderRow,
  delivery: DeliveryRow,
  to: { status: OrderStatus; business: BusinessFacts; now: Instant },
): Move {
  const { date: today } = wallTimeAt(to.now, to.business.timeZone);
  const status = deliveryStatusAfter(delivery, { from: order.status, to: to.status, today });
  const isBrought = status !== 'cancelled' && !isCalledBack(to, delivery);
  const isToCome = delivery.status !== 'cancelled' && delivery.status !== 'delivered';
  return {
    delivery,
    status,
    takesPlace: isBrought && (needsPlaces(order.status, to.status) || delivery.takesPlace),
    wentWithOrder: to.status === 'cancelled' && isToCome,
    at: status === 'delivered' ? untimed(delivery, 'in_window', to.now, to.business) : to.now,
    flag: flagOf(order, delivery, to),
  };
}

/** Who has food on hold is warned; who has theirs hears of it. */
async function warnOrTell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  order: OrderRow,
  {
    moved,
    eventIds,
    business,
    notify,
  }: {
    moved: readonly Move[];
    eventIds: readonly number[];
    business: BusinessFacts;
    notify?: boolean;
  },
): Promise<void> {
  for (const [index, { delivery, status }] of moved.entries()) {
    const { id: deliveryId, attempt } = delivery;
    if (delivery.status === 'delivered') await takeBackGivenFood(tx, context, deliveryId);
    if (status !== 'delivered') continue;
    await warnOfGivenFood(tx, context, order, { deliveryId, facts: business });
    await tellCustomer(tx, context, {
      kind: 'delivery_delivered',
      order,
      deliveryId,
      attempt,
      fields: {},
      from: { eventId: eventIds[index] ?? 0 },
      timeZone: business.timeZone,
      notify,
    });
  }
}

async function takeOrFreePlaces(
  tx: Transaction,
  moves: readonly Move[],
  business: BusinessFacts,
): Promise<void> {
  const changed = moves.filter(({ delivery, takesPlace }) => takesPlace !== delivery.takesPlace);
  const [from, taken] = [false, true].map((takesPlace) =>
    changed
      .filter((move) => move.takesPlace === takesPlace)
      .map(({ delivery }) => slotOf(delivery)),
  );
  const full = await movePlaces(tx, { from: from ?? [], to: taken ?? [] }, business);
  if (full.length > 0) throw slotFull(full);
}

async function storeMoves(
  tx: Transaction,
  moves: readonly Move[],
  staff: StaffMember | null,
): Promise<void> {
  for (const { delivery, status, takesPlace, wentWithOrder, at, flag } of moves) {
    const isMoved = status !== delivery.status;
    const [after] = await tx
      .update(deliveries)
      .set({
        takesPlace,
        wentWithOrder,
        ...flag,
        ...((isMoved || flag) && { version: delivery.version + 1 }),
        ...(isMoved && {
          status,
          statusAt: new Date(at),
          statusBy: staff?.id ?? null,
        }),
      })
      .where(eq(deliveries.id, delivery.id))
      .returning();
    if (after && isMoved) await markCooked(tx, after);
  }
}

/**
 * All that are or could be brought: not those whose meals joined another, and of two for one window, of which one was
 * cancelled and the other came in its place, the later.
 */
async function listBrought(tx: Transaction, order: OrderRow): Promise<DeliveryRow[]> {
  const hasItems = tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.deliveryId, deliveries.id));
  const stored = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, order.id), exists(hasItems)))
    .orderBy(asc(deliveries.statusAt), asc(deliveries.id));
  const replaced = new Set<number>();
  const bySlot = new Map<string, DeliveryRow>();
  for (const delivery of stored) {
    const key = `${delivery.date}|${delivery.window}`;
    const other = bySlot.get(key);
    const isReplaced =
      other !== undefined && delivery.status === 'cancelled' && other.status !== 'cancelled';
    if (isReplaced) replaced.add(delivery.id);
    else if (other) replaced.add(other.id);
    if (!isReplaced) bySlot.set(key, delivery);
  }
  return stored.filter(({ id }) => !replaced.has(id));
}

function slotOf({ date, window }: SlotKey): SlotKey {
  return { date, window };
}
