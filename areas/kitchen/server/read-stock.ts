import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Stock } from '#areas/kitchen/rules/packs.ts';
import { stockOnHand } from '#areas/kitchen/rules/stock-on-hand.ts';
import { STORE_AREAS } from '#areas/menu/rules/store-areas.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';

type Reader = Pick<Transaction, 'select' | 'selectDistinctOn'>;

export type KeptStock = {
  /** The sum of all movements. */
  qty: number;
  /** What is there by use-by date; never below 0. */
  stock: Stock[];
};

/** Of ingredients with movements, by id. */
export async function loadStock(db: Pick<Reader, 'select'>): Promise<Map<number, KeptStock>> {
  const sums = await db
    .select({
      ingredientId: stockMovements.ingredientId,
      lotId: stockMovements.goodsLotId,
      useBy: goodsLots.useBy,
      qty: sql<number>`sum(${stockMovements.qty})`.mapWith(Number),
    })
    .from(stockMovements)
    .leftJoin(goodsLots, eq(goodsLots.id, stockMovements.goodsLotId))
    .groupBy(stockMovements.ingredientId, stockMovements.goodsLotId, goodsLots.useBy);
  return new Map(
    [...Map.groupBy(sums, ({ ingredientId }) => ingredientId)].map(([ingredientId, rows]) => {
      const lots = rows.filter(({ lotId }) => lotId !== null);
      const loose = sumOf(rows.filter(({ lotId }) => lotId === null));
      return [ingredientId, { qty: sumOf(rows), stock: stockOnHand(lots, loose) }];
    }),
  );
}

function sumOf(rows: readonly { qty: number }[]): number {
  return rows.reduce((total, { qty }) => total + qty, 0);
}

/** Ingredients whose stock is kept, by store area and name. */
export async function describeStock(db: Reader, today: PlainDate): Promise<StockReply> {
  const kept = await db
    .select()
    .from(ingredients)
    .where(and(eq(ingredients.stockKept, true), isNull(ingredients.archivedAt)));
  const stock = await loadStock(db);
  const counts = await db
    .selectDistinctOn([stockMovements.ingredientId], {
      ingredientId: stockMovements.ingredientId,
      at: stockMovements.at,
      by: stockMovements.by,
    })
    .from(stockMovements)
    .where(eq(stockMovements.kind, 'counted'))
    .orderBy(stockMovements.ingredientId, desc(stockMovements.at), desc(stockMovements.id));
  return {
    today,
    ingredients: kept
      .map(({ id, name, baseUnit, storeArea }) => {
        const counted = counts.find(({ ingredientId }) => ingredientId === id);
        const found = stock.get(id);
        return {
          ingredientId: id,
          ingredient: name,
          baseUnit,
          storeArea,
          qty: found?.qty ?? 0,
          expires: (found?.stock ?? []).flatMap(({ useBy, qty }) =>
            useBy === null ? [] : [{ useBy, qty }],
          ),
          counted: counted ? { at: counted.at.toISOString(), by: counted.by } : null,
        };
      })
      .toSorted(byAreaAndName),
  };
}

type Placed = { storeArea: (typeof STORE_AREAS)[number]; ingredient: string };

/** As one walks through the store. */
export function byAreaAndName(a: Placed, b: Placed): number {
  return (
    STORE_AREAS.indexOf(a.storeArea) - STORE_AREAS.indexOf(b.storeArea) ||
    a.ingredient.localeCompare(b.ingredient, 'en-AU')
  );
}
