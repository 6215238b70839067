/** Reading the temperature record. */
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type {
  ChillReply,
  TemperatureReadingReply,
  TemperaturesReply,
} from '#areas/kitchen/calls/temperatures.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { toInstantText, type Instant } from '#platform/rules/zoned-time.ts';
import {
  type Chill,
  inRecordOrder,
  openChills,
  type Reading,
  type ReadingMark,
  readingMarks,
  standingReadings,
} from '#areas/kitchen/rules/readings.ts';
import { latenessOf } from '#areas/kitchen/rules/missing-checks.ts';
import { limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import { MOST_RECORD_DAYS } from '#areas/kitchen/calls/temperatures.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  type TemperatureReadingRow,
  temperatureReadings,
} from '#areas/kitchen/server/tables/temperature-readings.ts';
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
    coreLimits: await listCoreLimits(context.db),
  };
}

type TemperatureRecord = { readings: Reading[]; marks: Map<number, ReadingMark[]> };

/** The lines of a period, failures first, and what looks as if nobody had measured. Throws InvalidRequest. */
export async function readRecord(db: Database, { from, to }: Period): Promise<TemperatureRecord> {
  if (from > to) throw new InvalidRequest({ to: 'Please choose an end after the beginning' });
  if (daysBetween(from, to) >= MOST_RECORD_DAYS)
    throw new InvalidRequest({ to: 'Please choose at most a year' });
  // With the day before, so that marks do not begin anew with the period.
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

/** Failures of any day of which nobody has said what was done, the oldest first. */
export async function listUnanswered(db: Database): Promise<Reading[]> {
  const rows = await db
    .select()
    .from(temperatureReadings)
    .where(
      and(eq(temperatureReadings.pass, false), isNull(temperatureReadings.action), isStandingLine),
    )
    .orderBy(asc(temperatureReadings.at), asc(temperatureReadings.id));
  return rows.map(toReading);
}

/** What was written down since then, failures first. What was corrected since is left out. */
export async function listWrittenSince(db: Database, since: Instant): Promise<Reading[]> {
  const rows = await db
    .select()
    .from(temperatureReadings)
    .where(and(gte(temperatureReadings.recordedAt, new Date(since)), isStandingLine));
  return inRecordOrder(rows.map(toReading));
}

async function listCoreLimits(db: Database): Promise<TemperaturesReply['coreLimits']> {
  const rows = await db
    .select({ mealId: meals.id, coreCelsius: meals.coreCelsius })
    .from(meals)
    .where(isNotNull(meals.coreCelsius));
  return rows.flatMap(({ mealId, coreCelsius }) =>
    coreCelsius === null ? [] : [{ mealId, coreCelsius }],
  );
}

/** Whatever is chilling, of any day. */
async function listChills({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Chill[]> {
  const since = new Date(clock() - CHILL_SHOWN_MS);
  const begun = await db
    .select()
    .from(temperatureReadings)
    .where(and(gte(temperatureReadings.at, since), inArray(temperatureReadings.kind, CHILL_KINDS)));
  return openChills(begun.map(toReading));
}

const CHILL_KINDS = ['chill_start', 'reached_21', 'reached_5'] as const;

/** The start of a chill with its steps, corrections included. */
export async function readChill(tx: Transaction, startId: number): Promise<Reading[]> {
  const rows = await tx
    .select()
    .from(temperatureReadings)
    .where(
      or(
        eq(temperatureReadings.id, startId),
        eq(temperatureReadings.startId, startId),
        eq(temperatureReadings.corrects, startId),
      ),
    );
  return rows.map(toReading);
}

export function toReading(row: TemperatureReadingRow): Reading {
  return {
    ...row,
    at: row.at.getTime(),
    recordedAt: row.recordedAt.getTime(),
    since: row.sinceAt?.getTime() ?? null,
    actionBy: row.actionStaffName,
  };
}

type Standing = { marks?: ReadonlyMap<number, ReadingMark[]>; isStanding: boolean };

export function toReadingReply(
  reading: Reading,
  { marks, isStanding }: Standing,
): TemperatureReadingReply {
  return {
    id: reading.id,
    key: reading.key,
    kind: reading.kind,
    place: reading.place,
    mealId: reading.mealId,
    batchId: reading.batchId,
    mealName: reading.mealName,
    date: reading.date,
    timeSlot: reading.window,
    tenths: reading.tenths,
    at: toInstantText(reading.at),
    recordedAt: toInstantText(reading.recordedAt),
    by: reading.staffName,
    source: reading.source,
    measuredBy: reading.measuredBy,
    probe: reading.probe,
    limit: limitText(reading.limit),
    pass: reading.pass,
    action: reading.action,
    actionBy: reading.actionBy,
    thrownOut: reading.thrownOut,
    corrects: reading.corrects,
    isWithdrawn: reading.isWithdrawn,
    lateness: latenessOf(reading),
    note: reading.note,
    notNeeded: reading.notNeeded,
    goodsLotId: reading.goodsLotId,
    isStanding,
    marks: marks?.get(reading.id) ?? [],
  };
}

function describeChill({
  window,
  startedAt,
  reached21At,
  callAt,
  dueAt,
  ...chill
}: Chill): ChillReply {
  const { startId, startKey, mealId, batchId, mealName, date, next } = chill;
  return {
    startId,
    startKey,
    mealId,
    batchId,
    mealName,
    date,
    next,
    timeSlot: window,
    startedAt: toInstantText(startedAt),
    reached21At: reached21At === null ? null : toInstantText(reached21At),
    callAt: toInstantText(callAt),
    dueAt: toInstantText(dueAt),
  };
}
