import { and, eq, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import { usedByBatch, type StockLot, takeFrom } from '#areas/kitchen/rules/stock.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type BatchRow, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';

type UsedBy = { now: number; name: string };
type Batch = Pick<BatchRow, 'id' | 'componentId' | 'mealId' | 'cookDate' | 'madeQty'> & {
  deliveryDate?: PlainDate | null;
};

/**
 * Under `lockStore`. Brings what the batch has taken to what its amount needs: more is used, from the named lots first
 * and then from the first to expire; what was too much is returned to where it came from. Nothing goes below 0.
 */
export async function settleUse(
  tx: Transaction,
  by: UsedBy,
  batch: Batch,
  { book, chosen }: { book: StoredBook; chosen: readonly number[] },
): Promise<void> {
  const needs = stockNeedsOf(batch, book);
  const taken = await listTaken(tx, batch.id);
  const touched = new Set([...needs.keys(), ...taken.map(({ ingredientId }) => ingredientId)]);
  for (const ingredientId of [...touched].toSorted((a, b) => a - b)) {
    const lotsTaken = taken.filter((one) => one.ingredientId === ingredientId);
    const used = lotsTaken.reduce((sum, { qty }) => sum + qty, 0);
    const more = (needs.get(ingredientId) ?? 0) - used;
    if (more > 0) await returnPlanned(tx, by, { ingredientId, date: dayOf(batch), most: more });
    const moved =
      more >= 0
        ? await takeMore(tx, by, { ingredientId, qty: more, chosen, about: { batchId: batch.id } })
        : takeFrom(
            lotsTaken.map(({ goodsLotId, qty }) => ({ goodsLotId, left: qty })).toReversed(),
            {
              qty: -more,
              most: used,
            },
          );
    if (moved.length === 0) continue;
    await tx.insert(stockMovements).values(
      moved.map(({ goodsLotId, qty }) => ({
        ingredientId,
        goodsLotId,
        qty: more >= 0 ? -qty : qty,
        kind: more >= 0 ? ('used' as const) : ('returned' as const),
        batchId: batch.id,
        by: by.name,
        at: new Date(by.now),
      })),
    );
  }
}

/** For its own lines alone: a component's ingredients are used by the component's own batch. */
function stockNeedsOf({ componentId, mealId, madeQty }: Batch, book: StoredBook) {
  const component = componentId === null ? undefined : book.components.get(componentId);
  const meal = mealId === null ? undefined : book.meals.get(mealId);
  const lines = (component ?? meal)?.lines ?? [];
  const basis = component?.potQty ?? meal?.basis ?? 1;
  const kept = lines.flatMap((line) => {
    if ('componentId' in line) return [];
    const ingredient = book.ingredients.get(line.ingredientId);
    if (!ingredient?.isBought || stockRuleOf(ingredient) === 'none') return [];
    return [{ ...line, lossBp: line.lossBp ?? ingredient.lossBp }];
  });
  return usedByBatch(kept, { basis, made: madeQty ?? 0 });
}

/** By lot, what the batch has used and not returned. */
async function listTaken(tx: Transaction, batchId: number) {
  return tx
    .select({
      ingredientId: stockMovements.ingredientId,
      goodsLotId: stockMovements.goodsLotId,
      qty: sql<number>`-sum(${stockMovements.qty})::int`,
    })
    .from(stockMovements)
    .where(eq(stockMovements.batchId, batchId))
    .groupBy(stockMovements.ingredientId, stockMovements.goodsLotId)
    .orderBy(stockMovements.ingredientId, stockMovements.goodsLotId);
}

type More = {
  ingredientId: number;
  qty: number;
  chosen: readonly number[];
  /** For what, should there be less than is used. */
  about: { batchId: number } | { plannedFor: PlainDate };
};

/** Says on record when less was there than is used. */
async function takeMore(tx: Transaction, by: UsedBy, { ingredientId, qty, chosen, about }: More) {
  if (qty === 0) return [];
  const { rows } = await tx.execute<StockLot>(sql`
    select v.goods_lot_id as "goodsLotId", sum(v.qty)::int as left
    from stock_movements v left join goods_lots g on g.id = v.goods_lot_id
    where v.ingredient_id = ${ingredientId}
    group by v.goods_lot_id, g.keeps_until, g.received_at
    order by g.keeps_until nulls last, g.received_at nulls last, v.goods_lot_id`);
  const most = rows.reduce((sum, { left }) => sum + left, 0);
  const isChosen = ({ goodsLotId }: StockLot) => goodsLotId !== null && chosen.includes(goodsLotId);
  const inSequence = [...rows.filter(isChosen), ...rows.filter((row) => !isChosen(row))];
  const taken = takeFrom(inSequence, { qty, most });
  if (taken.reduce((sum, one) => sum + one.qty, 0) < qty)
    await tx.insert(stockMovements).values({
      ...about,
      ingredientId,
      qty: 0,
      kind: 'short',
      by: by.name,
      at: new Date(by.now),
    });
  return taken;
}

/** A component is used on the day it is cooked, a meal on the day it goes out. */
function dayOf({ mealId, deliveryDate, cookDate }: Batch): PlainDate {
  return (mealId === null ? null : deliveryDate) ?? cookDate;
}

/** Someone says after midnight what was cooked: the plan had taken it already. */
async function returnPlanned(
  tx: Transaction,
  by: UsedBy,
  { ingredientId, date, most }: { ingredientId: number; date: PlainDate; most: number },
): Promise<void> {
  const planned = await tx
    .select({
      goodsLotId: stockMovements.goodsLotId,
      left: sql<number>`-sum(${stockMovements.qty})::int`,
    })
    .from(stockMovements)
    .where(and(eq(stockMovements.ingredientId, ingredientId), eq(stockMovements.plannedFor, date)))
    .groupBy(stockMovements.goodsLotId);
  const returned = takeFrom(planned, { qty: most, most });
  if (returned.length === 0) return;
  await tx.insert(stockMovements).values(
    returned.map((lot) => ({
      ...lot,
      ingredientId,
      kind: 'returned' as const,
      plannedFor: date,
      reason: 'Entered later',
      by: by.name,
      at: new Date(by.now),
    })),
  );
}

/** Who it says took what nobody ticked off. */
const BY_PLAN = 'From the plan';

/**
 * Once for each day and ingredient: takes out what the plan of a day that is over used, less what trays and pots took.
 * `due`: base units by ingredient.
 */
export async function useByPlan(
  tx: Transaction,
  now: Instant,
  { date, due }: { date: PlainDate; due: ReadonlyMap<number, number> },
): Promise<void> {
  const settled = await tx
    .selectDistinct({ ingredientId: stockMovements.ingredientId })
    .from(stockMovements)
    .where(eq(stockMovements.plannedFor, date));
  const done = new Set(settled.map(({ ingredientId }) => ingredientId));
  const by = { now, name: BY_PLAN };
  for (const [ingredientId, qty] of due) {
    if (done.has(ingredientId)) continue;
    const about = { plannedFor: date };
    const taken = await takeMore(tx, by, { ingredientId, qty, chosen: [], about });
    if (taken.length === 0) continue;
    await tx.insert(stockMovements).values(
      taken.map((lot) => ({
        ...about,
        ingredientId,
        goodsLotId: lot.goodsLotId,
        qty: -lot.qty,
        kind: 'used' as const,
        by: by.name,
        at: new Date(now),
      })),
    );
  }
}
