/** Calls about goods and where they went, and the way back: from what someone ate to the goods and their suppliers. */
import type { FastifyInstance } from 'fastify';
import { getGoodsIn, listGoodsLots, takeInGoods, useUpGoods } from '#areas/kitchen/calls/goods.ts';
import {
  getRecallFile,
  listRecallRuns as listRecallRunsCall,
  recallGoods,
  runRecall as runRecallCall,
  traceMeals as traceMealsCall,
  type RecallReply,
  type TraceReply,
} from '#areas/kitchen/calls/recall.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  describeGoodsIn,
  listGoods,
  useUp,
  selectGoodsByIds,
} from '#areas/kitchen/server/list-goods.ts';
import { takeIn } from '#areas/kitchen/server/goods-in.ts';
import { listRecallRuns, runRecall, findRecall } from '#areas/kitchen/server/recall.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Database } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { findSources } from '#areas/kitchen/server/trace-batch.ts';

export function registerTraceabilityRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listGoodsLots, ({ query }) => listGoods(context, query));

  staffRoute(app, getGoodsIn, () => describeGoodsIn(context));

  staffRoute(app, takeInGoods, ({ body, staff }) => takeIn(context, staff, body));

  staffRoute(app, useUpGoods, ({ params, body }) => useUp(context, params.id, body.isUsedUp));

  staffRoute(app, recallGoods, ({ params }) => findRecall(context, params.id));

  staffRoute(app, getRecallFile, async ({ params, reply, staff }) =>
    sendCsv(reply, `recall-${params.id}.csv`, await exportRecall(context, staff, params.id)),
  );

  staffRoute(app, runRecallCall, ({ params, body, staff }) =>
    runRecall(context, staff, { goodsLotId: params.id, ...body }),
  );

  staffRoute(app, listRecallRunsCall, async () => ({ runs: await listRecallRuns(context.db) }));

  staffRoute(app, traceMealsCall, ({ query }) => traceMeals(context, query));
}

const HEADING = [
  'Certainty',
  'Day',
  'Window',
  'Order',
  'Status',
  'Meal',
  'Portions',
  'Customer',
  'Phone',
  'Recipient',
  'Recipient phone',
];

/**
 * Whom the goods went to, as a file. Kept in the audit trail: it takes customers' phone numbers out of the house. Throws
 * NotFound.
 */
async function exportRecall(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  goodsLotId: number,
): Promise<string> {
  const found = await findRecall(context, goodsLotId);
  const { ingredient, supplierLot } = found.lot;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'customer.export_recall',
      entityId: 'many',
      after: { ingredient, supplierLot, deliveries: found.deliveries.length },
    }),
  );
  return recallCsv(found);
}

/** One line for each meal of a delivery, in the sequence given. */
function recallCsv({ deliveries: reached }: Pick<RecallReply, 'deliveries'>): string {
  const rows = reached.flatMap((delivery) =>
    delivery.meals.map(({ name, portions, isCertain }) => [
      isCertain ? 'certain' : 'possible',
      delivery.date,
      delivery.timeSlot,
      delivery.orderNumber,
      delivery.status,
      name,
      portions,
      delivery.customer.name,
      formatPhone(delivery.customer.phone),
      delivery.recipient?.name ?? null,
      delivery.recipient && formatPhone(delivery.recipient.phone),
    ]),
  );
  return toCsv([HEADING, ...rows]);
}

type Sought = {
  order?: string | undefined;
  mealId?: number | undefined;
  date?: PlainDate | undefined;
};

type MealOfDay = { mealId: number; name: string; date: PlainDate };

/** For an order, or of a meal and its delivery date. Throws NotFound and InvalidRequest. */
export async function traceMeals(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  sought: Sought,
): Promise<TraceReply> {
  const { timeZone } = (await context.site.current()).business;
  const found = await findMeals(context.db, sought);
  const traced: TraceReply['meals'] = [];
  for (const meal of found) {
    const { isTicked, certain } = await lotsOf(context, meal, timeZone);
    const lots = await selectGoodsByIds(context.db, [...certain.keys()]);
    traced.push({
      ...meal,
      isTicked,
      lots: lots.map((lot) => ({ ...lot, isCertain: certain.get(lot.id) ?? false })),
    });
  }
  return { meals: traced };
}

async function findMeals(db: Database, { order, mealId, date }: Sought): Promise<MealOfDay[]> {
  if (order !== undefined) return mealsOfOrder(db, order.trim().toUpperCase());
  if (mealId === undefined || date === undefined)
    throw new InvalidRequest({ date: 'Please choose a meal and its day' });
  const [meal] = await db.select({ name: meals.name }).from(meals).where(eq(meals.id, mealId));
  if (!meal) throw new NotFound('This meal');
  return [{ mealId, name: meal.name, date }];
}

async function mealsOfOrder(db: Database, number: string): Promise<MealOfDay[]> {
  const day = sql<PlainDate>`coalesce(${orderItems.cookedFor}, ${deliveries.madeOn}, ${deliveries.date})::text`;
  const rows = await db
    .selectDistinct({ mealId: meals.id, name: meals.name, date: day })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(meals, eq(meals.id, orderItems.mealId))
    .where(eq(orders.number, number));
  if (rows.length === 0) throw new NotFound('This order');
  return rows.toSorted((a, b) => compareText(a.date, b.date));
}

type Found = { isTicked: boolean; certain: Map<number, boolean> };

/** Lots by id, and whether every step to them was named. */
async function lotsOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { mealId, date }: MealOfDay,
  timeZone: string,
): Promise<Found> {
  const [batch] = await db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.mealId, mealId),
        eq(batches.deliveryDate, date),
        eq(batches.state, 'done'),
        isNotNull(batches.madeQty),
      ),
    );
  if (batch) return { isTicked: true, certain: await lotsInside(db, [batch.id]) };
  return db.transaction(async (tx) => {
    const book = await loadRecipeBook(tx);
    const untold = { id: 0, componentId: null, mealId, cookDate: date };
    const at = { now: clock(), timeZone };
    const { lots, batches: inside } = await findSources(tx, at, untold, { book, chosen: [] });
    const through = await lotsInside(
      tx,
      inside.map(({ inputBatchId }) => inputBatchId),
    );
    const ids = [...through.keys(), ...lots.map(({ goodsLotId }) => goodsLotId)];
    return { isTicked: false, certain: new Map(ids.map((id) => [id, false])) };
  });
}

async function lotsInside(
  db: Pick<Database, 'execute'>,
  batchIds: readonly number[],
): Promise<Map<number, boolean>> {
  if (batchIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; isCertain: boolean }>(sql`
    with recursive inside as (
      select goods_lot_id, input_batch_id, certainty from batch_inputs where batch_id in ${[...batchIds]}
      union
      select i.goods_lot_id, i.input_batch_id, case when i.certainty = 'recorded' then n.certainty else 'possible' end
      from batch_inputs i join inside n on n.input_batch_id = i.batch_id)
    select goods_lot_id as id, bool_or(certainty = 'recorded') as "isCertain"
    from inside where goods_lot_id is not null group by 1`);
  return new Map(rows.map(({ id, isCertain }) => [id, isCertain]));
}
