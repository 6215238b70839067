/** Deliveries of goods as staff see them. */
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type GoodsLotReply, MOST_GOODS_LOTS } from '#areas/kitchen/calls/goods.ts';
import { toInstantText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { goodsLots } from '#areas/kitchen/server/tables/batches.ts';
import { ingredients, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { NotFound } from '#platform/server/errors.ts';
import { listLotsInHouse } from '#areas/kitchen/server/read-stock.ts';

type Sought = { search: string; receivedOn?: PlainDate | undefined; inHouse?: 'yes' | undefined };

/** The newest first; `isCut`: there are more. */
export async function listGoods(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { search, receivedOn, inHouse }: Sought,
): Promise<{ lots: GoodsLotReply[]; isCut: boolean }> {
  const { timeZone } = (await context.site.current()).business;
  const { date: today } = wallTimeAt(context.clock(), timeZone);
  const present = inHouse && (await idsInHouse(context.db, { today, timeZone }));
  const lots = await selectGoods(
    context.db,
    // Whoever cooks with them needs all.
    present ? undefined : MOST_GOODS_LOTS + 1,
    and(
      search === '' ? undefined : isNamed(search),
      receivedOn === undefined
        ? undefined
        : sql`(${goodsLots.receivedAt} at time zone ${timeZone})::date = ${receivedOn}::date`,
      present && inArray(goodsLots.id, present),
    ),
  );
  if (present) return { lots, isCut: false };
  return { lots: lots.slice(0, MOST_GOODS_LOTS), isCut: lots.length > MOST_GOODS_LOTS };
}

function isNamed(search: string): SQL | undefined {
  const part = search.toLowerCase();
  const names = [ingredients.name, suppliers.name, goodsLots.supplierLot];
  return or(...names.map((name) => sql`position(${part} in lower(${name})) > 0`));
}

async function idsInHouse(
  db: Database,
  { today, timeZone }: { today: PlainDate; timeZone: string },
): Promise<number[]> {
  const known = await db.select({ id: ingredients.id }).from(ingredients);
  const lots = await listLotsInHouse(db, {
    ingredientIds: known.map(({ id }) => id),
    date: today,
    today,
    timeZone,
  });
  return lots.map(({ id }) => id);
}

/** Throws NotFound. */
export async function getGoods(db: Database | Transaction, id: number): Promise<GoodsLotReply> {
  const [lot] = await selectGoods(db, 1, eq(goodsLots.id, id));
  if (!lot) throw new NotFound('This delivery of goods');
  return lot;
}

export function selectGoodsByIds(db: Database, ids: readonly number[]): Promise<GoodsLotReply[]> {
  return selectGoods(db, undefined, inArray(goodsLots.id, [...ids]));
}

async function selectGoods(
  db: Database | Transaction,
  limit: number | undefined,
  where: SQL | undefined,
): Promise<GoodsLotReply[]> {
  const sought = db
    .select({
      lot: goodsLots,
      ingredient: ingredients.name,
      baseUnit: ingredients.baseUnit,
      supplier: suppliers.name,
    })
    .from(goodsLots)
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .leftJoin(suppliers, eq(suppliers.id, goodsLots.supplierId))
    .where(where)
    .orderBy(desc(goodsLots.receivedAt), desc(goodsLots.id));
  const rows = await (limit === undefined ? sought : sought.limit(limit));
  return rows.map(({ lot, ingredient, baseUnit, supplier }) => ({
    id: lot.id,
    ingredientId: lot.ingredientId,
    ingredient,
    baseUnit,
    supplier,
    supplierLot: lot.supplierLot,
    useBy: lot.useBy,
    receivedAt: toInstantText(lot.receivedAt.getTime()),
    receivedBy: lot.receivedBy,
    qty: lot.qty,
    tenths: lot.tempTenths,
    storedAs: lot.storedAs,
    accepted: lot.accepted,
    note: lot.note,
    usedUpAt: lot.usedUpAt === null ? null : toInstantText(lot.usedUpAt.getTime()),
  }));
}

/** Throws NotFound. */
export async function useUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
  isUsedUp: boolean,
): Promise<GoodsLotReply> {
  await db
    .update(goodsLots)
    .set({ usedUpAt: isUsedUp ? new Date(clock()) : null })
    .where(and(eq(goodsLots.id, id), eq(goodsLots.accepted, true)));
  return getGoods(db, id);
}
