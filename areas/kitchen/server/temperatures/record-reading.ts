/** Adding to the temperature record: readings, corrections, and what was done about a failure. */
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { recordTemperature } from '#areas/kitchen/calls/temperatures.ts';
import type { Reading } from '#areas/kitchen/rules/readings.ts';
import {
  actionsFor,
  isCleaning,
  KINDS_WITH_PLACE,
  type ReadingAction,
} from '#areas/kitchen/rules/record-kinds.ts';
import {
  coreLimitOf,
  isNotChilledYet,
  limitOf,
  passes,
  type Tenths,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { aboutOf, isOfMeal } from '#areas/kitchen/server/temperatures/about-reading.ts';
import { toReading } from '#areas/kitchen/server/temperatures/read-readings.ts';
import {
  findByKey,
  findReading,
  insertLine,
  lockRecord,
  sameAs,
  writtenBy,
} from '#areas/kitchen/server/temperatures/record-lines.ts';
import { timeInPast } from '#areas/kitchen/server/temperatures/time-in-past.ts';
import { recordedName, type StaffMember } from '#platform/server/staff-member.ts';

type NewReading = z.output<typeof recordTemperature.body>;

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
  const now = context.clock();
  const at = whenDone(sent, now);
  return context.db.transaction(async (tx) => {
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
    if (tenths !== null && isNotChilledYet({ tenths, at, since }, limit))
      throw new Conflict('not_there_yet', 'Still too warm, with time left. Measure again later.');
    return insertLine(tx, {
      kind: sent.kind,
      place: placeOf(sent),
      date: about.date,
      window: about.window,
      mealId: about.mealId,
      batchId: about.batchId,
      mealName: about.mealName,
      startId: about.startId,
      sinceAt: since === null ? null : new Date(since),
      tenths,
      at: new Date(at),
      recordedAt: new Date(now),
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
  });
}

/** Throws NotFound, Conflict `no_failure` or `answered`, and InvalidRequest for what makes no sense of this kind. */
export async function answerReading(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, action }: { id: number; action: ReadingAction },
): Promise<Reading> {
  const reading = await context.db.transaction((tx) => findReading(tx, id));
  if (reading.pass !== false)
    throw new Conflict('no_failure', 'This reading passed: there is nothing to do about it.');
  if (!actionsFor(reading.kind).includes(action))
    throw new InvalidRequest({ action: 'Please choose what was done about it' });
  const [row] = await context.db
    .update(temperatureReadings)
    .set({
      action,
      actionAt: new Date(context.clock()),
      actionStaffId: staff.id,
      actionStaffName: recordedName(staff),
    })
    .where(and(eq(temperatureReadings.id, id), isNull(temperatureReadings.action)))
    .returning();
  if (row) return toReading(row);
  // Two taps on the same button are one answer.
  const answered = await context.db.transaction((tx) => findReading(tx, id));
  if (answered.action === action) return answered;
  throw new Conflict('answered', 'Someone has said already what was done. Look again.');
}

/** Only of checks and cleaning: what is cooked is measured when it is written down. */
function whenDone({ kind, at }: NewReading, now: Instant): Instant {
  if (at !== undefined && isOfMeal(kind))
    throw new InvalidRequest({ at: 'This is written down when it is measured' });
  return timeInPast(at, now);
}

function placeOf({ kind, place = '' }: NewReading): string | null {
  if (place === '' && KINDS_WITH_PLACE.includes(kind))
    throw new InvalidRequest({ place: 'Please name the place' });
  return isOfMeal(kind) || place === '' ? null : place;
}

function valueOf({ kind, tenths }: NewReading): Tenths | null {
  if (kind === 'chill_start' || isCleaning(kind)) return null;
  if (tenths === undefined) throw new InvalidRequest({ tenths: 'Please enter the temperature' });
  return tenths;
}

/** What a correction keeps of the line that it corrects. */
function copyOf(old: Reading) {
  const { kind, place, date, window, mealId, batchId, mealName, startId, probe, limit } = old;
  return {
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
