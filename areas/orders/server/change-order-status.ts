import { eq, and, asc, exists } from 'drizzle-orm';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  canCancelOrder,
  type OrderStatus,
  deliveryStatusAfter,
  isCalledBack,
  needsPlaces,
} from '#areas/order-book/rules/order-status.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import {
  type RequestedRefund,
  type MoneyBack,
  settleLess,
  type SettledLess,
} from '#areas/order-book/server/request-refund.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { randomUUID } from 'node:crypto';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { markCooked } from '#areas/order-book/server/item-food.ts';
import { noteCancelled, noteReopened } from '#areas/order-book/server/delivery-drivers.ts';
import { followPortions } from '#areas/places/server/portions.ts';
import { takeBackGivenFood, warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { untimed } from '#areas/order-book/rules/today.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { slotFull } from '#areas/orders/server/slot-full.ts';
import { movePlaces } from '#areas/places/server/places.ts';

type Order = { id: number; version?: number | undefined };

/**
 * Sets any of the four statuses, as the dropdown may. Cancelling releases the places and refunds the rest of the
 * payment; setting it to pending or confirmed again takes places and portions again, portions whatever is left when staff
 * say why (`overLimit`). Throws NotFound, or Conflict `changed_meanwhile`, `slot_full` or `meal_sold_out`.
 */
export async function changeOrderStatus(
  context: Context,
  staff: StaffMember,
  order: Order,
  status: OrderStatus,
  overLimit?: string,
): Promise<AdminOrderReply> {
  const { business } = await context.site.current();
  const refund = await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id, order.version);
    if (row.status === status) return null;
    const to = { staff, business, status, refund: 'full', overLimit } as const;
    return (await setStatus(context, tx, row, to)).refund;
  });
  return finish(context, order.id, refund);
}

/**
 * 'Cancel Order', for orders that are neither delivered nor cancelled yet. Throws as `changeOrderStatus`, or Conflict
 * `already_delivered` or `already_cancelled`.
 */
export async function cancelOrder(
  context: Context,
  staff: StaffMember,
  order: Order,
  { refund, reason }: { refund: 'full' | 'none'; reason?: string | undefined },
): Promise<AdminOrderReply> {
  const { business } = await context.site.current();
  const requested = await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id, order.version);
    if (!canCancelOrder(row)) {
      const code = row.status === 'delivered' ? 'already_delivered' : 'already_cancelled';
      throw new Conflict(code, `This order is already ${row.status}.`);
    }
    const to = { staff, business, status: 'cancelled', refund, reason } as const;
    return (await setStatus(context, tx, row, to)).refund;
  });
  return finish(context, order.id, requested);
}

/** The refund is sent right after the commit, so that the reply shows how it went. */
async function finish(
  context: Context,
  orderId: number,
  refund: RequestedRefund | null,
): Promise<AdminOrderReply> {
  if (refund) await tryRefund(context, refund.id);
  return getAdminOrder(context, orderId);
}

/**
 * Runs in the caller's transaction, which holds the order's lock; the refund it requests must be sent after the commit.
 * A portion on hold stays so: the reply names it. Throws
 * Conflict `slot_full` or `meal_sold_out`.
 */
export async function setStatus(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  to: {
    /** Null: the customer, by the secret link, or the system. */
    staff: StaffMember | null;
    business: BusinessFacts;
    status: OrderStatus;
    refund: MoneyBack;
    /** Why it is cancelled, in the records. */
    reason?: string | undefined;
    /** Why staff sell more portions than are left; undefined: they don't. */
    overLimit?: string | undefined;
    /** The audit trail's action, where it does not follow from the rest. */
    action?: `order.${string}`;
    /** False: the customer is not told, or by the caller. */
    notify?: boolean;
  },
): Promise<SettledLess> {
  const version = order.version + 1;
  const before = await loadOrder(tx, order);
  await tx
    .update(orders)
    .set({ status: to.status, pendingReason: null, version })
    .where(eq(orders.id, order.id));
  await moveWithOrder(tx, context, order, to);
  const settled = await settleLess(tx, context, {
    before,
    money: to.status === 'cancelled' ? to.refund : 'open',
    reason: to.reason ?? 'Order cancelled',
    itemIds: itemsOf(before).map(({ id }) => id),
    staff: to.staff,
  });
  const { refund } = settled;
  await recordChange(tx, context, {
    staff: to.staff,
    action: to.action ?? actionOf(to),
    entityId: order.id,
    before: { version: order.version, status: order.status },
    after: {
      version,
      status: to.status,
      ...(refund && { refundCents: refund.amountCents }),
      ...(to.overLimit !== undefined && { overLimit: to.overLimit }),
    },
  });
  if (to.status === 'cancelled' && to.notify !== false)
    await tellOfCancelling(tx, context, order, { version, refund });
  return settled;
}

function actionOf(to: { staff: StaffMember | null; status: OrderStatus }): `order.${string}` {
  if (to.status !== 'cancelled') return 'order.set_status';
  return to.staff ? 'order.cancel' : 'order.customer_cancel';
}

async function tellOfCancelling(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, email, number }: OrderRow,
  { version, refund }: { version: number; refund: RequestedRefund | null },
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'cancelled',
    about: `order ${id}:${version}`,
    orderId: id,
    recipient: email,
    facts: { fields: { what: `Your order ${number}` }, refundIds: refund?.ids ?? [] },
  });
}

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
async function moveWithOrder(
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
      .map(({ delivery }) => ({ date: delivery.date, window: delivery.window })),
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
