/** Who drives which delivery, now and before. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Turn } from '#areas/order-book/rules/stop-owner.ts';
import { rolesWith } from '#platform/rules/rights.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries, deliveryDrivers } from '#areas/order-book/server/tables/deliveries.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

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
