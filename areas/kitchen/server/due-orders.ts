/** What suppliers are still to bring, and what else can be taken in. */
import { compareText } from '#platform/rules/compare-text.ts';
import { and, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DueOrder, getGoodsIn } from '#areas/kitchen/calls/goods.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { ingredients, supplierPacks, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { byAreaAndName, loadLastOrders } from '#areas/kitchen/server/read-stock.ts';

type GoodsContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Orders of before are no longer waited for. */
const WAITED_FOR_DAYS = 14;

export async function describeGoodsIn(
  context: GoodsContext,
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
      id: order.id,
      supplierId: order.supplierId,
      supplier: nameOf.get(order.supplierId) ?? '',
      arrives: order.arrives,
      arrivesByMinute: order.arrivesByMinute,
      sentAt: order.sentAt.toISOString(),
      state: order.state,
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
