/** What is in the store as staff see it: what to count first, then all of it, then what has spoilt. */
import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { countedStock, type StoreGood, shelvesToCount } from '#areas/kitchen/rules/stock.ts';
import { stockRuleOf } from '#areas/menu/rules/stock-rule.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { type IngredientRow, ingredients } from '#areas/menu/server/tables/recipes.ts';
import { readPlan } from './read-plan.ts';
import { byAreaAndName, type KeptStock, loadStock, loadTakenByMeals } from './read-stock.ts';

type StockContext = Pick<Context, 'db' | 'clock' | 'site'>;

const DAY_MS = 86_400_000;
const SPOILT_DAYS = 28;
/** Suppliers of what stays come at least once a week. */
const UNTIL_NEXT_DAYS = 6;

export async function describeStock(context: StockContext): Promise<StockReply> {
  const { db } = context;
  const now = context.clock();
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(now, business.timeZone);
  const bought = await db
    .select()
    .from(ingredients)
    .where(and(ingredients.isBought, isNull(ingredients.archivedAt)));
  const stock = await loadStock(db);
  const kept = bought.filter((ingredient) => stockRuleOf(ingredient) !== 'none');
  const needs = await needsAhead(context, today);
  const moved = await movedSinceCount(db);
  const goods = kept.flatMap((ingredient) =>
    storeGoodOf(ingredient, { now, today, stock, needs, moved }),
  );
  const toCount = shelvesToCount(goods).map(({ ingredientId, why }) => ({ ingredientId, why }));
  const asked = new Set(toCount.map(({ ingredientId }) => ingredientId));
  return {
    today,
    toCount,
    ingredients: kept
      .filter(({ id }) => stock.has(id) || asked.has(id))
      .map((ingredient) => describeStocked(ingredient, stock.get(ingredient.id), today))
      .toSorted(byAreaAndName),
    spoilt: await listSpoilt(db, now),
  };
}

function describeStocked(
  ingredient: IngredientRow,
  found: KeptStock | undefined,
  today: PlainDate,
): StockReply['ingredients'][number] {
  const { id, name, baseUnit, storeArea, stockCountedAt } = ingredient;
  const rule = stockRuleOf(ingredient);
  const there = countedStock(found?.stock ?? [], rule, today);
  return {
    ingredientId: id,
    ingredient: name,
    baseUnit,
    storeArea,
    rule,
    qty: there.reduce((sum, { qty }) => sum + qty, 0),
    sum: found?.qty ?? 0,
    expires: there.flatMap(({ useBy, qty }) => (useBy === null ? [] : [{ useBy, qty }])),
    countedAt: stockCountedAt?.toISOString() ?? null,
  };
}

/** Base units that the plan takes until the next delivery, by ingredient. */
async function needsAhead(context: StockContext, today: PlainDate): Promise<Map<number, number>> {
  const to = addDays(today, UNTIL_NEXT_DAYS);
  const { ingredients: uses } = await readPlan(context, { from: today, to, forecast: 'off' });
  const taken = await loadTakenByMeals(context.db, today);
  const needs = new Map<number, number>();
  for (const { ingredientId, date, qty } of uses) {
    if (date < today) continue;
    const open = Math.max(0, qty - (taken.get(`${ingredientId} ${date}`) ?? 0));
    needs.set(ingredientId, (needs.get(ingredientId) ?? 0) + open);
  }
  return needs;
}

type Moved = { used: number; wentBelowZero: boolean };

/** Since the last count of each ingredient. */
async function movedSinceCount(db: Pick<Database, 'select'>): Promise<Map<number, Moved>> {
  const rows = await db
    .select({
      ingredientId: stockMovements.ingredientId,
      used: sql<number>`coalesce(-sum(${stockMovements.qty}) filter (where ${stockMovements.kind} in ('used', 'returned')), 0)`.mapWith(
        Number,
      ),
      wentBelowZero: sql<boolean>`bool_or(${stockMovements.kind} = 'short')`,
    })
    .from(stockMovements)
    .innerJoin(ingredients, eq(ingredients.id, stockMovements.ingredientId))
    .where(
      sql`${ingredients.stockCountedAt} is null or ${stockMovements.at} >= ${ingredients.stockCountedAt}`,
    )
    .groupBy(stockMovements.ingredientId);
  return new Map(rows.map(({ ingredientId, ...moved }) => [ingredientId, moved]));
}

type Known = {
  now: Instant;
  today: PlainDate;
  stock: ReadonlyMap<number, KeptStock>;
  needs: ReadonlyMap<number, number>;
  moved: ReadonlyMap<number, Moved>;
};

/** Only what stays is counted: goods of the day end by themselves. */
function storeGoodOf(
  ingredient: IngredientRow,
  { now, today, stock, needs, moved }: Known,
): (StoreGood & { ingredientId: number })[] {
  if (stockRuleOf(ingredient) !== 'store') return [];
  const { id, name, stockCountedAt } = ingredient;
  const { used = 0, wentBelowZero = false } = moved.get(id) ?? {};
  const onHand = countedStock(stock.get(id)?.stock ?? [], 'store', today).reduce(
    (sum, { qty }) => sum + qty,
    0,
  );
  return [
    {
      ingredientId: id,
      name,
      onHand,
      needBeforeNext: needs.get(id) ?? 0,
      countedDaysAgo:
        stockCountedAt === null ? null : Math.floor((now - stockCountedAt.getTime()) / DAY_MS),
      usedShare: used <= 0 ? 0 : used / (used + onHand),
      wentBelowZero,
    },
  ];
}

async function listSpoilt(
  db: Pick<Database, 'select'>,
  now: Instant,
): Promise<StockReply['spoilt']> {
  const rows = await db
    .select({ movement: stockMovements, lot: goodsLots, ingredient: ingredients })
    .from(stockMovements)
    .innerJoin(goodsLots, eq(goodsLots.id, stockMovements.goodsLotId))
    .innerJoin(ingredients, eq(ingredients.id, stockMovements.ingredientId))
    .where(
      and(
        eq(stockMovements.kind, 'wasted'),
        gte(stockMovements.at, new Date(now - SPOILT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(stockMovements.at), stockMovements.id);
  return rows.map(({ movement, lot, ingredient }) => ({
    ingredientId: ingredient.id,
    ingredient: ingredient.name,
    baseUnit: ingredient.baseUnit,
    storeArea: ingredient.storeArea,
    qty: -movement.qty,
    cents: lot.costCents === null ? null : Math.round((-movement.qty * lot.costCents) / lot.qty),
    at: movement.at.toISOString(),
  }));
}
