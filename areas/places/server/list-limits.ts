import { and, asc, between, eq, isNotNull, sql } from 'drizzle-orm';
import type { LimitRow, LimitsReply } from '#areas/menu/calls/meal-limits.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  type PortionCount,
  portionsLeft,
  type PortionScope,
} from '#areas/menu/rules/portion-limits.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { NotFound } from '#platform/server/errors.ts';

type Days = { from: PlainDate; to: PlainDate };

/** Every day of the range and every ordering week that starts in it, also those without a limit. Throws NotFound. */
export async function getMealLimits(
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

/** Of all meals, what has a limit. */
export async function listLimits(db: Database, { from, to }: Days) {
  const rows = await db
    .select()
    .from(mealDays)
    .where(and(between(mealDays.date, from, to), isNotNull(mealDays.portions)))
    .orderBy(asc(mealDays.mealId), asc(mealDays.date), asc(mealDays.scope));
  return { limits: rows.map((row) => ({ ...limitRow(row), mealId: row.mealId })) };
}

export function limitRow({
  date,
  scope,
  ...count
}: PortionCount & { date: PlainDate; scope: PortionScope }): LimitRow {
  const { portions, held, booked } = count;
  return { date, scope, portions, held, booked, left: portionsLeft(count) };
}

/** Throws NotFound. */
export async function requireMeal(db: Database | Transaction, mealId: number): Promise<void> {
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
