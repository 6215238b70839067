/** After midnight: what went out though nobody ticked it off leaves the store, and what is past its date is waste. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { stockRuleOf } from '#areas/menu/rules/stock-rule.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { ingredients } from '#areas/menu/server/tables/recipes.ts';
import { loadTakenByMeals } from '#areas/kitchen/server/read-stock.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';
import { useByPlan } from '#areas/kitchen/server/use-stock.ts';

type StockContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** What is cooked on a day may be for deliveries so long after it. */
const COOKED_FOR_DAYS = 6;

/** Again in the same day, it finds nothing more to do. */
export async function endStockOfTheDay(context: StockContext): Promise<void> {
  const now = context.clock();
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(now, business.timeZone);
  const yesterday = addDays(today, -1);
  const used = await usedOn(context, yesterday);
  await context.db.transaction(async (tx) => {
    await lockStore(tx);
    const taken = await loadTakenByMeals(tx, yesterday);
    const due = [...used].flatMap(([ingredientId, qty]): [number, number][] => {
      const left = up(qty - (taken.get(`${ingredientId} ${yesterday}`) ?? 0));
      return left > 0 ? [[ingredientId, left]] : [];
    });
    await useByPlan(tx, now, { date: yesterday, due: new Map(due) });
    await wasteOutOfDate(tx, now, today);
  });
}

/** Base units of each ingredient whose stock is kept: trays of the day, and pots that nobody said were made. */
async function usedOn(context: StockContext, date: PlainDate): Promise<Map<number, number>> {
  const asked = { from: date, to: addDays(date, COOKED_FOR_DAYS), forecast: 'off' as const };
  const { ingredients: uses, book } = await readPlan(context, asked);
  return new Map(
    uses.flatMap((use): [number, number][] => {
      const ingredient = book.ingredients.get(use.ingredientId);
      const isKept = ingredient?.isBought === true && stockRuleOf(ingredient) !== 'none';
      return use.date === date && isKept ? [[use.ingredientId, use.qty]] : [];
    }),
  );
}

/** Goods of the day end at their date; what is left of a lot is waste with its worth. */
async function wasteOutOfDate(tx: Transaction, now: number, today: PlainDate): Promise<void> {
  const left = await tx
    .select({
      goodsLotId: goodsLots.id,
      ingredient: ingredients,
      qty: sql<number>`sum(${stockMovements.qty})::int`,
    })
    .from(goodsLots)
    .innerJoin(stockMovements, eq(stockMovements.goodsLotId, goodsLots.id))
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .where(and(isNotNull(goodsLots.keepsUntil), lt(goodsLots.keepsUntil, today)))
    .groupBy(goodsLots.id, ingredients.id)
    .having(sql`sum(${stockMovements.qty}) > 0`)
    .orderBy(goodsLots.id);
  const ended = left.filter(({ ingredient }) => stockRuleOf(ingredient) === 'day');
  if (ended.length === 0) return;
  await tx.insert(stockMovements).values(
    ended.map(({ goodsLotId, ingredient, qty }) => ({
      ingredientId: ingredient.id,
      goodsLotId,
      qty: -qty,
      kind: 'wasted' as const,
      reason: 'Past its date',
      by: '',
      at: new Date(now),
    })),
  );
}
