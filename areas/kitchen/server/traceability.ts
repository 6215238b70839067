/** From a delivery of goods to the people who got it. */
import { type SQL, sql, desc, eq, and, isNotNull } from 'drizzle-orm';
import {
  type RecalledDelivery,
  type RecallReply,
  type RecallRunReply,
  getGoodsIn,
  listGoodsLots,
  takeInGoods,
  useUpGoods,
  getRecallFile,
  listRecallRuns as listRecallRunsCall,
  recallGoods,
  runRecall as runRecallCall,
  traceMeals as traceMealsCall,
  type TraceReply,
} from '#areas/kitchen/calls/goods.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt, toInstantText } from '#platform/rules/zoned-time.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { KEPT_WITHOUT_DATE_DAYS } from '#areas/kitchen/server/read-stock.ts';
import { getGoods, describeGoodsIn, listGoods, useUp, selectGoodsByIds } from './list-goods.ts';
import { goodsLots, batches } from '#areas/kitchen/server/tables/batches.ts';
import { recallRuns } from '#areas/kitchen/server/tables/food-safety.ts';
import { ingredients } from '#areas/menu/server/tables/recipes.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { sendCsv, csvOf } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { takeIn } from '#areas/kitchen/server/goods-in.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries as deliveryTable } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { findSources } from '#areas/kitchen/server/trace-batch.ts';

type Kitchen = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws NotFound. */
export async function findRecall(context: Kitchen, goodsLotId: number): Promise<RecallReply> {
  const { timeZone } = (await context.site.current()).business;
  const { date: today } = wallTimeAt(context.clock(), timeZone);
  const lot = await getGoods(context.db, goodsLotId);
  const portions = await selectPortions(context.db, { goodsLotId, today, timeZone });
  const reached = portions.filter(({ isErased }) => !isErased);
  const deliveries = [...Map.groupBy(reached, ({ deliveryId }) => deliveryId).values()]
    .map(deliveryOf)
    .toSorted((a, b) => Number(b.isCertain) - Number(a.isCertain));
  const erased = portions.filter(({ isErased }) => isErased);
  return {
    lot,
    batches: await selectBatches(context.db, goodsLotId),
    deliveries,
    portions: portions.reduce((sum, { count }) => sum + count, 0),
    erased: new Set(erased.map(({ deliveryId }) => deliveryId)).size,
  };
}

/** Kept cold, a delivery goes out again within a week of the day it was cooked for. */
const MOST_DAYS_LATER = 7;

type Portion = {
  deliveryId: number;
  date: PlainDate;
  window: DeliveryWindow;
  status: DeliveryStatus;
  orderNumber: string;
  customer: string;
  phone: string;
  recipient: { firstName: string; lastName: string; phone: string } | null;
  isErased: boolean;
  meal: string;
  isCertain: boolean;
  count: number;
};

/**
 * One query. Batches that the goods went into, through any number of components, then the meals that were put together
 * from them, then the deliveries of these meals, wherever they have gone since. Meals whose recipe needs the ingredient
 * and that nobody ticked off count as possible: a recall errs towards too many.
 *
 * `eaten` names its meals and is counted before customers are joined: PostgreSQL cannot foresee how few days and meals were
 * `cooked`, and would otherwise sort a year of portions on the disk.
 */
async function selectPortions(
  db: Database,
  { goodsLotId, today, timeZone }: { goodsLotId: number; today: PlainDate; timeZone: string },
): Promise<Portion[]> {
  const { rows } = await db.execute<Portion>(sql`
    with recursive ${touchedBy(goodsLotId)},
    uses as (
      select l.component_id, l.meal_id from recipe_lines l
      join goods_lots g on g.ingredient_id = l.ingredient_id where g.id = ${goodsLotId}
      union
      select l.component_id, l.meal_id from recipe_lines l
      join uses u on u.component_id = l.uses_component_id),
    span as (
      select received_on as first, coalesce(use_by, used_up_on, received_on + ${KEPT_WITHOUT_DATE_DAYS}::int)
        + ${MOST_KEEPS_DAYS}::int as last
      from (select use_by, accepted, (received_at at time zone ${timeZone})::date as received_on,
        (used_up_at at time zone ${timeZone})::date as used_up_on from goods_lots where id = ${goodsLotId}) g
      where g.accepted),
    cooked as (
      select b.meal_id, b.delivery_date as day, bool_or(t.certainty = 'recorded') as is_certain
      from touched t join batches b on b.id = t.batch_id
      where b.meal_id is not null and b.state = 'done' group by 1, 2
      union all
      select u.meal_id, day::date, false
      from span s cross join generate_series(s.first, least(s.last, ${today}::date), interval '1 day') day
        cross join (select distinct meal_id from uses where meal_id is not null) u
      where not exists (select from batches b
        where b.meal_id = u.meal_id and b.delivery_date = day::date and b.state = 'done')),
    eaten as materialized (
      select d.id, d.order_id, d.date, d.time_slot, d.status, i.meal_id, bool_or(c.is_certain) as is_certain,
        count(*)::int as count
      from deliveries d join order_items i on i.delivery_id = d.id
        join cooked c on c.meal_id = i.meal_id and c.day = coalesce(i.cooked_for, d.made_on, d.date)
      where i.meal_id = any(array(select distinct meal_id from cooked)) and d.status <> 'cancelled'
        and d.date between (select min(day) from cooked) and (select max(day) from cooked) + ${MOST_DAYS_LATER}::int
      group by d.id, i.meal_id)
    select e.id as "deliveryId", e.date::text as date, e.time_slot as window, e.status,
      o.number as "orderNumber", concat_ws(' ', o.first_name, o.last_name) as customer, o.phone, o.recipient,
      o.erased_at is not null as "isErased", m.name as meal, e.is_certain as "isCertain", e.count
    from eaten e join orders o on o.id = e.order_id join meals m on m.id = e.meal_id
    order by e.date, e.time_slot, o.number, m.name`);
  return rows;
}

/** `touched`: batches with the goods in them, and whether every step to them was named. */
function touchedBy(goodsLotId: number): SQL {
  return sql`touched as (
      select batch_id, certainty from batch_inputs where goods_lot_id = ${goodsLotId}
      union
      select i.batch_id, case when i.certainty = 'recorded' then t.certainty else 'possible' end
      from batch_inputs i join touched t on t.batch_id = i.input_batch_id)`;
}

function deliveryOf(portions: readonly Portion[]): RecalledDelivery {
  const [first] = portions as [Portion];
  const { customer, phone, recipient } = first;
  return {
    ...first,
    isCertain: portions.some(({ isCertain }) => isCertain),
    customer: { name: customer, phone },
    recipient: recipient && {
      name: `${recipient.firstName} ${recipient.lastName}`.trim(),
      phone: recipient.phone,
    },
    meals: portions.map((one) => ({ ...one, name: one.meal, portions: one.count })),
  };
}

async function selectBatches(db: Database, goodsLotId: number): Promise<RecallReply['batches']> {
  const { rows } = await db.execute<RecallReply['batches'][number]>(sql`
    with recursive ${touchedBy(goodsLotId)}
    select b.id as "batchId", coalesce(c.name, m.name) as name, b.cook_date::text as "cookDate",
      b.delivery_date::text as "deliveryDate", bool_or(t.certainty = 'recorded') as "isCertain"
    from touched t join batches b on b.id = t.batch_id
      left join components c on c.id = b.component_id left join meals m on m.id = b.meal_id
    where b.state = 'done' group by b.id, c.name, m.name order by b.cook_date desc, name, b.id`);
  return rows;
}

// Recalls and drills that were made.

/** Writes down who sought the goods and how long it took: a drill shows that it works before it has to. Throws NotFound. */
async function runRecall(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { goodsLotId, isDrill }: { goodsLotId: number; isDrill: boolean },
): Promise<RecallRunReply> {
  const began = performance.now();
  const { lot, deliveries, erased, portions } = await findRecall(context, goodsLotId);
  const run = {
    isDrill,
    at: new Date(context.clock()),
    staffName: recordedName(staff),
    tookMs: Math.round(performance.now() - began),
    deliveries: deliveries.length + erased,
    portions,
  };
  await context.db.insert(recallRuns).values({ ...run, goodsLotId, staffId: staff.id });
  return describeRun({ ...run, ingredient: lot.ingredient });
}

const SHOWN_RUNS = 20;

async function listRecallRuns(db: Database): Promise<RecallRunReply[]> {
  const rows = await db
    .select({ run: recallRuns, ingredient: ingredients.name })
    .from(recallRuns)
    .innerJoin(goodsLots, eq(goodsLots.id, recallRuns.goodsLotId))
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .orderBy(desc(recallRuns.at), desc(recallRuns.id))
    .limit(SHOWN_RUNS);
  return rows.map(({ run, ingredient }) => describeRun({ ...run, ingredient }));
}

export async function findLastDrill(db: Database): Promise<{ at: Date; by: string } | null> {
  const [last] = await db
    .select({ at: recallRuns.at, by: recallRuns.staffName })
    .from(recallRuns)
    .where(eq(recallRuns.isDrill, true))
    .orderBy(desc(recallRuns.at))
    .limit(1);
  return last ?? null;
}

type Run = Omit<RecallRunReply, 'at' | 'by'> & { at: Date; staffName: string };

function describeRun({ at, staffName, ...run }: Run): RecallRunReply {
  return { ...run, at: toInstantText(at.getTime()), by: staffName };
}

/** Calls about goods and where they went, and the way back: from what someone ate to the goods and their suppliers. */
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
  return csvOf(
    {
      Certainty: ({ meal }) => (meal.isCertain ? 'certain' : 'possible'),
      Day: ({ date }) => date,
      Window: ({ window }) => window,
      Order: ({ orderNumber }) => orderNumber,
      Status: ({ status }) => status,
      Meal: ({ meal }) => meal.name,
      Portions: ({ meal }) => meal.portions,
      Customer: ({ customer }) => customer.name,
      Phone: ({ customer }) => formatPhone(customer.phone),
      Recipient: ({ recipient }) => recipient?.name ?? null,
      'Recipient phone': ({ recipient }) => recipient && formatPhone(recipient.phone),
    },
    reached.flatMap((delivery) => delivery.meals.map((meal) => ({ ...delivery, meal }))),
  );
}

type Sought = {
  order?: string | undefined;
  mealId?: number | undefined;
  date?: PlainDate | undefined;
};

type MealOfDay = { mealId: number; name: string; date: PlainDate };

/** For an order, or of a meal and its delivery date. Throws NotFound and InvalidRequest. */
async function traceMeals(
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
  const day = sql<PlainDate>`coalesce(${orderItems.cookedFor}, ${deliveryTable.madeOn}, ${deliveryTable.date})::text`;
  const rows = await db
    .selectDistinct({ mealId: meals.id, name: meals.name, date: day })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(deliveryTable, eq(deliveryTable.id, orderItems.deliveryId))
    .innerJoin(meals, eq(meals.id, orderItems.mealId))
    .where(eq(orders.number, number));
  if (rows.length === 0) throw new NotFound('This order');
  return rows.toSorted((a, b) => compareText(a.date, b.date));
}

async function lotsOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { mealId, date }: MealOfDay,
  timeZone: string,
): Promise<{ isTicked: boolean; certain: Map<number, boolean> }> {
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
