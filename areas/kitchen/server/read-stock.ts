import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Stock, stockOnHand, usualWeek } from '#areas/kitchen/rules/stock.ts';
import { STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { batches, goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import type { MessageState } from '#areas/messages/rules/messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { type ShoppingOrderRow, shoppingOrders } from './tables/shopping-orders.ts';
import { messageKey } from '#areas/messages/server/write-message.ts';

type Reader = Pick<Transaction, 'select' | 'selectDistinctOn'>;

export type KeptStock = {
  qty: number;
  /** What is there by use-by date; never below 0. */
  stock: Stock[];
};

/** For ingredients with movements, by id. */
export async function loadStock(db: Pick<Reader, 'select'>): Promise<Map<number, KeptStock>> {
  const sums = await db
    .select({
      ingredientId: stockMovements.ingredientId,
      lotId: stockMovements.goodsLotId,
      useBy: goodsLots.keepsUntil,
      qty: sql<number>`sum(${stockMovements.qty})`.mapWith(Number),
    })
    .from(stockMovements)
    .leftJoin(goodsLots, eq(goodsLots.id, stockMovements.goodsLotId))
    .groupBy(stockMovements.ingredientId, stockMovements.goodsLotId, goodsLots.keepsUntil);
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

/** What the trays of a day and later ones have taken already: base units by ingredient and day, "12 2026-01-13". */
export async function loadTakenByMeals(
  db: Pick<Reader, 'select'>,
  from: PlainDate,
): Promise<Map<string, number>> {
  const rows = await db
    .select({
      ingredientId: stockMovements.ingredientId,
      date: batches.deliveryDate,
      qty: sql<number>`-sum(${stockMovements.qty})`.mapWith(Number),
    })
    .from(stockMovements)
    .innerJoin(batches, eq(batches.id, stockMovements.batchId))
    .where(gte(batches.deliveryDate, from))
    .groupBy(stockMovements.ingredientId, batches.deliveryDate);
  return new Map(rows.map(({ ingredientId, date, qty }) => [`${ingredientId} ${date}`, qty]));
}

const WEEK_MS = 7 * 86_400_000;

/** Base units that each of the last four weeks used, the oldest first; the median of them by ingredient. */
export async function loadUsualWeeks(
  db: Pick<Reader, 'select'>,
  now: Instant,
): Promise<Map<number, number>> {
  const weeksAgo = sql<number>`floor(extract(epoch from ${new Date(now)}::timestamptz - ${stockMovements.at}) / 604800)::int`;
  const rows = await db
    .select({
      ingredientId: stockMovements.ingredientId,
      weeksAgo,
      qty: sql<number>`-sum(${stockMovements.qty})`.mapWith(Number),
    })
    .from(stockMovements)
    .where(
      and(
        inArray(stockMovements.kind, ['used', 'returned']),
        gte(stockMovements.at, new Date(now - 4 * WEEK_MS)),
      ),
    )
    .groupBy(stockMovements.ingredientId, sql`2`);
  return new Map(
    [...Map.groupBy(rows, ({ ingredientId }) => ingredientId)].map(([ingredientId, weeks]) => {
      const used = [3, 2, 1, 0].map((week) =>
        Math.max(0, weeks.find((one) => one.weeksAgo === week)?.qty ?? 0),
      );
      return [ingredientId, usualWeek(used)];
    }),
  );
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

type LotInHouse = { id: number; ingredientId: number };

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
    select g.id, g.ingredient_id as "ingredientId"
    from (select *, (received_at at time zone ${timeZone})::date as received_on,
        (used_up_at at time zone ${timeZone})::date as used_up_on from goods_lots) g
      join ingredients n on n.id = g.ingredient_id
    where g.ingredient_id in ${ingredientIds} and g.accepted and g.received_on <= ${date}::date
      and coalesce(g.use_by, g.received_on + ${KEPT_WITHOUT_DATE_DAYS}::int) >= ${date}::date
      and (g.used_up_on is null or g.used_up_on >= ${date}::date)
      and not (n.stock_rule is distinct from 'none' and ${date}::date >= ${today}::date and coalesce(
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
    .selectDistinctOn(SUBJECT, { order: shoppingOrders, emailState: messages.state })
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
