/** What decides whether a message may be sent, read from the rows that it is about. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { maySend, type SendState, type SendVerdict } from '#areas/messages/rules/may-send.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { checkouts, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { askedMeals, missedChoices } from '#areas/order-book/server/tables/order-changes.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { slotBells } from '#areas/order-book/server/tables/slots.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type Db = Database | Transaction;
export type ToSend = Pick<
  MessageRow,
  'kind' | 'channel' | 'orderId' | 'deliveryId' | 'facts' | 'createdAt'
>;

/** Asked before every attempt. */
export async function judgeSending(
  { clock, db, site }: Pick<Context, 'clock' | 'db' | 'site'>,
  message: ToSend,
): Promise<SendVerdict> {
  const { timeZone } = (await site.current()).business;
  return judgeMessage(db, message, { now: clock(), timeZone });
}

export async function judgeMessage(
  db: Db,
  message: ToSend,
  { now, timeZone }: { now: Instant; timeZone: string },
): Promise<SendVerdict> {
  const { at, isTimeKnown } = await happened(db, message);
  const state: SendState = {
    timeZone,
    delivery: await findDelivery(db, message.deliveryId, timeZone),
    isTimeKnown,
    isAsked: message.facts.isAsked ?? false,
    ...(await stillOpen(db, message)),
  };
  return maySend(message.kind, message.channel, { at, now }, state);
}

/** When what it tells happened. */
async function happened(
  db: Db,
  { facts, createdAt }: ToSend,
): Promise<{ at: Instant; isTimeKnown: boolean }> {
  const [event] =
    facts.eventId === undefined
      ? []
      : await db.select().from(deliveryEvents).where(eq(deliveryEvents.id, facts.eventId));
  return { at: (event?.at ?? createdAt).getTime(), isTimeKnown: event?.isTimeKnown ?? true };
}

async function findDelivery(
  db: Db,
  id: number | null,
  timeZone: string,
): Promise<SendState['delivery']> {
  if (id === null) return null;
  const [found] = await db
    .select({
      status: deliveries.status,
      date: deliveries.date,
      window: deliveries.window,
      orderStatus: orders.status,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.id, id));
  if (!found) return null;
  const { date, window, orderStatus } = found;
  const status = isCalledBack({ status: orderStatus }, found) ? 'cancelled' : found.status;
  const { endMinute } = minutesOf(window);
  const isGiven = and(
    eq(foodMatters.deliveryId, id),
    eq(foodMatters.kind, 'given_held'),
    isNull(foodMatters.settledAt),
  );
  return {
    status,
    windowEndsAt: instantOf({ date, minuteOfDay: endMinute }, timeZone),
    isGivenHeld: status === 'delivered' && (await db.$count(foodMatters, isGiven)) > 0,
  };
}

type Open = Pick<SendState, 'isOpen' | 'until'>;
const OPEN: Open = { isOpen: true, until: null };

async function stillOpen(db: Db, message: ToSend): Promise<Open> {
  const { kind, facts } = message;
  const orderId = message.orderId ?? 0;
  switch (kind) {
    case 'order_confirmation':
      return { ...OPEN, isOpen: await isStanding(db, orderId) };
    case 'order_payment_due':
      return { ...OPEN, isOpen: await isOwed(db, orderId) };
    case 'refund_made':
      return { ...OPEN, isOpen: await someStand(db, facts.refundIds ?? []) };
    case 'rating_request':
    case 'reorder_reminder':
      return { ...OPEN, isOpen: await isContent(db, orderId) };
    case 'food_on_hold':
      return { ...OPEN, isOpen: await isStillHeld(db, orderId, message.createdAt) };
    case 'delivery_missed':
      return { ...OPEN, until: await missedUntil(db, message.deliveryId ?? 0) };
    case 'meal_ask':
      return askedUntil(db, facts.choiceIds ?? []);
    case 'phone_order_link':
    case 'phone_order_reminder':
      return payableUntil(db, facts.phoneOrder?.checkoutId);
    case 'slot_bell':
      return waitsForPlace(db, facts.bell?.id ?? 0);
    default:
      return OPEN;
  }
}

async function isStanding(db: Db, orderId: number): Promise<boolean> {
  const stands = and(eq(orders.id, orderId), ne(orders.status, 'cancelled'));
  return (await db.$count(orders, stands)) > 0;
}

async function isOwed(db: Db, orderId: number): Promise<boolean> {
  const rows = await db.select().from(orders).where(eq(orders.id, orderId));
  const [order] = await loadOrders(db, rows);
  return order !== undefined && accountOfOrder(order).owedCents > 0;
}

/** True, too, of what was paid back before: no refund of it can fail any more. */
async function someStand(db: Db, refundIds: readonly number[]): Promise<boolean> {
  if (refundIds.length === 0) return true;
  const stands = and(inArray(refunds.id, [...refundIds]), ne(refunds.state, 'failed'));
  return (await db.$count(refunds, stands)) > 0;
}

/** Something of it was kept and paid for, and nobody looks into its food. */
async function isContent(db: Db, orderId: number): Promise<boolean> {
  const [order] = await db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || order.status === 'cancelled') return false;
  const isMatter = and(eq(foodMatters.orderId, orderId), isNull(foodMatters.settledAt));
  if ((await db.$count(foodMatters, isMatter)) > 0) return false;
  const [paid] = await db
    .select({ cents: sql<number>`coalesce(sum(${payments.amountCents}), 0)::int` })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  const [back] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'failed')));
  const backCents = back?.cents ?? 0;
  return backCents === 0 || backCents < (paid?.cents ?? 0);
}

/** What was told of at that moment. */
async function isStillHeld(db: Db, orderId: number, toldAt: Date): Promise<boolean> {
  const isHeld = and(
    eq(foodMatters.orderId, orderId),
    eq(foodMatters.customerToldAt, toldAt),
    isNull(foodMatters.settledAt),
  );
  return (await db.$count(foodMatters, isHeld)) > 0;
}

async function missedUntil(db: Db, deliveryId: number): Promise<Instant | null> {
  const [offer] = await db
    .select({ until: missedChoices.until })
    .from(missedChoices)
    .innerJoin(deliveries, eq(deliveries.id, missedChoices.deliveryId))
    .where(
      and(eq(missedChoices.deliveryId, deliveryId), eq(missedChoices.attempt, deliveries.attempt)),
    );
  return offer?.until.getTime() ?? null;
}

async function askedUntil(db: Db, choiceIds: readonly number[]): Promise<Open> {
  const open = await db
    .select({ until: askedMeals.until })
    .from(askedMeals)
    .where(and(inArray(askedMeals.id, [...choiceIds]), isNull(askedMeals.settledAt)));
  const until = open.map((choice) => choice.until.getTime());
  return { isOpen: open.length > 0, until: until.length > 0 ? Math.min(...until) : null };
}

async function payableUntil(db: Db, checkoutId: string | undefined): Promise<Open> {
  if (checkoutId === undefined) return { isOpen: false, until: null };
  const [found] = await db
    .select({
      state: checkouts.state,
      until: checkouts.holdUntil,
      cancelledAt: phoneOrders.cancelledAt,
    })
    .from(checkouts)
    .innerJoin(phoneOrders, eq(phoneOrders.checkoutId, checkouts.id))
    .where(eq(checkouts.id, checkoutId));
  const isOpen = found?.state === 'open' && found.cancelledAt === null;
  return { isOpen, until: found?.until.getTime() ?? null };
}

async function waitsForPlace(db: Db, bellId: number): Promise<Open> {
  const [bell] = await db
    .select({ state: slotBells.state })
    .from(slotBells)
    .where(eq(slotBells.id, bellId));
  return { isOpen: bell?.state === 'asked' || bell?.state === 'told', until: null };
}
