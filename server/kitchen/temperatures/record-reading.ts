/** Adding to the temperature record: readings, corrections, and what was done about a failure. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { recordTemperature } from '#contract/kitchen/temperatures.ts';
import {
  openChills,
  type Reading,
  standingReadings,
} from '#domain/kitchen/temperatures/readings.ts';
import {
  MEAL_KINDS,
  type ReadingAction,
  type TemperatureKind,
} from '#domain/kitchen/temperatures/record-kinds.ts';
import {
  coreLimitOf,
  isNotChilledYet,
  limitOf,
  passes,
  type Tenths,
} from '#domain/kitchen/temperatures/temperature-limits.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import {
  type TemperatureReadingRow,
  temperatureReadings,
} from '#server/db/schema/orders/temperature-readings.ts';
import { Conflict, InvalidRequest, NotFound } from '#server/errors.ts';
import { readChill, toReading } from '#server/kitchen/temperatures/read-readings.ts';
import type { StaffMember } from '#server/staff-member.ts';

type NewReading = z.output<typeof recordTemperature.body>;
type NewRow = typeof temperatureReadings.$inferInsert;

/**
 * The same `key` counts once. Throws InvalidRequest for a reading without its meal, its chill or its value, Conflict
 * `not_there_yet` for food that is still too warm with time left, `chill_over` for a step that was measured already, and
 * `key_reused`.
 */
export async function recordReading(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: NewReading,
): Promise<Reading> {
  const { business } = await context.site.current();
  const at = context.clock();
  return context.db.transaction(async (tx) => {
    await lockRecord(tx);
    const earlier = await findByKey(tx, sent.key);
    if (earlier) return sameAs(earlier, sent.kind === earlier.kind && !earlier.corrects);
    const about = await aboutOf(tx, sent);
    const tenths = valueOf(sent);
    const limit = limitOf(sent.kind, {
      coreCelsius: coreLimitOf(about, business),
      isHot: sent.isHot,
    });
    const { since } = about;
    if (tenths !== null && isNotChilledYet({ tenths, at, since }, limit))
      throw new Conflict('not_there_yet', 'Still too warm, with time left. Measure again later.');
    return insert(tx, {
      kind: sent.kind,
      date: about.date,
      window: about.window,
      mealId: about.mealId,
      mealName: about.mealName,
      startId: about.startId,
      sinceAt: since === null ? null : new Date(since),
      tenths,
      at: new Date(at),
      recordedAt: new Date(at),
      ...writtenBy(staff),
      probe: sent.probe,
      limit,
      pass: tenths === null ? null : passes({ tenths, at, since }, limit),
      key: sent.key,
    });
  });
}

/**
 * A line that takes the place of another, judged by the limit as it was; `tenths` null: the other was a slip. Throws
 * NotFound, Conflict `corrected` for a line that another has replaced already, and InvalidRequest.
 */
export async function correctReading(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, tenths, key }: { id: number; tenths: Tenths | null; key: string },
): Promise<Reading> {
  const now = context.clock();
  return context.db.transaction(async (tx) => {
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
    if (old.kind === 'chill_start' && tenths !== null)
      throw new InvalidRequest({ tenths: 'The start of a chill has no temperature' });
    const { at, since, limit } = old;
    return insert(tx, {
      ...copyOf(old),
      tenths,
      recordedAt: new Date(now),
      ...writtenBy(staff),
      pass: tenths === null ? null : passes({ tenths, at, since }, limit),
      corrects: id,
      isWithdrawn: tenths === null,
      key,
    });
  });
}

/** Throws NotFound, and Conflict `no_failure` or `answered`. */
export async function answerReading(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, action }: { id: number; action: ReadingAction },
): Promise<Reading> {
  const reading = await context.db.transaction((tx) => findReading(tx, id));
  if (reading.pass !== false)
    throw new Conflict('no_failure', 'This reading passed: there is nothing to do about it.');
  const [row] = await context.db
    .update(temperatureReadings)
    .set({
      action,
      actionAt: new Date(context.clock()),
      actionStaffId: staff.id,
      actionStaffName: nameOf(staff),
    })
    .where(and(eq(temperatureReadings.id, id), isNull(temperatureReadings.action)))
    .returning();
  if (row) return toReading(row);
  // Two taps on the same button are one answer.
  const answered = await context.db.transaction((tx) => findReading(tx, id));
  if (answered.action === action) return answered;
  throw new Conflict('answered', 'Someone has said already what was done. Look again.');
}

type About = Pick<Reading, 'date' | 'window' | 'mealId' | 'mealName' | 'startId' | 'since'> &
  Pick<MealFacts, 'coreCelsius'>;

async function aboutOf(tx: Transaction, sent: NewReading): Promise<About> {
  if (sent.kind === 'reached_21' || sent.kind === 'reached_5') return chillOf(tx, sent, sent.kind);
  const { date, timeSlot: window = null } = sent;
  const about = { date, window, startId: null, since: null, coreCelsius: null };
  if (!isOfMeal(sent.kind)) return { ...about, mealId: null, mealName: null };
  if (sent.mealId === undefined) throw new InvalidRequest({ mealId: 'Please choose the meal' });
  const [meal] = await tx.select().from(meals).where(eq(meals.id, sent.mealId));
  if (!meal) throw new InvalidRequest({ mealId: 'Please choose a meal of the menu' });
  return { ...about, mealId: meal.id, mealName: meal.name, coreCelsius: meal.coreCelsius };
}

/** A step of chilling belongs to the meal, day and window of its start, whatever was sent. */
async function chillOf(
  tx: Transaction,
  { startId }: NewReading,
  kind: 'reached_21' | 'reached_5',
): Promise<About> {
  const readings = startId === undefined ? [] : await readChill(tx, startId);
  const start = standingReadings(readings).find(({ id }) => id === startId);
  if (start?.kind !== 'chill_start')
    throw new InvalidRequest({ startId: 'Please start the chill first' });
  const [open] = openChills(readings);
  if (!open) throw new Conflict('chill_over', 'This chill is over. Look again.');
  if (open.next !== kind)
    throw new Conflict('chill_over', 'This step of the chill is another one. Look again.');
  const { date, window, mealId, mealName } = start;
  const since: Instant = open.reached21At ?? open.startedAt;
  return { date, window, mealId, mealName, startId: start.id, since, coreCelsius: null };
}

function isOfMeal(kind: TemperatureKind): boolean {
  return MEAL_KINDS.some((one) => one === kind);
}

function valueOf({ kind, tenths }: NewReading): Tenths | null {
  if (kind === 'chill_start') return null;
  if (tenths === undefined) throw new InvalidRequest({ tenths: 'Please enter the temperature' });
  return tenths;
}

/** What a correction keeps of the line that it corrects. */
function copyOf(old: Reading) {
  const { kind, date, window, mealId, mealName, startId, probe, limit } = old;
  return {
    kind,
    date,
    window,
    mealId,
    mealName,
    startId,
    probe,
    limit,
    at: new Date(old.at),
    sinceAt: old.since === null ? null : new Date(old.since),
  };
}

async function insert(tx: Transaction, row: NewRow): Promise<Reading> {
  const [added] = await tx.insert(temperatureReadings).values(row).returning();
  return toReading(added as TemperatureReadingRow);
}

/** Lines take turns, so that no step of a chill is measured twice and no line is corrected twice. */
async function lockRecord(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('temperatures', 0))`);
}

async function findByKey(tx: Transaction, key: string): Promise<Reading | null> {
  const [row] = await tx.select().from(temperatureReadings).where(eq(temperatureReadings.key, key));
  return row ? toReading(row) : null;
}

function sameAs(earlier: Reading, isSame: boolean): Reading {
  if (isSame) return earlier;
  throw new Conflict('key_reused', 'This key belongs to another reading. Nothing changed.');
}

async function findReading(tx: Transaction, id: number): Promise<Reading> {
  const [row] = await tx.select().from(temperatureReadings).where(eq(temperatureReadings.id, id));
  if (!row) throw new NotFound('This reading');
  return toReading(row);
}

function writtenBy(staff: StaffMember) {
  return { staffId: staff.id, staffName: nameOf(staff) };
}

/** The record must say who: an account without a name is known by the beginning of its address, never by all of it. */
function nameOf({ firstName, lastName, email }: StaffMember): string {
  return `${firstName} ${lastName}`.trim() || (email.split('@')[0] ?? '');
}
