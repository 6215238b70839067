import { and, eq, inArray, ne } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { UNDO_SECONDS } from '#areas/order-book/rules/delivery.ts';
import type { MessageKind } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type DeliveryRow,
  deliveries,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { takeBackGivenFood } from '#areas/orders/server/given-food.ts';
import { offerMissedChoice } from '#areas/orders/server/missed-choices.ts';
import { tellCustomer, withdrawMessages } from '#areas/messages/server/tell-customer.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orderStatusAfter } from '#areas/order-book/rules/order-status.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isRunningLate } from '#areas/order-book/rules/expected-time.ts';
import { lockDelivery } from '#areas/delivery/server/list-deliveries.ts';
import { countStopsBefore, findLastNews } from '#areas/order-book/server/delivery-events.ts';

type News = {
  order: OrderRow;
  delivery: DeliveryRow;
  eventId: number;
  notify?: boolean | undefined;
  business: BusinessFacts;
};

const KINDS = {
  out: 'delivery_out',
  delivered: 'delivery_delivered',
  missed: 'delivery_missed',
} as const;

/** In the transaction of the change. Other states than on the way, delivered and missed are the kitchen's business. */
export async function tellOfDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News,
): Promise<void> {
  const { order, delivery, eventId, notify, business } = news;
  const { status } = delivery;
  if (status !== 'out' && status !== 'delivered' && status !== 'missed') return;
  await withdrawMessages(tx, { deliveryId: delivery.id, kinds: overtakenBy(status) });
  if (status === 'missed') await offerMissedChoice(tx, context, news);
  await tellCustomer(tx, context, {
    kind: KINDS[status],
    order,
    deliveryId: delivery.id,
    // Who has read that it was not so reads that it is now.
    attempt: (await wasCorrected(tx, delivery.id))
      ? `${delivery.attempt}:${eventId}`
      : delivery.attempt,
    fields: {},
    from: { eventId },
    timeZone: business.timeZone,
    sendAfter: context.clock() + UNDO_SECONDS * 1000,
    notify,
  });
}

function overtakenBy(status: keyof typeof KINDS): MessageKind[] {
  if (status === 'out') return [];
  return status === 'delivered' ? ['delivery_missed'] : ['delivery_out', 'delivery_late'];
}

const NEWS = [
  'delivery_out',
  'delivery_late',
  'delivery_delivered',
  'delivery_missed',
  'delivery_corrected',
] as const;
const ENDINGS: readonly MessageKind[] = [
  'delivery_delivered',
  'delivery_missed',
  'delivery_corrected',
];

/**
 * Takes back what was said of a state that is taken back; who has read it already gets a correction. True: it says how it
 * is now.
 */
export async function takeBackNews(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery, eventId, business }: News,
): Promise<boolean> {
  const { status } = delivery;
  if (status !== 'delivered') await takeBackGivenFood(tx, context, delivery.id);
  const { sent } = await withdrawMessages(tx, { deliveryId: delivery.id, kinds: NEWS });
  const said = sent
    .filter(({ kind }) => ENDINGS.includes(kind))
    .toSorted((a, b) => (a.eventId ?? 0) - (b.eventId ?? 0))
    .at(-1);
  if (!said || !(await isWrong(tx, said, eventId))) return false;
  await tellCustomer(tx, context, {
    kind: 'delivery_corrected',
    order,
    deliveryId: delivery.id,
    attempt: `${delivery.attempt}:${eventId}`,
    fields: {},
    from: { eventId },
    timeZone: business.timeZone,
    sendAfter: context.clock() + UNDO_SECONDS * 1000,
  });
  return true;
}

/** That it was missed is not wrong of what is delivered after all: the news of the delivery follows. */
async function isWrong(
  tx: Transaction,
  said: { kind: MessageKind; eventId: number | null },
  nowId: number,
): Promise<boolean> {
  const rows = await tx
    .select({
      id: deliveryEvents.id,
      status: deliveryEvents.status,
      place: deliveryEvents.place,
    })
    .from(deliveryEvents)
    .where(inArray(deliveryEvents.id, [said.eventId ?? 0, nowId]));
  const then = rows.find(({ id }) => id === said.eventId);
  const now = rows.find(({ id }) => id === nowId);
  const saidStatus = then?.status ?? (said.kind === 'delivery_missed' ? 'missed' : 'delivered');
  if (saidStatus === 'missed') return now?.status !== 'missed' && now?.status !== 'delivered';
  if (saidStatus !== 'delivered') return false;
  return now?.status !== 'delivered' || (then !== undefined && then.place !== now.place);
}

async function wasCorrected(tx: Transaction, deliveryId: number): Promise<boolean> {
  const isSaid = and(
    eq(messages.deliveryId, deliveryId),
    eq(messages.kind, 'delivery_corrected'),
    ne(messages.state, 'withdrawn'),
  );
  return (await tx.$count(messages, isSaid)) > 0;
}

/** Sets the order's status where it follows from its deliveries. */
export async function followDeliveries(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    order,
    delivery,
    after,
    staff,
  }: { order: OrderRow; delivery: DeliveryRow; after: DeliveryRow; staff: StaffMember | null },
): Promise<void> {
  const stored = await tx
    .select({ id: deliveries.id, status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  const statusesWith = (changed: DeliveryRow) =>
    stored.map(({ id, status }) => (id === changed.id ? changed.status : status));
  const status = orderStatusAfter(order.status, statusesWith(delivery), statusesWith(after));
  if (status === order.status) return;
  const version = order.version + 1;
  await tx.update(orders).set({ status, version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff,
    action: 'order.follow_deliveries',
    entityId: order.id,
    before: { version: order.version, status: order.status },
    after: { version, status },
  });
}

// Customers hear of it when their delivery will not come in its window.

/**
 * Once for each time that a delivery is driven. Not while its driver is not heard of, which Today shows; and the message
 * is withdrawn when the delivery comes before it is sent.
 */
export async function tellOfLateDeliveries(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<void> {
  const { business } = await context.site.current();
  const { timeZone } = business;
  const { date } = wallTimeAt(context.clock(), timeZone);
  const out = await context.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.date, date), eq(deliveries.status, 'out')));
  for (const { id } of out)
    await context.db.transaction((tx) => tellIfLate(tx, context, { id, timeZone }));
}

async function tellIfLate(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, timeZone }: { id: number; timeZone: string },
): Promise<void> {
  const locked = await lockDelivery(tx, id);
  if (!locked || locked.delivery.status !== 'out' || locked.order.status === 'cancelled') return;
  const { order, delivery } = locked;
  const newsAt = await findLastNews(tx, delivery);
  if (newsAt === null) return;
  const stopsBefore = await countStopsBefore(tx, delivery);
  const waiting = { date: delivery.date, window: delivery.window, newsAt, stopsBefore };
  if (!isRunningLate(waiting, context.clock(), timeZone)) return;
  await tellCustomer(tx, context, {
    kind: 'delivery_late',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    fields: {},
    timeZone,
  });
}
