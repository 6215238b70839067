import { DAY_MS } from '#platform/rules/durations.ts';
import { eq, and, desc, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { recordTemperature } from '#areas/kitchen/calls/food-safety-record.ts';
import { chillFrom } from '#areas/kitchen/rules/chills.ts';
import { type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import {
  isCleaning,
  KINDS_WITH_PLACE,
  MEAL_KINDS,
  type RecordKind,
} from '#areas/kitchen/rules/record-kinds.ts';
import {
  coreLimitOf,
  isNotChilledYet,
  limitOf,
  passes,
  type Tenths,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { wallTimeAt, type Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { temperatureReadings, type TemperatureReadingRow } from './tables/temperature-readings.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { type StaffMember, recordedName } from '#platform/server/sign-in-port.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { isStandingLine, readFood, toReading } from '#areas/kitchen/server/read-readings.ts';

type NewReading = z.output<typeof recordTemperature.body>;

/**
 * The same `key` counts once. Limits of time count from when it was measured, whenever it is written down. Throws
 * InvalidRequest for a reading without its meal, its chill or its value, or of no time that it can have, Conflict
 * `not_there_yet` for food that is still too warm with time left, `chill_over` for a step that was measured already, and
 * `key_reused`.
 */
export function recordReading(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: NewReading,
): Promise<Reading> {
  return context.db.transaction((tx) => recordReadingIn(tx, context, staff, sent));
}

export async function recordReadingIn(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  staff: StaffMember,
  sent: NewReading,
): Promise<Reading> {
  const { business } = await context.site.current();
  const now = context.clock();
  const at = timeInPast(sent.at, now);
  assertSaid(sent);
  await lockRecord(tx);
  const earlier = await findByKey(tx, sent.key);
  if (earlier) return sameAs(earlier, sent.kind === earlier.kind && !earlier.corrects);
  const about = await aboutOf(tx, sent, wallTimeAt(at, business.timeZone).date);
  const tenths = valueOf(sent);
  const limit = limitOf(sent.kind, {
    coreCelsius: coreLimitOf(about, business),
    isHot: sent.isHot,
  });
  const { since } = about;
  if (since !== null && at < since)
    throw new InvalidRequest({ at: 'Choose a time after the step before it' });
  if (tenths !== null && isNotChilledYet({ tenths, at, since }, limit))
    throw new Conflict('not_there_yet', 'Still too warm, with time left. Measure again later.');
  return insertLine(tx, {
    ...sent,
    ...about,
    ...writtenBy(staff),
    place: placeOf(sent),
    sinceAt: since === null ? null : new Date(since),
    tenths,
    at: new Date(at),
    recordedAt: new Date(now),
    limit,
    pass: tenths === null ? null : passes({ tenths, at, since }, limit),
  });
}

/**
 * A line that takes the place of another, judged by the limit as it was; `tenths` null: the other was a slip. Throws
 * NotFound, Conflict `corrected` for a line that another has replaced already, and InvalidRequest.
 */
export async function correctReading(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { id, tenths, key }: { id: number; tenths: Tenths | null; key: string },
): Promise<Reading> {
  const now = context.clock();
  await lockRecord(tx);
  const earlier = await findByKey(tx, key);
  if (earlier) return sameAs(earlier, earlier.corrects === id && earlier.tenths === tenths);
  const old = await findReading(tx, id);
  const [replaced] = await tx
    .select({ id: temperatureReadings.id })
    .from(temperatureReadings)
    .where(eq(temperatureReadings.corrects, id));
  if (replaced || old.isWithdrawn)
    throw new Conflict('corrected', 'This reading has been corrected already. Look again.');
  if ((old.kind === 'chill_start' || isCleaning(old.kind)) && tenths !== null)
    throw new InvalidRequest({ tenths: 'This line has no temperature' });
  if (old.kind === 'receipt')
    throw new InvalidRequest({ tenths: 'Goods stay on record as they were taken in' });
  const { at, since, limit } = old;
  return insertLine(tx, {
    ...copyOf(old),
    tenths,
    recordedAt: new Date(now),
    ...writtenBy(staff),
    pass: tenths === null ? null : passes({ tenths, at, since }, limit),
    corrects: id,
    isWithdrawn: tenths === null,
    key,
  });
}

/** For whom paper is, and why something is not needed, nobody can tell afterwards. */
function assertSaid({ tenths, source, measuredBy, isNotNeeded, note }: NewReading): void {
  if (source === 'paper' && measuredBy === '')
    throw new InvalidRequest({ measuredBy: 'Enter who measured it' });
  if (!isNotNeeded) return;
  if (note === '') throw new InvalidRequest({ note: 'Enter why it is not needed' });
  if (tenths !== undefined) throw new InvalidRequest({ tenths: 'This needs no temperature' });
}

function placeOf({ kind, place = '' }: NewReading): string | null {
  if (place === '' && KINDS_WITH_PLACE.includes(kind))
    throw new InvalidRequest({ place: 'Please name the place' });
  return isOfMeal(kind) || place === '' ? null : place;
}

function valueOf({ kind, tenths, isNotNeeded }: NewReading): Tenths | null {
  if (kind === 'chill_start' || isCleaning(kind) || isNotNeeded) return null;
  if (tenths === undefined) throw new InvalidRequest({ tenths: 'Please enter the temperature' });
  return tenths;
}

function copyOf(old: Reading) {
  const { kind, place, date, window, mealId, batchId, mealName, startId, probe, limit } = old;
  const { source, measuredBy } = old;
  return {
    source,
    measuredBy,
    kind,
    place,
    date,
    window,
    mealId,
    batchId,
    mealName,
    startId,
    probe,
    limit,
    at: new Date(old.at),
    sinceAt: old.since === null ? null : new Date(old.since),
  };
}

/** What a line of the record is about: a meal, a batch, a chill or a place. */
type About = Pick<
  Reading,
  'date' | 'window' | 'mealId' | 'batchId' | 'mealName' | 'startId' | 'since'
> &
  Pick<MealFacts, 'coreCelsius'>;

/**
 * `doneOn`: the day of a place that was checked, whatever day the screen shows. Throws InvalidRequest for a reading without
 * its meal or chill, and Conflict `chill_over`.
 */
async function aboutOf(tx: Transaction, sent: NewReading, doneOn: PlainDate): Promise<About> {
  if (sent.kind === 'reached_21' || sent.kind === 'reached_5') return stepOf(tx, sent, sent.kind);
  const { date, window = null } = sent;
  const about = { date, window, batchId: null, startId: null, since: null, coreCelsius: null };
  if (!isOfMeal(sent.kind)) {
    const hasItsOwnDay = sent.place !== undefined || sent.at !== undefined;
    return { ...about, date: hasItsOwnDay ? doneOn : date, mealId: null, mealName: null };
  }
  if (sent.batchId !== undefined) return { ...about, ...(await batchOf(tx, sent.batchId)) };
  if (sent.mealId === undefined) throw new InvalidRequest({ mealId: 'Please choose the meal' });
  const [meal] = await tx.select().from(meals).where(eq(meals.id, sent.mealId));
  if (!meal) throw new InvalidRequest({ mealId: 'Please choose a meal of the menu' });
  return { ...about, mealId: meal.id, mealName: meal.name, coreCelsius: meal.coreCelsius };
}

function isOfMeal(kind: RecordKind): boolean {
  return MEAL_KINDS.some((one) => one === kind);
}

/** It belongs to the day of its cooking, whatever was sent. */
async function batchOf(tx: Transaction, batchId: number) {
  const [batch] = await tx
    .select({ mealName: components.name, date: batches.cookDate })
    .from(batches)
    .innerJoin(components, eq(components.id, batches.componentId))
    .where(and(eq(batches.id, batchId), eq(batches.state, 'done')));
  if (!batch) throw new InvalidRequest({ batchId: 'Please choose a batch that was cooked' });
  return { ...batch, batchId, mealId: null };
}

/** For a step on paper, which names its food: the chill of that food that was started last. */
async function findStart(
  tx: Transaction,
  { mealId, batchId, date, window }: NewReading,
): Promise<number | undefined> {
  const ofFood =
    batchId === undefined
      ? and(
          eq(temperatureReadings.mealId, mealId ?? 0),
          eq(temperatureReadings.date, date),
          window === undefined ? undefined : eq(temperatureReadings.window, window),
        )
      : eq(temperatureReadings.batchId, batchId);
  const [start] = await tx
    .select({ id: temperatureReadings.id })
    .from(temperatureReadings)
    .where(and(eq(temperatureReadings.kind, 'chill_start'), ofFood, isStandingLine))
    .orderBy(desc(temperatureReadings.at), desc(temperatureReadings.id))
    .limit(1);
  return start?.id;
}

/** A step of chilling belongs to what its start was of, whatever was sent. */
async function stepOf(
  tx: Transaction,
  sent: NewReading,
  kind: 'reached_21' | 'reached_5',
): Promise<About> {
  const startId = sent.startId ?? (await findStart(tx, sent));
  const found = startId === undefined ? undefined : await findReading(tx, startId);
  const standing = found ? standingReadings(await readFood(tx, found)) : [];
  const start = standing.find(({ id }) => id === startId);
  if (start?.kind !== 'chill_start')
    throw new InvalidRequest({ startId: 'Please start the chill first' });
  const open = chillFrom(start, standing);
  if (!open) throw new Conflict('chill_over', 'This chill is over. Look again.');
  if (open.next !== kind)
    throw new Conflict('chill_over', 'This step of the chill is another one. Look again.');
  const { date, window, mealId, batchId, mealName } = start;
  const since: Instant = open.reached21At ?? open.startedAt;
  return { date, window, mealId, batchId, mealName, startId: start.id, since, coreCelsius: null };
}

/** Not so long ago that nobody remembers it. */
const LATEST_DAYS = 7;

/** `at`: ISO; omitted: now. Throws InvalidRequest for the future, and for more than a week ago. */
export function timeInPast(at: string | undefined, now: Instant): Instant {
  if (at === undefined) return now;
  const time = Date.parse(at);
  if (time > now) throw new InvalidRequest({ at: 'Please choose a time in the past' });
  if (time < now - LATEST_DAYS * DAY_MS)
    throw new InvalidRequest({ at: `Please choose a time in the last ${LATEST_DAYS} days` });
  return time;
}

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
