import { and, desc, eq, inArray, type SQL, sql, isNull } from 'drizzle-orm';
import {
  type GoodsLotReply,
  MOST_GOODS_LOTS,
  type DueOrder,
  type getGoodsIn,
} from '#areas/kitchen/calls/goods.ts';
import { toInstantText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { goodsLots } from '#areas/kitchen/server/tables/batches.ts';
import { ingredients, suppliers, supplierPacks } from '#areas/menu/server/tables/recipes.ts';
import { NotFound } from '#platform/server/errors.ts';
import { listLotsInHouse, byAreaAndName, loadLastOrders } from './read-stock.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { z } from 'zod';

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
    // Anyone who cooks with them needs all.
    present ? undefined : MOST_GOODS_LOTS + 1,
    and(
      search === '' ? undefined : inArray(goodsLots.id, await idsNamed(context.db, search)),
      receivedOn === undefined
        ? undefined
        : sql`(${goodsLots.receivedAt} at time zone ${timeZone})::date = ${receivedOn}::date`,
      present && inArray(goodsLots.id, present),
    ),
  );
  if (present) return { lots, isCut: false };
  return { lots: lots.slice(0, MOST_GOODS_LOTS), isCut: lots.length > MOST_GOODS_LOTS };
}

/** By ingredient, supplier and lot, as everything is found. */
async function idsNamed(db: Database, search: string): Promise<number[]> {
  const named = await db
    .select({
      id: goodsLots.id,
      ingredient: ingredients.name,
      supplier: suppliers.name,
      lot: goodsLots.supplierLot,
    })
    .from(goodsLots)
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .leftJoin(suppliers, eq(suppliers.id, goodsLots.supplierId));
  return named
    .filter(({ ingredient, supplier, lot }) => isFoundBy(search, ingredient, supplier, lot))
    .map(({ id }) => id);
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
  return rows.map(({ lot, ...names }) => ({
    ...lot,
    ...names,
    receivedAt: toInstantText(lot.receivedAt.getTime()),
    tenths: lot.tempTenths,
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

/** Orders of before are no longer waited for. */
const WAITED_FOR_DAYS = 14;

export async function describeGoodsIn(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<z.infer<typeof getGoodsIn.reply>> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  const bought = await context.db
    .select()
    .from(ingredients)
    .where(and(ingredients.isBought, isNull(ingredients.archivedAt)))
    .orderBy(sql`lower(${ingredients.name})`);
  const packs = await context.db.select().from(supplierPacks).orderBy(supplierPacks.qty);
  const known = await context.db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(suppliers)
    .where(isNull(suppliers.archivedAt))
    .orderBy(sql`lower(${suppliers.name})`);
  return {
    today,
    due: await listDueOrders(context.db, addDays(today, -WAITED_FOR_DAYS)),
    suppliers: known,
    ingredients: bought.map(({ id, name, baseUnit, storeArea }) => ({
      id,
      name,
      baseUnit,
      storeArea,
      packs: packs
        .filter(({ ingredientId }) => ingredientId === id)
        .map((pack) => ({ id: pack.id, supplierId: pack.supplierId, name: pack.name })),
    })),
  };
}

/** Sent to suppliers and not all here yet, from this day on, by day and hour. */
export async function listDueOrders(
  db: Pick<Database, 'select' | 'selectDistinctOn'>,
  from: PlainDate,
): Promise<DueOrder[]> {
  const names = await db.select({ id: suppliers.id, name: suppliers.name }).from(suppliers);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return (await loadLastOrders(db, from))
    .filter(({ state, open }) => (state === 'sent' || state === 'part') && open.length > 0)
    .map((order) => ({
      ...order,
      supplier: nameOf.get(order.supplierId) ?? '',
      sentAt: order.sentAt.toISOString(),
      lines: order.lines
        .flatMap(({ packId, ingredientId, ingredient, storeArea, pack }) => {
          const packs = order.open.find((one) => one.packId === packId)?.packs ?? 0;
          return packs > 0 ? [{ packId, ingredientId, ingredient, storeArea, pack, packs }] : [];
        })
        .toSorted(byAreaAndName),
    }))
    .toSorted(
      (a, b) =>
        compareText(a.arrives, b.arrives) ||
        a.arrivesByMinute - b.arrivesByMinute ||
        a.supplier.localeCompare(b.supplier, 'en-AU'),
    );
}
