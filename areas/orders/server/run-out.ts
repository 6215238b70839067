/** A meal has run out: everyone who was to get it is swapped, refunded or asked, order by order. */
import {
  type RunOutReply,
  type RunOutRequest,
  type RunOutRow,
  runOutOfMeal,
} from '#areas/orders/calls/run-out.ts';
import { parseInstant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { eq, and, asc, between, inArray, ne } from 'drizzle-orm';
import { Conflict, InvalidRequest, NotFound, ServiceError } from '#platform/server/errors.ts';
import { changeMeal } from '#areas/menu/server/save-meal.ts';
import {
  getCurrentMeals,
  getMealForChange,
  withCurrentMeals,
} from '#areas/menu/server/meal-queries.ts';
import { loadOrder, loadOrders } from '#areas/order-book/server/load-orders.ts';
import { lockOrder, requireSamePreview, hashOf } from '#areas/order-book/server/lock-order.ts';
import { askChoice, listOpenChoices } from '#areas/order-book/server/meal-choices.ts';
import { exchangeMeals } from '#areas/orders/server/exchange-meals.ts';
import type { SiteMeal, SiteState } from '#areas/menu/server/site-port.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import {
  type AskedChoice,
  describePlan,
  type PlannedMeal,
  planOrder,
  type RunOutQuery,
  tellOfRunOut,
} from './plan-run-out.ts';
import { sellNoMore } from '#areas/places/server/set-limits.ts';
import { readLeft } from '#areas/places/server/portions.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { FastifyInstance } from 'fastify';
import { answerMealChoice } from '#areas/order-book/calls/orders.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { chooseByCustomer } from '#areas/orders/server/settle-choice.ts';

/**
 * `dryRun` only says what would happen. Otherwise no more of it is sold for these days, and each order is one transaction, so that whatever stops it, calling again
 * goes on with the rest. Throws NotFound, InvalidRequest, or Conflict `preview_changed` with the new preview.
 */
export async function runOut(
  context: Context,
  staff: StaffMember,
  mealId: number,
  request: RunOutRequest,
): Promise<RunOutReply> {
  const site = await context.site.current();
  const query = toQuery(context, site, mealId, request);
  const { dryRun = false, notify = true, previewHash, stopSelling = false } = request;
  const preview = await previewRunOut(context, query, site);
  const described = runOutReply(query.meal.name, preview, { isTold: notify });
  if (dryRun) return described;
  requireSamePreview(previewHash, described);
  if (stopSelling) await takeOffMenu(context, staff, mealId);
  await context.db.transaction((tx) => sellNoMore(tx, mealId, query));
  const results: RunOutRow[] = [];
  for (const [orderId, rows] of Map.groupBy(preview, (row) => row.orderId)) {
    results.push(...(await settleOrder(context, { orderId, rows, query, staff, site, notify })));
  }
  const reply = runOutReply(query.meal.name, results, { isTold: notify });
  await recordWhole(context, staff, request, mealId, reply);
  return reply;
}

function toQuery(
  { clock }: Pick<Context, 'clock'>,
  { mealsById, business }: SiteState,
  mealId: number,
  { from, to, action, swapWith, otherwise = 'leave', askUntil }: RunOutRequest,
): RunOutQuery {
  const meal = mealsById.get(mealId);
  if (!meal) throw new NotFound('This meal');
  const now = clock();
  if (from < wallTimeAt(now, business.timeZone).date)
    throw new InvalidRequest({ from: 'This day has passed' });
  const until = askUntil === undefined ? null : parseInstant(askUntil);
  if (until !== null && until <= now)
    throw new InvalidRequest({ askUntil: 'Choose a time that is still to come' });
  const instead = swapWith === undefined ? null : (mealsById.get(swapWith) ?? null);
  if (swapWith !== undefined && (instead === null || instead.id === mealId))
    throw new InvalidRequest({ swapWith: 'Choose another meal that is on the menu' });
  return { meal, from, to, action, otherwise, swapWith: instead, askUntil: until };
}

async function takeOffMenu(context: Context, staff: StaffMember, mealId: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, mealId);
    if (!meal.isActive) return;
    await changeMeal(tx, context, staff, meal, {
      action: 'meal.update',
      values: { isActive: false },
    });
  });
  context.site.renew();
}

type OneOrder = {
  orderId: number;
  /** As they were previewed. */
  rows: readonly RunOutRow[];
  query: RunOutQuery;
  staff: StaffMember;
  site: SiteState;
  notify: boolean;
};

/** All of an order's rows or none. */
async function settleOrder(context: Context, one: OneOrder): Promise<RunOutRow[]> {
  try {
    const { rows, refundId } = await context.db.transaction((tx) => settle(context, tx, one));
    // After the commit; a job follows up.
    if (refundId !== null) await tryRefund(context, refundId);
    return rows.map((row) => ({ ...row, ok: true }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return one.rows.map((row) => ({ ...row, ok: false, message: error.message }));
  }
}

async function settle(
  context: Context,
  tx: Transaction,
  { orderId, rows: seen, query, staff, site, notify }: OneOrder,
): Promise<{ rows: RunOutRow[]; refundId: number | null }> {
  const meals = await lockMeals(tx, seen, site);
  const row = await lockOrder(tx, orderId, undefined);
  const order = await loadOrder(tx, row);
  const now = context.clock();
  const open = await listOpenChoices(tx, [orderId]);
  const current = { ...site, mealsById: meals };
  const left = await readLeft(tx, query, site.business);
  const planned =
    row.status === 'cancelled' ? [] : planOrder(order, query, current, { now, open, left });
  const rows = describePlan(order, planned);
  if (hashOfRows(rows) !== hashOfRows(seen))
    throw new Conflict('changed_meanwhile', 'This order has changed. Look at it again.');
  const swaps = new Map(
    planned.flatMap(({ of, step }) =>
      step.outcome === 'swap' ? of.portions.map(({ id }) => [id, step.meal] as const) : [],
    ),
  );
  const gone = new Set(
    planned.flatMap(({ of, step }) =>
      step.outcome === 'refund' ? of.portions.map(({ id }) => id) : [],
    ),
  );
  const exchanged =
    swaps.size + gone.size === 0
      ? null
      : await exchangeMeals(context, tx, {
          row,
          order,
          swaps,
          gone,
          reason: `Ran out: ${query.meal.name}`,
          staff,
          site: current,
          news: null,
        });
  const choices = await askCustomers(tx, planned, { orderId, query, staff, now });
  const told = planned.filter(({ step }) => notify && step.outcome !== 'left');
  if (told.length > 0) {
    await tellOfRunOut(tx, context, {
      order: row,
      planned: told,
      mealName: query.meal.name,
      refund: exchanged?.refund ?? null,
      choices,
      timeZone: site.business.timeZone,
    });
  }
  return { rows, refundId: exchanged?.refund?.id ?? null };
}

/** Before the order, as anyone who saves a recipe locks them. */
async function lockMeals(
  tx: Transaction,
  rows: readonly RunOutRow[],
  { mealsById, business }: SiteState,
): Promise<Map<number, SiteMeal>> {
  const chosen = rows.flatMap(({ swap, options }) => [...(swap ? [swap] : []), ...options]);
  const locked = await getCurrentMeals(
    tx,
    chosen.map(({ mealId }) => mealId),
    business,
  );
  const meals = withCurrentMeals(mealsById, locked);
  for (const [id, meal] of locked) if (meal.archivedAt) meals.delete(id);
  return meals;
}

async function askCustomers(
  tx: Transaction,
  planned: readonly PlannedMeal[],
  {
    orderId,
    query,
    staff,
    now,
  }: { orderId: number; query: RunOutQuery; staff: StaffMember; now: number },
): Promise<AskedChoice[]> {
  const choices: AskedChoice[] = [];
  for (const { of, step } of planned) {
    if (step.outcome !== 'ask') continue;
    const { delivery, person } = of;
    const choiceId = await askChoice(tx, {
      orderId,
      deliveryId: delivery.id,
      personId: person.id,
      date: delivery.date,
      window: delivery.window,
      mealId: query.meal.id,
      mealName: query.meal.name,
      optionIds: step.options.map(({ id }) => id),
      until: new Date(step.until),
      createdAt: new Date(now),
      staffEmail: staff.email,
    });
    choices.push({ id: choiceId, deliveryId: delivery.id });
  }
  return choices;
}

/** One entry for the whole, besides that of each order. */
async function recordWhole(
  context: Context,
  staff: StaffMember,
  { from, to, action, stopSelling = false }: RunOutRequest,
  mealId: number,
  { counts, rows }: RunOutReply,
): Promise<void> {
  const failed = rows.filter(({ ok }) => ok === false).length;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'meal.run_out',
      entityId: mealId,
      after: { from, to, action, stopSelling, ...counts, failed },
    }),
  );
}

// Whom a meal that ran out concerns, and what would be done for each. Stores nothing.

/** By order, in the sequence in which orders are locked. */
async function previewRunOut(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  query: RunOutQuery,
  site: SiteState,
): Promise<RunOutRow[]> {
  const waiting = await loadWaiting(db, query);
  const open = Map.groupBy(
    await listOpenChoices(
      db,
      waiting.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  const now = clock();
  const left = await readLeft(db, query, site.business);
  return waiting.flatMap((order) =>
    describePlan(
      order,
      planOrder(order, query, site, { now, open: open.get(order.id) ?? [], left }),
    ),
  );
}

async function loadWaiting(db: Database, { meal, from, to }: RunOutQuery) {
  const concerned = db
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        eq(orderItems.mealId, meal.id),
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
      ),
    );
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, concerned), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.id));
  return loadOrders(db, rows);
}

/** For rows before or after they were done. */
function runOutReply(
  mealName: string,
  rows: readonly RunOutRow[],
  { isTold }: { isTold: boolean },
): RunOutReply {
  const done = rows.filter(({ ok }) => ok !== false);
  const countOf = (outcome: RunOutRow['outcome']) =>
    done.filter((row) => row.outcome === outcome).reduce((sum, { portions }) => sum + portions, 0);
  const told = new Set(
    done.filter(({ outcome }) => outcome !== 'left').map(({ orderId }) => orderId),
  );
  return {
    mealName,
    isDone: rows.some(({ ok }) => ok !== null),
    rows: [...rows],
    counts: {
      swap: countOf('swap'),
      refund: countOf('refund'),
      ask: countOf('ask'),
      left: countOf('left'),
    },
    refundTotal: formatAmount(sumCents(done.map(({ refund }) => parseAmount(refund ?? '0') ?? 0))),
    told: isTold ? told.size : 0,
    previewHash: hashOfRows(rows),
  };
}

/** Without what only tells the time: who may choose for two hours from now may do so a minute later, too. */
function hashOfRows(rows: readonly RunOutRow[]): string {
  const seen = rows.map(({ until: _until, ok: _ok, message: _message, ...row }) => row);
  return hashOf(seen);
}

export function registerRunOutRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, runOutOfMeal, ({ params, body, staff }) =>
    runOut(context, staff, params.id, body),
  );

  route(app, answerMealChoice, async ({ params, body, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return chooseByCustomer(context, params, body);
  });
}
