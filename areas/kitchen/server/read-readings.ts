import { and, asc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import {
  type ChillReply,
  type TemperatureReadingReply,
  type TemperaturesReply,
  MOST_RECORD_DAYS,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { toInstantText, type Instant } from '#platform/rules/zoned-time.ts';
import { type Chill, openChills } from '#areas/kitchen/rules/chills.ts';
import {
  inRecordOrder,
  isOfFood,
  latenessOf,
  type Reading,
  type ReadingMark,
  readingMarks,
  standingReadings,
  unanswered,
} from '#areas/kitchen/rules/readings.ts';
import { MEAL_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import { limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type TemperatureReadingRow, temperatureReadings } from './tables/temperature-readings.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

export type Period = { from: PlainDate; to: PlainDate };

/** A chill that nobody has measured for this long is no longer called for. */
const CHILL_SHOWN_MS = 24 * 60 * 60_000;

/** What the record says of a period. Throws InvalidRequest for one that ends before it begins, or is too long. */
export async function describeTemperatures(
  context: Pick<Context, 'db' | 'clock'>,
  period: Period,
): Promise<TemperaturesReply> {
  const { readings, marks } = await readRecord(context.db, period);
  const standing = new Set(standingReadings(readings));
  const chills = await listChills(context);
  return {
    now: toInstantText(context.clock()),
    readings: readings.map((reading) =>
      toReadingReply(reading, { marks, isStanding: standing.has(reading) }),
    ),
    chills: chills.map(describeChill),
  };
}

type TemperatureRecord = { readings: Reading[]; marks: Map<number, ReadingMark[]> };

/** The lines of a period, failures first, and what looks as if nobody had measured. Throws InvalidRequest. */
export async function readRecord(db: Database, { from, to }: Period): Promise<TemperatureRecord> {
  if (from > to) throw new InvalidRequest({ to: 'Please choose an end after the beginning' });
  if (daysBetween(from, to) >= MOST_RECORD_DAYS)
    throw new InvalidRequest({ to: 'Please choose at most a year' });
  // With the day before, so that marks do not begin again with the period.
  const rows = await db
    .select()
    .from(temperatureReadings)
    .where(
      and(gte(temperatureReadings.date, addDays(from, -1)), lte(temperatureReadings.date, to)),
    );
  const all = rows.map(toReading);
  const readings = inRecordOrder(all.filter(({ date }) => date >= from));
  return { readings, marks: readingMarks(all) };
}

/** A line that nothing corrects or takes back, in SQL. */
export const isStandingLine = sql`not ${temperatureReadings.isWithdrawn} and not exists (
  select from temperature_readings later where later.corrects = ${temperatureReadings.id})`;

/** Failures of any day that nothing has ended, the oldest first. */
export async function listUnanswered(db: Database): Promise<Reading[]> {
  const rows = await db
    .select()
    .from(temperatureReadings)
    .where(
      and(eq(temperatureReadings.pass, false), isNull(temperatureReadings.action), isStandingLine),
    )
    .orderBy(asc(temperatureReadings.at), asc(temperatureReadings.id));
  const failed = rows.map(toReading);
  const since = failed.filter((one) => !isOfFood(one)).map(({ at }) => at);
  if (since.length === 0) return failed;
  // For places: whether they were read again.
  const later = await db
    .select()
    .from(temperatureReadings)
    .where(
      and(
        eq(temperatureReadings.pass, true),
        gte(temperatureReadings.at, new Date(Math.min(...since))),
        isNull(temperatureReadings.mealId),
        isNull(temperatureReadings.batchId),
        isStandingLine,
      ),
    );
  return unanswered([...failed, ...later.map(toReading)]);
}

/** What was written down since then, failures first. What was corrected since is left out. */
export async function listWrittenSince(db: Database, since: Instant): Promise<Reading[]> {
  const rows = await db
    .select()
    .from(temperatureReadings)
    .where(and(gte(temperatureReadings.recordedAt, new Date(since)), isStandingLine));
  return inRecordOrder(rows.map(toReading));
}

/** Whatever is chilling, of any day. */
async function listChills({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Chill[]> {
  const since = new Date(clock() - CHILL_SHOWN_MS);
  const begun = await db
    .select()
    .from(temperatureReadings)
    .where(
      and(gte(temperatureReadings.at, since), inArray(temperatureReadings.kind, [...MEAL_KINDS])),
    );
  return openChills(begun.map(toReading));
}

/** All that was written of a food, corrections included. */
export async function readFood(
  tx: Transaction,
  { batchId, mealId, date }: Pick<Reading, 'batchId' | 'mealId' | 'date'>,
): Promise<Reading[]> {
  const rows = await tx
    .select()
    .from(temperatureReadings)
    .where(
      batchId === null
        ? and(eq(temperatureReadings.mealId, mealId ?? 0), eq(temperatureReadings.date, date))
        : eq(temperatureReadings.batchId, batchId),
    );
  return rows.map(toReading);
}

export function toReading(row: TemperatureReadingRow): Reading {
  return {
    ...row,
    at: row.at.getTime(),
    recordedAt: row.recordedAt.getTime(),
    since: row.sinceAt?.getTime() ?? null,
    actionAt: row.actionAt?.getTime() ?? null,
    actionBy: row.actionStaffName,
  };
}

/** What more it has is not declared, and leaves with no reply. */
export function toReadingReply(
  reading: Reading,
  { marks, isStanding }: { marks?: ReadonlyMap<number, ReadingMark[]>; isStanding: boolean },
): TemperatureReadingReply {
  return {
    ...reading,
    at: toInstantText(reading.at),
    recordedAt: toInstantText(reading.recordedAt),
    by: reading.staffName,
    limit: limitText(reading.limit),
    lateness: latenessOf(reading),
    isStanding,
    marks: marks?.get(reading.id) ?? [],
  };
}

function describeChill({ startedAt, reached21At, callAt, dueAt, ...chill }: Chill): ChillReply {
  return {
    ...chill,
    startedAt: toInstantText(startedAt),
    reached21At: reached21At === null ? null : toInstantText(reached21At),
    callAt: toInstantText(callAt),
    dueAt: toInstantText(dueAt),
  };
}
