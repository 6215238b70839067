import { compareText } from '#platform/rules/compare-text.ts';
import { eq, inArray, sql, and, desc, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ExpectedReply,
  type FoodSafetyReply,
  getFoodSafety,
  saveFoodSafety,
} from '#areas/kitchen/calls/food-safety-record.ts';
import {
  type CookedFood,
  type Expected,
  type ExpectedGoods,
  expectedReadings,
  isOpenDay,
} from '#areas/kitchen/rules/expected-readings.ts';
import { expiryOf, type Reading } from '#areas/kitchen/rules/readings.ts';
import { limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import { listDueOrders } from '#areas/kitchen/server/list-goods.ts';
import { findLastDrill } from './traceability.ts';
import { goodsLots } from '#areas/kitchen/server/tables/batches.ts';
import { listCookedFood } from '#areas/kitchen/server/cooked-food.ts';
import {
  listUnanswered,
  listWrittenSince,
  readRecord,
  toReadingReply,
  type Period,
} from '#areas/kitchen/server/read-readings.ts';
import { LONGEST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { suppliers } from '#areas/menu/server/tables/recipes.ts';
import { describeTraining } from '#areas/staff/server/food-training.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, toInstantText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { CheckKind } from '#areas/kitchen/rules/record-kinds.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { type DailyCheckRow, dailyChecks, foodSafetySupervisors } from './tables/food-safety.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { lockRecord } from '#areas/kitchen/server/record-reading.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Kitchen = Pick<Context, 'db' | 'clock' | 'site'>;

/** What is missing is shown for a week: later it is in the record alone. */
const SHOWN_DAYS = 7;
/** Goods that should have come are waited for so long. */
const GOODS_AWAITED_DAYS = 2;

export async function describeFoodSafety(context: Kitchen): Promise<FoodSafetyReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { date } = wallTimeAt(now, business.timeZone);
  const checks = await listChecks(context.db);
  const supervisor = await findSupervisor(context.db);
  const drill = await findLastDrill(context.db);
  const today = instantOf({ date, minuteOfDay: 0 }, business.timeZone);
  const [lines, failed, training] = await Promise.all([
    listWrittenSince(context.db, today),
    listUnanswered(context.db),
    describeTraining(context.db, date),
  ]);
  const { expected, foods } = await listExpectedNow(context);
  const replyOf = (line: Reading) => toReadingReply(line, { isStanding: true });
  return {
    now: toInstantText(now),
    date,
    isOpenDay: isOpenDay(date, business),
    checks: checks.filter(({ until }) => until === null),
    expected: expected.map(describeExpected),
    foods,
    lines: lines.map(replyOf),
    failed: failed.map(replyOf),
    training,
    supervisor: supervisor && { ...supervisor, expiresOn: expiryOf(supervisor.certifiedOn) },
    lastDrill: drill && { at: toInstantText(drill.at.getTime()), by: drill.by },
  };
}

/** What is not done of this day and those around it, and what is of its places and goods: of food, the lines say that. */
export async function listExpectedNow(
  context: Kitchen,
): Promise<{ expected: Expected[]; foods: CookedFood[] }> {
  const { business } = await context.site.current();
  const { date } = wallTimeAt(context.clock(), business.timeZone);
  // What is cooked today may be of a delivery to come.
  const period = { from: addDays(date, 1 - SHOWN_DAYS), to: addDays(date, LONGEST_KEEPS_DAYS) };
  const { readings } = await readRecord(context.db, period);
  const goods = await listExpectedGoods(context, date, readings);
  const { expected, foods } = await listExpected(context, period, { readings, goods });
  const isShown = ({ state, date: of, mealId, batchId }: Expected) => {
    if (state === 'late') return of === date;
    return state !== 'done' || (of === date && mealId === null && batchId === null);
  };
  return { expected: expected.filter(isShown), foods };
}

/** `readings`: all of the period, corrected ones too. By day. */
export async function listExpected(
  context: Kitchen,
  period: Period,
  { readings, goods = [] }: { readings: readonly Reading[]; goods?: readonly ExpectedGoods[] },
): Promise<{ expected: Expected[]; foods: CookedFood[] }> {
  const { business } = await context.site.current();
  const foods = await listCookedFood(context.db, period, business);
  const isWorked = (day: PlainDate) =>
    isOpenDay(day, business) || foods.some(({ date }) => date === day);
  const asked = { checks: await listChecks(context.db), foods, goods };
  const expected = expectedReadings(asked, readings, {
    days: daysOf(period).filter(isWorked),
    now: context.clock(),
    timeZone: business.timeZone,
  });
  return { expected: expected.toSorted((a, b) => compareText(a.date, b.date)), foods };
}

/** For each supplier one: what is still to come, or the line of what was taken in today, one that failed first. */
async function listExpectedGoods(
  context: Kitchen,
  today: PlainDate,
  readings: readonly Reading[],
): Promise<ExpectedGoods[]> {
  const { timeZone } = (await context.site.current()).business;
  const due = await listDueOrders(context.db, addDays(today, -GOODS_AWAITED_DAYS));
  const awaited = due
    .filter(({ arrives }) => arrives <= today)
    .map(({ supplier, arrives: date, arrivesByMinute: minuteOfDay }) => {
      const dueAt = instantOf({ date, minuteOfDay }, timeZone);
      return { date, supplier, dueAt, reading: null };
    });
  const receipts = readings.filter(({ kind, date }) => kind === 'receipt' && date === today);
  const supplierOf = await listSuppliers(context.db, receipts);
  const bySupplier = Map.groupBy(receipts, ({ goodsLotId }) => supplierOf.get(goodsLotId) ?? '');
  const here = [...bySupplier].map(([supplier, lines]) => ({
    date: today,
    supplier: supplier || 'Other goods',
    dueAt: null,
    reading:
      lines.find(({ pass }) => pass === false) ??
      lines.find(({ tenths }) => tenths !== null) ??
      lines[0] ??
      null,
  }));
  return [...awaited, ...here];
}

async function listSuppliers(
  db: Database,
  receipts: readonly Reading[],
): Promise<Map<number | null, string>> {
  const ids = receipts.flatMap(({ goodsLotId }) => goodsLotId ?? []);
  const rows = await db
    .select({ id: goodsLots.id, name: suppliers.name })
    .from(goodsLots)
    .innerJoin(suppliers, eq(suppliers.id, goodsLots.supplierId))
    .where(ids.length === 0 ? sql`false` : inArray(goodsLots.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function describeExpected({
  dueAt,
  callAt,
  limit,
  reading,
  ...one
}: Expected): ExpectedReply {
  return {
    ...one,
    limit: limitText(limit),
    dueAt: dueAt === null ? null : toInstantText(dueAt),
    callAt: callAt === null ? null : toInstantText(callAt),
    reading: reading && {
      ...reading,
      at: toInstantText(reading.at),
      by: reading.measuredBy || reading.staffName,
    },
  };
}

export function registerFoodSafetyRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFoodSafety, () => describeFoodSafety(context));

  staffRoute(app, saveFoodSafety, async ({ body, staff }) => {
    await saveChecks(context, staff, body);
    return describeFoodSafety(context);
  });
}

function daysOf({ from, to }: Period): PlainDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}

export type Supervisor = { name: string; certifiedOn: PlainDate };

/** Those of the past too. */
export function listChecks(db: Database | Transaction): Promise<DailyCheckRow[]> {
  return db.select().from(dailyChecks).orderBy(dailyChecks.id);
}

export async function findSupervisor(db: Database | Transaction): Promise<Supervisor | null> {
  const [newest] = await db
    .select()
    .from(foodSafetySupervisors)
    .orderBy(desc(foodSafetySupervisors.id))
    .limit(1);
  if (!newest || newest.certifiedOn === null) return null;
  return { name: newest.name, certifiedOn: newest.certifiedOn };
}

/**
 * A check that is left out is asked for no longer, a new one from today on: the gaps of the past stay as they were.
 * Throws InvalidRequest for one that is named twice, and for a certificate of the future.
 */
export async function saveChecks(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  sent: z.output<typeof saveFoodSafety.body>,
): Promise<void> {
  const checks = sent.checks.map(({ kind, place }) => ({ kind, place }));
  const supervisor = sent.supervisor && supervisorOf(sent.supervisor);
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const { date: today } = wallTimeAt(now, timeZone);
  assertNamedOnce(checks);
  if (supervisor && supervisor.certifiedOn > today)
    throw new InvalidRequest({ 'supervisor.certifiedOn': 'Please choose a day in the past' });
  await context.db.transaction(async (tx) => {
    await lockRecord(tx);
    const current = (await listChecks(tx)).filter(({ until }) => until === null);
    const before = { checks: current.map(namesOf), supervisor: await findSupervisor(tx) };
    for (const { id, since, ...gone } of current.filter((one) => !checks.some(isSame(one)))) {
      // Nothing was asked for yet: it was a slip.
      if (since === today) await tx.delete(dailyChecks).where(eq(dailyChecks.id, id));
      else await endCheck(tx, gone, today);
    }
    const added = checks.filter((one) => !current.some(isSame(one)));
    if (added.length > 0)
      await tx.insert(dailyChecks).values(added.map((one) => ({ ...one, since: today })));
    if (JSON.stringify(supervisor) !== JSON.stringify(before.supervisor))
      await tx.insert(foodSafetySupervisors).values({
        name: supervisor?.name ?? '',
        certifiedOn: supervisor?.certifiedOn ?? null,
        at: new Date(now),
      });
    const after = { checks: checks.map(namesOf), supervisor };
    if (isDeepStrictEqual(before, after)) return;
    await recordChange(tx, context, {
      staff,
      action: 'settings.food_safety',
      entityId: 'food-safety',
      before,
      after,
    });
  });
}

function supervisorOf({ name, certifiedOn }: { name: string; certifiedOn: PlainDate }) {
  return { name, certifiedOn };
}

type Named = { kind: CheckKind; place: string };

function isSame(one: Named) {
  return (other: Named) =>
    one.kind === other.kind && one.place.toLowerCase() === other.place.toLowerCase();
}

function namesOf({ kind, place }: Named): string {
  return `${kind}: ${place}`;
}

function assertNamedOnce(checks: readonly Named[]): void {
  const twice = checks.findIndex((one, index) => checks.findIndex(isSame(one)) !== index);
  if (twice >= 0) throw new InvalidRequest({ [`checks.${twice}.place`]: 'This is named twice' });
}

async function endCheck(tx: Transaction, { kind, place }: Named, until: PlainDate): Promise<void> {
  await tx
    .update(dailyChecks)
    .set({ until })
    .where(
      and(eq(dailyChecks.kind, kind), eq(dailyChecks.place, place), isNull(dailyChecks.until)),
    );
}
