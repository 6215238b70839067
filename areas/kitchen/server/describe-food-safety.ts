import { and, eq } from 'drizzle-orm';
import {
  type FoodSafetyReply,
  getFoodSafety,
  saveFoodSafety,
} from '#areas/kitchen/calls/food-safety.ts';
import { toInstantText, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { addDays, type PlainDate, daysBetween } from '#platform/rules/plain-date.ts';
import { expiryOf, type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import {
  isOpenDay,
  missingChecks,
  type MissingCheck,
} from '#areas/kitchen/rules/missing-checks.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { findSupervisor, listChecks, saveChecks } from '#areas/kitchen/server/daily-checks.ts';
import {
  listUnanswered,
  listWrittenSince,
  readRecord,
  toReadingReply,
  type Period,
} from '#areas/kitchen/server/temperatures/read-readings.ts';
import { describeTraining } from '#areas/staff/server/food-training.ts';
import { findLastDrill } from '#areas/kitchen/server/recall.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { type CookedFood, missingFoodReadings } from '#areas/kitchen/rules/food-readings.ts';
import { listCookedFood } from '#areas/kitchen/server/temperatures/cooked-food.ts';

/** Gaps are shown for a week: later ones are in the record alone. */
const GAP_DAYS = 7;

export async function describeFoodSafety(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<FoodSafetyReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { date } = wallTimeAt(now, business.timeZone);
  // What is cooked today may be of a delivery to come.
  const period = { from: addDays(date, 1 - GAP_DAYS), to: addDays(date, MOST_KEEPS_DAYS) };
  const { readings } = await readRecord(context.db, period);
  const checks = await listChecks(context.db);
  const supervisor = await findSupervisor(context.db);
  const drill = await findLastDrill(context.db);
  const today = instantOf({ date, minuteOfDay: 0 }, business.timeZone);
  const [lines, failed, training] = await Promise.all([
    listWrittenSince(context.db, today),
    listUnanswered(context.db),
    describeTraining(context.db, date),
  ]);
  const { due, gaps, foods } = await findGaps(context, period, readings);
  const replyOf = (line: Reading) => toReadingReply(line, { isStanding: true });
  return {
    now: toInstantText(now),
    date,
    isOpenDay: isOpenDay(date, business),
    checks: checks
      .filter(({ until }) => until === null)
      .map(({ id, kind, place, since }) => ({ id, kind, place, since })),
    due,
    gaps,
    foods: foods.map(({ date: of, window, mealId, batchId, name }) => ({
      date: of,
      window,
      mealId,
      batchId,
      name,
    })),
    batches: await listCooked(context.db, date),
    lines: lines.map(replyOf),
    failed: failed.map(replyOf),
    training,
    supervisor: supervisor && { ...supervisor, expiresOn: expiryOf(supervisor.certifiedOn) },
    lastDrill: drill && { at: toInstantText(drill.at.getTime()), by: drill.by },
  };
}

async function listCooked(db: Database, date: PlainDate): Promise<FoodSafetyReply['batches']> {
  const rows = await db
    .select({
      id: batches.id,
      name: components.name,
      baseUnit: components.baseUnit,
      madeQty: batches.madeQty,
    })
    .from(batches)
    .innerJoin(components, eq(components.id, batches.componentId))
    .where(and(eq(batches.cookDate, date), eq(batches.state, 'done')))
    .orderBy(batches.doneAt, batches.id);
  return rows.map(({ madeQty, ...batch }) => ({ ...batch, madeQty: madeQty ?? 0 }));
}

export function registerFoodSafetyRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFoodSafety, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeFoodSafety(context);
  });

  staffRoute(app, saveFoodSafety, async ({ body, staff }) => {
    await saveChecks(context, staff, body);
    return describeFoodSafety(context);
  });
}

// What is missing of the food safety record.

/** `readings`: all of the period, corrected ones too. What is missing of places and of food, by day. */
export async function findGaps(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  period: Period,
  readings: readonly Reading[],
): Promise<{ due: MissingCheck[]; gaps: MissingCheck[]; foods: CookedFood[] }> {
  const { business } = await context.site.current();
  const now = context.clock();
  const lines = standingReadings(readings).map(({ kind, place, tenths, pass, at }) => ({
    kind,
    place,
    tenths,
    pass,
    ...wallTimeAt(at, business.timeZone),
  }));
  const foods = await listCookedFood(context.db, period, business);
  const isWorked = (day: PlainDate) =>
    isOpenDay(day, business) || foods.some(({ date }) => date === day);
  const { due, gaps } = missingChecks(await listChecks(context.db), lines, {
    days: daysOf(period).filter(isWorked),
    now: wallTimeAt(now, business.timeZone),
  });
  const ofFood = missingFoodReadings(foods, readings, now);
  return { due, gaps: [...gaps, ...ofFood].toSorted(byDay), foods };
}

function daysOf({ from, to }: Period): PlainDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}

function byDay(a: MissingCheck, b: MissingCheck): number {
  return Number(a.date > b.date) - Number(a.date < b.date);
}
