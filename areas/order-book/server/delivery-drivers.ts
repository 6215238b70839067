import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { type Instant, formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Turn } from '#areas/order-book/rules/delivery.ts';
import { rolesWith } from '#platform/rules/roles.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  deliveries,
  deliveryDrivers,
  type DeliveryRow,
  type DriverNoticeRow,
  driverNotices,
} from '#areas/order-book/server/tables/deliveries.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import {
  changesAtTheDoor,
  type DriverNoticeKind,
  driverNoticeText,
} from '#areas/order-book/rules/driver-notices.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';

export type Driver = { id: string; name: string };

/** Active staff whose role may drive, by name. */
export async function listDrivers(db: Database | Transaction): Promise<Driver[]> {
  const rows = await db
    .select()
    .from(staff)
    .where(and(eq(staff.isActive, true), inArray(staff.role, rolesWith('drive'))))
    .orderBy(asc(staff.firstName), asc(staff.lastName), asc(staff.id));
  return rows.map(toDriver);
}

/** By the id of each of these deliveries that has one. */
export async function listDriversOf(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<Map<number, Driver>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .select({ deliveryId: deliveries.id, staff })
    .from(deliveries)
    .innerJoin(staff, eq(staff.id, deliveries.driverId))
    .where(inArray(deliveries.id, [...deliveryIds]));
  return new Map(rows.map((row) => [row.deliveryId, toDriver(row.staff)]));
}

/** Gives deliveries to a driver (null: to nobody in particular), and writes down since when. */
export async function setDriver(
  tx: Transaction,
  deliveryIds: readonly number[],
  { driverId, at, staffId }: { driverId: string | null; at: Instant; staffId: string | null },
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await tx
    .update(deliveries)
    .set({ driverId })
    .where(inArray(deliveries.id, [...deliveryIds]));
  await tx
    .insert(deliveryDrivers)
    .values(deliveryIds.map((deliveryId) => ({ deliveryId, driverId, at: new Date(at), staffId })));
}

/** Deliveries of a day that this driver once had and another has now. */
export async function listGivenOn(
  db: Database,
  driverId: string,
  date: PlainDate,
): Promise<{ id: number; stop: number | null; to: Driver }[]> {
  const rows = await db
    .selectDistinct({ id: deliveries.id, stop: deliveries.stop, to: staff })
    .from(deliveryDrivers)
    .innerJoin(deliveries, eq(deliveries.id, deliveryDrivers.deliveryId))
    .innerJoin(staff, eq(staff.id, deliveries.driverId))
    .where(and(eq(deliveryDrivers.driverId, driverId), eq(deliveries.date, date)));
  return rows
    .filter(({ to }) => to.id !== driverId)
    .map(({ id, stop, to }) => ({ id, stop, to: toDriver(to) }))
    .toSorted((a, b) => (a.stop ?? 0) - (b.stop ?? 0));
}

/** Who had each of these, in sequence. */
export async function listTurns(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<Map<number, Turn[]>> {
  const rows = await db
    .select()
    .from(deliveryDrivers)
    .where(inArray(deliveryDrivers.deliveryId, [...deliveryIds]))
    .orderBy(asc(deliveryDrivers.id));
  const turns = rows.map(({ deliveryId, driverId, at }) => ({
    deliveryId,
    driverId,
    at: at.getTime(),
  }));
  return Map.groupBy(turns, ({ deliveryId }) => deliveryId);
}

function toDriver({
  id,
  firstName,
  lastName,
}: {
  id: string;
  firstName: string;
  lastName: string;
}): Driver {
  return { id, name: `${firstName} ${lastName}`.trim() };
}

// What drivers have to hear of a stop that changed while its bag is on the road.

type WhoGetsIt = Pick<Order, 'customer' | 'recipient'>;

function doorOf(order: WhoGetsIt) {
  return { ...order.customer, ...handedTo(order) };
}

/** In the transaction that changes the order: those of its deliveries that are out get a notice of each difference. */
export async function noteChangedDoor(
  tx: Transaction,
  orderId: number,
  { before, after, now }: { before: WhoGetsIt; after: WhoGetsIt; now: Instant },
): Promise<void> {
  const kinds = changesAtTheDoor(doorOf(before), doorOf(after));
  if (kinds.length === 0) return;
  const out = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orderId), eq(deliveries.status, 'out')));
  // A newer one says all that an older, unread one did.
  await tx.delete(driverNotices).where(
    and(
      inArray(driverNotices.kind, kinds),
      isNull(driverNotices.shownAt),
      inArray(
        driverNotices.deliveryId,
        out.map(({ id }) => id),
      ),
    ),
  );
  for (const kind of kinds) await writeNotices(tx, out, kind, now);
}

/** In the transaction that cancels: bags that are out come back. */
export async function noteCancelled(
  tx: Transaction,
  before: readonly Pick<DeliveryRow, 'id' | 'status' | 'driverId'>[],
  now: Instant,
): Promise<void> {
  await writeNotices(
    tx,
    before.filter(({ status }) => status === 'out'),
    'cancelled',
    now,
  );
}

/** In the transaction that opens the order again: what has not come back yet is brought after all. */
export async function noteReopened(
  tx: Transaction,
  before: readonly Pick<DeliveryRow, 'id' | 'status' | 'driverId'>[],
  now: Instant,
): Promise<void> {
  const out = before.filter(({ status }) => status === 'out');
  const ids = out.map(({ id }) => id);
  await tx
    .delete(driverNotices)
    .where(
      and(
        eq(driverNotices.kind, 'cancelled'),
        isNull(driverNotices.readAt),
        inArray(driverNotices.deliveryId, ids),
      ),
    );
  await writeNotices(tx, out, 'reopened', now);
}

/** In the transaction that finds it: a bag that is out with a portion on hold is not handed over. */
export async function noteOnHold(
  tx: Transaction,
  deliveryIds: readonly number[],
  now: Date,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  const out = await tx
    .select({ id: deliveries.id, driverId: deliveries.driverId })
    .from(deliveries)
    .where(inArray(deliveries.id, [...deliveryIds]));
  await writeNotices(tx, out, 'on_hold', now.getTime());
}

async function writeNotices(
  tx: Transaction,
  of: readonly Pick<DeliveryRow, 'id' | 'driverId'>[],
  kind: DriverNoticeKind,
  now: Instant,
): Promise<void> {
  if (of.length === 0) return;
  await tx
    .insert(driverNotices)
    .values(of.map(({ id, driverId }) => ({ deliveryId: id, driverId, kind, at: new Date(now) })));
}

export type DriverNotice = Pick<DriverNoticeRow, 'id' | 'kind' | 'at' | 'shownAt' | 'shownTo'> & {
  deliveryId: number;
  stop: number;
  /** Who has the stop now; null: everyone. */
  driverId: string | null;
  isRead: boolean;
  /** "Address changed 3:12pm: 4 Wharf St, Cleveland". */
  text: string;
};

/** For the deliveries of a day, oldest first. */
export async function listDriverNotices(
  db: Database,
  date: PlainDate,
  timeZone: string,
): Promise<DriverNotice[]> {
  const rows = await db
    .select({ notice: driverNotices, delivery: deliveries, order: orders })
    .from(driverNotices)
    .innerJoin(deliveries, eq(deliveries.id, driverNotices.deliveryId))
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.date, date))
    .orderBy(asc(driverNotices.id));
  return rows.map(({ notice, delivery, order }) => ({
    id: notice.id,
    kind: notice.kind,
    at: notice.at,
    shownAt: notice.shownAt,
    shownTo: notice.shownTo,
    deliveryId: delivery.id,
    stop: delivery.stop ?? 0,
    driverId: delivery.driverId,
    isRead: notice.readAt !== null,
    text: describeDriver(notice, delivery.stop ?? 0, order, timeZone),
  }));
}

function describeDriver(
  { kind, at }: DriverNoticeRow,
  stop: number,
  order: OrderRow,
  timeZone: string,
): string {
  const { addressLine1: line1, addressLine2: line2, suburb, recipient } = order;
  const { phone } = handedTo({ customer: order, recipient });
  return driverNoticeText({
    kind,
    stop,
    time: formatMinuteOfDay(wallTimeAt(at.getTime(), timeZone).minuteOfDay),
    address: joinAddress({ line1, line2, suburb }),
    phone,
    instructions: order.specialInstructions,
  });
}
