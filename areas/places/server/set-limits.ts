/** Staff set limits. What is held and booked is not theirs to set: see portions.ts. */
import { isDeepStrictEqual } from 'node:util';
import { sql, and, asc, between, eq, isNotNull } from 'drizzle-orm';
import {
  type Limit,
  type LimitsReply,
  getMealLimits as getMealLimitsCall,
  listLimits as listLimitsCall,
  putMealLimits as putMealLimitsCall,
  type LimitRow,
} from '#areas/menu/calls/meal-limits.ts';
import { addDays, daysBetween, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  comparePortionRows,
  limitProblem,
  type PortionCount,
  type PortionScope,
  portionsLeft,
} from '#areas/menu/rules/portion-limits.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { inColumns, makeRows, type WeekFacts } from '#areas/places/server/portion-rows.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

type LimitContext = Pick<Context, 'db' | 'clock' | 'site'>;
type CountedLimit = PortionCount & {
  id: number;
  date: PlainDate;
  scope: PortionScope;
  kept: number;
};

/** All or none; sales of this meal wait until it is done. Throws NotFound, or InvalidRequest that names each limit. */
export async function setMealLimits(
  context: LimitContext,
  staff: StaffMember,
  mealId: number,
  limits: readonly Limit[],
): Promise<LimitsReply> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  refuseDates(limits, today, business);
  const rows = await context.db.transaction(async (tx) => {
    await requireMeal(tx, mealId);
    const before = await lockRows(tx, mealId, limits);
    const after = judge(limits, before);
    await tx.execute(sql`
      update ${mealDays} d set portions = w.portions
      from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as w (id int, portions int)
      where d.id = w.id`);
    const [was, is] = [inWords(before), inWords(after)];
    if (!isDeepStrictEqual(was, is))
      await recordChange(tx, context, {
        staff,
        action: 'meal.limits',
        entityId: mealId,
        before: was,
        after: is,
      });
    return after;
  });
  return { limits: rows.map(limitRow) };
}

/**
 * A meal has run out: nothing more is sold of it on these days, also not what is given back now. In the caller's transaction,
 * which holds no other portions.
 */
export async function sellNoMore(
  tx: Transaction,
  mealId: number,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<void> {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
  const keys = days.map((date) => ({ mealId, date, scope: 'day' as const }));
  await makeRows(tx, keys, null);
  await tx.execute(sql`
    with locked as materialized (
      select id from ${mealDays}
      where meal_id = ${mealId} and scope = 'day' and date between ${from} and ${to}
      order by date for no key update
    )
    update ${mealDays} d set portions = 0 from locked where d.id = locked.id`);
}

/** The days on which an ordering week starts are settings, so they are named in the message. */
function refuseDates(limits: readonly Limit[], today: PlainDate, facts: WeekFacts): void {
  const fields: Record<string, string> = {};
  const seen = new Set<string>();
  limits.forEach(({ date, scope = 'day' }, index) => {
    const field = `limits.${index}.date`;
    const weekStart = weekStartOf(date, facts);
    const lastDay = scope === 'day' ? date : weekStart;
    if (seen.has(`${scope}|${date}`)) fields[field] = 'This date is in the list twice';
    else if (scope === 'week' && date !== weekStart)
      fields[field] = `This week starts on ${formatDate(weekStart)}`;
    else if (lastDay < (scope === 'day' ? today : weekStartOf(today, facts)))
      fields[field] = 'This day has passed';
    seen.add(`${scope}|${date}`);
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
}

/**
 * Made where missing, locked in the fixed order, and counted again under the lock: an order that a process of the release
 * before took meanwhile has not been counted.
 */
async function lockRows(
  tx: Transaction,
  mealId: number,
  limits: readonly Limit[],
): Promise<CountedLimit[]> {
  const keys = limits
    .map(({ date, scope = 'day' as const }) => ({ mealId, date, scope }))
    .toSorted(comparePortionRows);
  await makeRows(tx, keys, null);
  await tx.execute(sql`
    select d.id from ${mealDays} d join jsonb_to_recordset(${inColumns(keys)}::jsonb)
      as w (meal_id int, date date, scope text) using (meal_id, date, scope)
    order by d.meal_id, d.date, d.scope for no key update of d`);
  // A statement of its own: it sees what was committed while the locks were waited for.
  const { rows } = await tx.execute<CountedLimit>(sql`
    with counted as (
      select d.id, d.kept + count(i.id)::int as booked
      from ${mealDays} d join jsonb_to_recordset(${inColumns(keys)}::jsonb)
        as w (meal_id int, date date, scope text) using (meal_id, date, scope)
      left join ${orderItems} i on i.meal_id = d.meal_id and i.takes_portion
        and i.meal_date between d.date and d.date + case d.scope when 'week' then 6 else 0 end
      group by d.id
    )
    update ${mealDays} d set booked = counted.booked from counted where counted.id = d.id
    returning d.id, d.date::text as date, d.scope, d.portions, d.held, d.booked, d.kept`);
  return rows.toSorted((a, b) => comparePortionRows({ ...a, mealId }, { ...b, mealId }));
}

function judge(limits: readonly Limit[], before: readonly CountedLimit[]): CountedLimit[] {
  const fields: Record<string, string> = {};
  const after = before.map((row) => {
    const index = limits.findIndex(
      ({ date, scope = 'day' }) => date === row.date && scope === row.scope,
    );
    const limit = limits[index];
    const sold = row.held + row.booked;
    if (!limit || 'stop' in limit) return { ...row, portions: sold };
    const problem = limitProblem(limit.portions, sold);
    if (problem !== null) fields[`limits.${index}.portions`] = problem;
    return { ...row, portions: limit.portions };
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  return after;
}

/** What the audit trail keeps: "2026-12-01" -> 40, "week of 2026-12-01" -> "no limit". */
function inWords(rows: readonly CountedLimit[]): Record<string, number | string> {
  return Object.fromEntries(
    rows.map(({ date, scope, portions }) => [
      scope === 'day' ? date : `week of ${date}`,
      portions ?? 'no limit',
    ]),
  );
}

export function registerLimitRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getMealLimitsCall, ({ params, query }) =>
    getMealLimits(context, params.id, query),
  );
  staffRoute(app, listLimitsCall, ({ query }) => listLimits(context.db, query));
  staffRoute(app, putMealLimitsCall, ({ params, body, staff }) =>
    setMealLimits(context, staff, params.id, body.limits),
  );
}

type Days = { from: PlainDate; to: PlainDate };

/** Every day of the range and every ordering week that starts in it, also those without a limit. Throws NotFound. */
async function getMealLimits(
  { db, site }: Pick<Context, 'db' | 'site'>,
  mealId: number,
  { from, to }: Days,
): Promise<LimitsReply> {
  const { business } = await site.current();
  await requireMeal(db, mealId);
  const stored = await db
    .select()
    .from(mealDays)
    .where(and(eq(mealDays.mealId, mealId), between(mealDays.date, from, to)));
  const sold = await countSold(db, mealId, { from, to: addDays(to, 6) });
  const rowOf = (date: PlainDate, scope: PortionScope): LimitRow => {
    const row = stored.find((each) => each.date === date && each.scope === scope);
    // Nobody has asked for the row yet: it will begin with what is sold.
    const last = scope === 'day' ? date : addDays(date, 6);
    const booked = () =>
      sold.reduce(
        (sum, each) => (each.date >= date && each.date <= last ? sum + each.number : sum),
        0,
      );
    return limitRow({
      ...(row ?? { portions: null, held: 0, booked: booked() }),
      date,
      scope,
    });
  };
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
  return {
    limits: dates.flatMap((date) => [
      rowOf(date, 'day'),
      ...(weekStartOf(date, business) === date ? [rowOf(date, 'week')] : []),
    ]),
  };
}

/** For all meals, what has a limit. */
async function listLimits(db: Database, { from, to }: Days) {
  const rows = await db
    .select()
    .from(mealDays)
    .where(and(between(mealDays.date, from, to), isNotNull(mealDays.portions)))
    .orderBy(asc(mealDays.mealId), asc(mealDays.date), asc(mealDays.scope));
  return { limits: rows.map((row) => ({ ...limitRow(row), mealId: row.mealId })) };
}

function limitRow({
  date,
  scope,
  ...count
}: PortionCount & { date: PlainDate; scope: PortionScope }): LimitRow {
  const { portions, held, booked } = count;
  return { date, scope, portions, held, booked, left: portionsLeft(count) };
}

/** Throws NotFound. */
async function requireMeal(db: Database | Transaction, mealId: number): Promise<void> {
  const [meal] = await db.select({ id: meals.id }).from(meals).where(eq(meals.id, mealId));
  if (!meal) throw new NotFound('This meal');
}

async function countSold(db: Database, mealId: number, { from, to }: Days) {
  return db
    .select({ date: orderItems.mealDate, number: sql<number>`count(*)::int` })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.mealId, mealId),
        between(orderItems.mealDate, from, to),
        eq(orderItems.takesPortion, true),
      ),
    )
    .groupBy(orderItems.mealDate);
}
