/** Lines of the food safety record: found, and added in turn. */
import { eq, sql } from 'drizzle-orm';
import type { Reading } from '#areas/kitchen/rules/readings.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type TemperatureReadingRow,
  temperatureReadings,
} from '#areas/kitchen/server/tables/temperature-readings.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { toReading } from '#areas/kitchen/server/temperatures/read-readings.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';

export async function insertLine(
  tx: Transaction,
  row: typeof temperatureReadings.$inferInsert,
): Promise<Reading> {
  const [added] = await tx.insert(temperatureReadings).values(row).returning();
  return toReading(added as TemperatureReadingRow);
}

/** Lines take turns, so that no step of a chill is measured twice and no line is corrected twice. */
export async function lockRecord(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('temperatures', 0))`);
}

export async function findByKey(tx: Transaction, key: string): Promise<Reading | null> {
  const [row] = await tx.select().from(temperatureReadings).where(eq(temperatureReadings.key, key));
  return row ? toReading(row) : null;
}

/** Throws Conflict `key_reused`. */
export function sameAs(earlier: Reading, isSame: boolean): Reading {
  if (isSame) return earlier;
  throw new Conflict('key_reused', 'This key belongs to another reading. Nothing changed.');
}

/** Throws NotFound. */
export async function findReading(tx: Transaction, id: number): Promise<Reading> {
  const [row] = await tx.select().from(temperatureReadings).where(eq(temperatureReadings.id, id));
  if (!row) throw new NotFound('This reading');
  return toReading(row);
}

export function writtenBy(staff: StaffMember) {
  return { staffId: staff.id, staffName: recordedName(staff) };
}
