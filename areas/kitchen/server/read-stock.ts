import { and, desc, eq, isNull, sql, gte } from 'drizzle-orm';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Stock, stockOnHand } from '#areas/kitchen/rules/packs.ts';
import { STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { ingredients } from '#areas/menu/server/tables/recipes.ts';
import type { MessageState } from '#areas/messages/rules/messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import {
  type ShoppingOrderRow,
  shoppingOrders,
} from '#areas/kitchen/server/tables/shopping-orders.ts';
import { messageKey } from '#areas/messages/server/write-message.ts';

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

// Which deliveries of goods were in the house on a day.

/** Goods without a use-by date, such as rice, count as in the house for so long unless someone says that they are used up. */
export const KEPT_WITHOUT_DATE_DAYS = 365;

type LotInHouse = {
  id: number;
  ingredientId: number;
  supplier: string | null;
  supplierLot: string;
  useBy: PlainDate | null;
  receivedOn: PlainDate;
};

type LotQuestion = {
  ingredientIds: readonly number[];
  date: PlainDate;
  /** What stock says counts from today on only: nobody knows what it was on another day. */
  today: PlainDate;
  timeZone: string;
};

/**
 * Accepted, received by then, not past their date, and not used up as far as anyone knows. The first to expire comes
 * first.
 */
export async function listLotsInHouse(
  db: Pick<Transaction, 'execute'>,
  { ingredientIds, date, today, timeZone }: LotQuestion,
): Promise<LotInHouse[]> {
  if (ingredientIds.length === 0) return [];
  const { rows } = await db.execute<LotInHouse>(sql`
    select g.id, g.ingredient_id as "ingredientId", s.name as supplier, g.supplier_lot as "supplierLot",
      g.use_by::text as "useBy", g.received_on::text as "receivedOn"
    from (select *, (received_at at time zone ${timeZone})::date as received_on,
        (used_up_at at time zone ${timeZone})::date as used_up_on from goods_lots) g
      join ingredients n on n.id = g.ingredient_id
      left join suppliers s on s.id = g.supplier_id
    where g.ingredient_id in ${ingredientIds} and g.accepted and g.received_on <= ${date}::date
      and coalesce(g.use_by, g.received_on + ${KEPT_WITHOUT_DATE_DAYS}::int) >= ${date}::date
      and (g.used_up_on is null or g.used_up_on >= ${date}::date)
      and not (n.stock_kept and ${date}::date >= ${today}::date and coalesce(
        (select sum(v.qty) <= 0 from stock_movements v where v.goods_lot_id = g.id), false))
    order by g.use_by nulls last, g.received_at, g.id`);
  return rows;
}

/** With what became of its email; null: it was ordered elsewhere. */
export type LastOrder = ShoppingOrderRow & { emailState: MessageState | null };

const SUBJECT = [
  shoppingOrders.supplierId,
  shoppingOrders.arrives,
  shoppingOrders.from,
  shoppingOrders.to,
];

/** The newest for each supplier, arrival day and deliveries, of those that arrive on this day or later. */
export async function loadLastOrders(
  db: Pick<Transaction, 'selectDistinctOn'>,
  from: PlainDate,
): Promise<LastOrder[]> {
  const key = sql`${messageKey('supplier_order', 'email', '')} || ${shoppingOrders.id}`;
  const rows = await db
    .selectDistinctOn(SUBJECT, {
      order: shoppingOrders,
      emailState: messages.state,
    })
    .from(shoppingOrders)
    .leftJoin(messages, eq(messages.dedupeKey, key))
    .where(gte(shoppingOrders.arrives, from))
    .orderBy(...SUBJECT, desc(shoppingOrders.number));
  return rows.map(({ order, emailState }) => ({ ...order, emailState }));
}

/** What was ordered from this supplier for this day, newest first; a day may bring what several weeks need. */
export async function listOrdersOf(
  db: Pick<Transaction, 'select'>,
  { supplierId, arrives }: { supplierId: number; arrives: PlainDate },
): Promise<ShoppingOrderRow[]> {
  return db
    .select()
    .from(shoppingOrders)
    .where(and(eq(shoppingOrders.supplierId, supplierId), eq(shoppingOrders.arrives, arrives)))
    .orderBy(desc(shoppingOrders.number));
}
