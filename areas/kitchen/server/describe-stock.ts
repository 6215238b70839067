import { DAY_MS } from '#platform/rules/durations.ts';
import { and, desc, eq, gte, isNull, sql, isNotNull, lt } from 'drizzle-orm';
import type { StockReply, countStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { countedStock, type StoreGood, shelvesToCount } from '#areas/kitchen/rules/stock.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { type IngredientRow, ingredients } from '#areas/menu/server/tables/recipes.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { byAreaAndName, type KeptStock, loadStock, loadTakenByMeals } from './read-stock.ts';
import type { z } from 'zod';
import {
  formatExactQuantity,
  type InputUnit,
  quantityMessage,
  toBase,
} from '#areas/menu/rules/units.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { lockStore } from '#areas/kitchen/server/trace-batch.ts';
import { sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { useByPlan } from '#areas/kitchen/server/use-stock.ts';

type StockContext = Pick<Context, 'db' | 'clock' | 'site'>;

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

/** Writes the difference down; none is no movement. Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`. */
export async function recordCount(
  context: StockContext,
  staff: StaffMember,
  ingredientId: number,
  { amount, unit, seen }: z.output<typeof countStock.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { ingredient, qty: before } = await lockStock(tx, context, ingredientId, seen);
    if (stockRuleOf(ingredient) !== 'store')
      throw new NotFound('An ingredient whose stock is counted');
    const counted = amount.trim() === '0' ? 0 : inBaseUnits({ amount, unit }, ingredient);
    await move(tx, context, staff, ingredient, {
      kind: 'counted',
      qty: counted - before,
      reason: '',
    });
    await tx
      .update(ingredients)
      .set({ stockCountedAt: new Date(context.clock()) })
      .where(eq(ingredients.id, ingredientId));
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.count_stock',
      entityId: ingredientId,
      before: { stock: before },
      after: { stock: counted },
    });
  });
}

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`. */
export async function recordWaste(
  context: StockContext,
  staff: StaffMember,
  ingredientId: number,
  { amount, unit, seen, reason }: z.output<typeof wasteStock.body>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { ingredient, qty: before } = await lockStock(tx, context, ingredientId, seen);
    const wasted = inBaseUnits({ amount, unit }, ingredient);
    if (wasted > before) {
      const there = formatExactQuantity(Math.max(0, before), ingredient.baseUnit);
      throw new InvalidRequest({
        amount: `Only ${there} should be there. Count what is left instead.`,
      });
    }
    await move(tx, context, staff, ingredient, {
      kind: 'wasted',
      qty: -wasted,
      reason: reason.trim(),
    });
    await recordChange(tx, context, {
      staff,
      action: 'ingredient.waste_stock',
      entityId: ingredientId,
      before: { stock: before },
      after: { stock: before - wasted, reason: reason.trim() },
    });
  });
}

/** One at a time: a difference is only true of the stock that it was worked out from. */
async function lockStock(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  ingredientId: number,
  seen: number,
) {
  const [ingredient] = await tx
    .select()
    .from(ingredients)
    .where(and(eq(ingredients.id, ingredientId), isNull(ingredients.archivedAt)))
    .for('no key update');
  if (!ingredient || stockRuleOf(ingredient) === 'none')
    throw new NotFound('An ingredient whose stock is kept');
  // Batches that are cooked meanwhile take from the same stock.
  await lockStore(tx);
  const [sum] = await tx
    .select({ qty: sql<number>`coalesce(sum(${stockMovements.qty}), 0)`.mapWith(Number) })
    .from(stockMovements)
    .where(eq(stockMovements.ingredientId, ingredientId));
  const qty = sum?.qty ?? 0;
  if (qty !== seen) {
    const [last = null] = await tx
      .select({ by: stockMovements.by, at: stockMovements.at })
      .from(stockMovements)
      .where(eq(stockMovements.ingredientId, ingredientId))
      .orderBy(desc(stockMovements.id))
      .limit(1);
    const who = await sayWhoWasFirst(context, last, 'changed');
    throw new Conflict(
      'changed_meanwhile',
      `${ingredient.name}: ${formatExactQuantity(qty, ingredient.baseUnit)} should be there now. ${who} Look again, then enter it once more.`,
      { qty },
    );
  }
  return { ingredient, qty };
}

function inBaseUnits(
  { amount, unit }: { amount: string; unit: InputUnit },
  ingredient: IngredientRow,
): number {
  const found = toBase(amount.trim(), unit, ingredient.baseUnit, ingredient);
  if ('error' in found)
    throw new InvalidRequest({ amount: quantityMessage(found.error, ingredient.name) });
  return found.qty;
}

async function move(
  tx: Transaction,
  { clock }: StockContext,
  staff: StaffMember,
  { id }: IngredientRow,
  movement: { kind: 'counted' | 'wasted'; qty: number; reason: string },
): Promise<void> {
  if (movement.qty === 0) return;
  await tx.insert(stockMovements).values({
    ...movement,
    ingredientId: id,
    by: recordedName(staff),
    at: new Date(clock()),
  });
}

/** After midnight: what went out though nobody ticked it off leaves the store, and what is past its date is waste. */

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
