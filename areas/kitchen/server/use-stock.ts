/** What batches take out of the store, of ingredients whose stock is kept. */
import { eq, sql } from 'drizzle-orm';
import { usedByBatch, type StockLot, takeFrom } from '#areas/kitchen/rules/batch-needs.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type BatchRow, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';

type UsedBy = { now: number; name: string };
type Batch = Pick<BatchRow, 'id' | 'componentId' | 'mealId' | 'madeQty'>;

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
    const theirs = taken.filter((one) => one.ingredientId === ingredientId);
    const used = theirs.reduce((sum, { qty }) => sum + qty, 0);
    const more = (needs.get(ingredientId) ?? 0) - used;
    const moved =
      more >= 0
        ? await takeMore(tx, { ingredientId, qty: more, chosen })
        : takeFrom(theirs.map(({ goodsLotId, qty }) => ({ goodsLotId, left: qty })).toReversed(), {
            qty: -more,
            most: used,
          });
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

/** Of its own lines alone: a component's ingredients are used by the component's own batch. */
function stockNeedsOf({ componentId, mealId, madeQty }: Batch, book: StoredBook) {
  const component = componentId === null ? undefined : book.components.get(componentId);
  const meal = mealId === null ? undefined : book.meals.get(mealId);
  const lines = (component ?? meal)?.lines ?? [];
  const basis = component?.potQty ?? meal?.basis ?? 1;
  const kept = lines.flatMap((line) => {
    if ('componentId' in line) return [];
    const ingredient = book.ingredients.get(line.ingredientId);
    if (!ingredient?.stockKept) return [];
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

async function takeMore(
  tx: Transaction,
  { ingredientId, qty, chosen }: { ingredientId: number; qty: number; chosen: readonly number[] },
) {
  if (qty === 0) return [];
  const { rows } = await tx.execute<StockLot>(sql`
    select v.goods_lot_id as "goodsLotId", sum(v.qty)::int as left
    from stock_movements v left join goods_lots g on g.id = v.goods_lot_id
    where v.ingredient_id = ${ingredientId}
    group by v.goods_lot_id, g.use_by, g.received_at
    order by g.use_by nulls last, g.received_at nulls last, v.goods_lot_id`);
  const most = rows.reduce((sum, { left }) => sum + left, 0);
  const isChosen = ({ goodsLotId }: StockLot) => goodsLotId !== null && chosen.includes(goodsLotId);
  const inSequence = [...rows.filter(isChosen), ...rows.filter((row) => !isChosen(row))];
  return takeFrom(inSequence, { qty, most });
}
