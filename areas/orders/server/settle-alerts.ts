/** Staff settle what a changed recipe means for people who have paid: another meal, their money, or a word with them. */
import { openTold } from '#areas/order-book/server/told-food.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import {
  settleRecipeAlerts,
  checkRecipe,
  listRecipeAlerts,
  type RecipesToSettleReply,
  type RecipeCheckReply,
} from '#areas/orders/calls/food-to-settle.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { getCurrentMeals, withService } from '#areas/menu/server/meal-queries.ts';
import { settleMatters } from '#areas/order-book/server/follow-food.ts';
import { loadOrder, loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { agreeWith, listOpenPortions, listAlerts } from '#areas/orders/server/list-alerts.ts';
import {
  mealsOfMatters,
  type AlertedMeal,
  type OrderToSettle,
  portionIds,
  needsToMeet,
} from '#areas/orders/server/alerted-meals.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { recordedName, type StaffMember, mayDo } from '#platform/server/sign-in-port.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import { exchangeMeals } from '#areas/orders/server/exchange-meals.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { newsOf } from './plan-run-out.ts';
import { canTakePlace } from '#areas/orders/rules/run-out.ts';
import { foodClashes } from '#areas/order-book/rules/food-check.ts';
import { refuseClashes } from '#areas/order-book/server/unsuitable-food.ts';
import { type MealRow, meals as mealTable } from '#areas/menu/server/tables/meals.ts';
import type { FastifyInstance } from 'fastify';
import { updateMeal as updateMealCall, type MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { updateMeal } from '#areas/menu/server/save-meal.ts';
import {
  lostIn,
  followMealChange,
  listConcerned,
  selectCookedIds,
} from '#areas/orders/server/review-recipe.ts';
import { asFood, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { OrderItem, OrderToCook } from '#areas/order-book/rules/order.ts';
import { countConcerned } from '#areas/messages/server/tell-customer.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { withValidOverride } from '#areas/order-book/server/item-food.ts';

type Request = z.output<typeof settleRecipeAlerts.body>;

/**
 * All of them or none. Throws NotFound, InvalidRequest, UnsuitableFood, or Conflict `already_settled`,
 * `order_cancelled`, `dispute_open` or `refund_too_large`.
 */
export async function settleChosenAlerts(
  context: Context,
  staff: StaffMember,
  request: Request,
): Promise<void> {
  const site = await context.site.current();
  const refundIds = await context.db.transaction(async (tx) => {
    const orderIds = await listOrderIds(tx, request.ids);
    // Before the orders, as anyone who saves a recipe locks them.
    const meals = await getCurrentMeals(
      tx,
      request.mealId === undefined ? [] : [request.mealId],
      site.business,
    );
    const requested: number[] = [];
    for (const orderId of orderIds) {
      const refund = await settleOfOrder(context, tx, { orderId, request, staff, site, meals });
      if (refund !== null) requested.push(refund);
    }
    return requested;
  });
  // After the commit, so that staff see how it went; a job follows up.
  for (const id of refundIds) await tryRefund(context, id);
}

/** In the sequence in which orders are locked. */
async function listOrderIds(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: foodMatters.id, orderId: foodMatters.orderId })
    .from(foodMatters)
    .where(inArray(foodMatters.id, [...ids]));
  if (rows.length < new Set(ids).size) throw new NotFound('This alert');
  return [...new Set(rows.map(({ orderId }) => orderId))].toSorted((a, b) => a - b);
}

type OneOrder = {
  orderId: number;
  request: Request;
  staff: StaffMember;
  site: SiteState;
  meals: SiteState['mealsById'];
};

/** Returns the refund to be sent after the commit. */
async function settleOfOrder(
  context: Context,
  tx: Transaction,
  asked: OneOrder,
): Promise<number | null> {
  const { orderId, request, staff, site, meals } = asked;
  const row = await lockOrder(tx, orderId, undefined);
  if (row.status === 'cancelled') {
    throw new Conflict('order_cancelled', `Order ${row.number} is cancelled.`);
  }
  const order = await loadOrder(tx, row);
  const chosen = (await listOpenPortions(tx, orderId)).filter(({ id }) => request.ids.includes(id));
  await refuseSettled(tx, context, asked, chosen.length);
  const found = await mealsOfMatters(tx, [order], chosen, site.business);
  // Found to be in order since: nothing is swapped or refunded for what is not on hold.
  if (found.length < chosen.length)
    throw new Conflict('already_settled', 'This is already settled. Load the list again.');
  const alerted = found.map((one) => one.alerted);
  await settleMatters(
    tx,
    chosen.map(({ id }) => id),
    {
      how: request.action,
      by: recordedName(staff),
      note: noteOf(request),
      now: new Date(context.clock()),
    },
  );
  const change = { row, order, alerted, staff, site };
  const text = noteOf(request) ?? '';
  await openTold(
    tx,
    context,
    orderId,
    alerted.map(({ person }) => ({ text, about: person.name })),
  );
  switch (request.action) {
    case 'swap':
      await swapMeals(context, tx, change, getMeal(meals, request.mealId));
      return null;
    case 'refund':
      return refundMeals(context, tx, change);
    case 'spoken':
      await agreeWith(context, tx, change, text);
      return null;
  }
}

/** Under the order's lock: someone else may have been quicker. */
async function refuseSettled(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  { orderId, request: { ids } }: OneOrder,
  open: number,
): Promise<void> {
  const own = await tx
    .select({ settledBy: foodMatters.settledBy, settledAt: foodMatters.settledAt })
    .from(foodMatters)
    .where(and(inArray(foodMatters.id, [...ids]), eq(foodMatters.orderId, orderId)));
  if (own.length === open) return;
  throw await alreadySettled(
    context,
    own.find(({ settledAt }) => settledAt !== null),
  );
}

export async function alreadySettled(
  context: Pick<Context, 'clock' | 'site'>,
  first: Pick<FoodMatterRow, 'settledBy' | 'settledAt'> | undefined,
): Promise<Conflict> {
  const { settledBy: by = null, settledAt: at = null } = first ?? {};
  return new Conflict('already_settled', await sayWhoWasFirst(context, at && { by, at }));
}

function noteOf({ note }: Request): string | null {
  return note?.trim() || null;
}

function getMeal(meals: SiteState['mealsById'], id: number | undefined) {
  const meal = id === undefined ? undefined : meals.get(id);
  if (!meal || meal.archivedAt)
    throw new InvalidRequest({ mealId: 'This meal is not on the menu' });
  return meal;
}

/**
 * Takes the meals off the order and refunds what it then costs less; an order with nothing left is cancelled. Returns the
 * refund, to be sent after the commit. Throws Conflict `dispute_open` or `refund_too_large`.
 */
async function refundMeals(
  context: Context,
  tx: Transaction,
  settled: OrderToSettle,
): Promise<number | null> {
  const { row, order, alerted } = settled;
  const reason = `Recipe changed: ${mealNames(alerted)}`;
  const gone = portionIds(alerted);
  const { refund, isCancelled } = await exchangeMeals(context, tx, {
    ...settled,
    gone,
    reason,
    news: null,
  });
  const all = isCancelled ? ' Nothing else was in the order, so we cancelled it.' : '';
  const { kind, facts } = newsOf(alerted, (whose) => `We took it off ${whose} order.${all}`);
  await writeMessage(tx, context, {
    kind,
    facts: { ...facts, refundIds: refund?.ids ?? [], itemIds: [...gone] },
    about: `${order.id}:${row.version + 1}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
  return refund?.id ?? null;
}

function mealNames(alerted: readonly AlertedMeal[]): string {
  const names = alerted.flatMap(({ portions }) => portions.map(({ meal }) => meal.name));
  return [...new Set(names)].join(', ');
}

/** Another meal at the price that was agreed: no money moves. Throws UnsuitableFood or InvalidRequest. */
async function swapMeals(
  context: Context,
  tx: Transaction,
  settled: OrderToSettle,
  meal: MealRow,
): Promise<void> {
  const { alerted, site } = settled;
  for (const each of alerted) {
    const { person, portions } = each;
    const needs = { ...needsToMeet(each), name: person.name };
    const items = portions.map((portion) => ({ ...portion, mealId: meal.id, meal }));
    refuseClashes(foodClashes(items, [needs]), site.business);
    if (canTakePlace(meal, portions, needs, site.business)) continue;
    throw new InvalidRequest({ mealId: `${meal.name} can’t go to ${person.name}` });
  }
  const swaps = new Map([...portionIds(alerted)].map((id) => [id, meal]));
  const news = newsOf(
    alerted,
    (whose) => `We took it off ${whose} order and put in ${meal.name} at the same price.`,
  );
  await exchangeMeals(context, tx, { ...settled, swaps, reason: '', news });
}

export function registerRecipeAlertRoutes(app: FastifyInstance, context: Context): void {
  // Here and not with the other calls of the menu: a saved recipe concerns orders, which the menu knows nothing of.
  staffRoute(app, updateMealCall, async ({ params, body: { cooked = 'also', ...sent }, staff }) => {
    const { business: facts } = await context.site.current();
    const updated = await updateMeal(context, staff, params.id, sent, (tx, change) =>
      followMealChange(context, tx, { staff, facts, cooked }, change),
    );
    return withService(updated, facts);
  });

  staffRoute(app, checkRecipe, ({ params, body }) => countConcernedBy(context, params.id, body));

  staffRoute(app, listRecipeAlerts, async ({ staff }) => {
    const alerts = await listAlerts(context);
    return mayDo(staff, 'seeOrders') ? alerts : withoutMoneyAndEmails(alerts);
  });

  staffRoute(app, settleRecipeAlerts, async ({ body, staff }) => {
    await settleChosenAlerts(context, staff, body);
    return listAlerts(context);
  });
}

function withoutMoneyAndEmails({ open, recipes }: RecipesToSettleReply): RecipesToSettleReply {
  return {
    open,
    recipes: recipes.map((recipe) => ({
      ...recipe,
      savedBy: null,
      alerts: recipe.alerts.map((alert) => ({ ...alert, price: null })),
    })),
  };
}

/** Whom the meal would concern if it were saved like this. Throws NotFound. */
async function countConcernedBy(
  { db, clock, site }: Pick<Context, 'db' | 'clock' | 'site'>,
  id: number,
  { version: _version, ...sent }: MealRequest & { version?: number | undefined },
): Promise<RecipeCheckReply> {
  const { business } = await site.current();
  const [before] = await db.select().from(mealTable).where(eq(mealTable.id, id));
  if (!before || before.archivedAt) throw new NotFound('This meal');
  const after = { ...before, ...mealFactsFrom(sent, before) };
  const today = wallTimeAt(clock(), business.timeZone).date;
  const [concerned, cooked] = await Promise.all([
    listConcerned(db, id, today),
    selectCookedIds(db, id, {
      today,
      keepsDays: after.shelfLifeDays ?? business.keepsFreshDays,
    }),
  ]);
  const orderIds = [...new Set(concerned.map(({ orderId }) => orderId))];
  const awaited = orderIds.length === 0 ? [] : await loadOrdersToCook(db, { orderIds });
  const isCooked = new Set(cooked.map((item) => item.id));
  const saved = awaited.map((order) =>
    withItems(order, (item) => {
      if (item.mealId !== id) return item;
      const food = isCooked.has(item.id) ? [item.meal, takeSnapshot(after)] : [takeSnapshot(after)];
      return withValidOverride({ ...item, meal: asFood(item.meal, food) });
    }),
  );
  const held = await findHolds(db, awaited, business);
  const wouldBe = [...(await findHolds(db, saved, business)).values()]
    .filter(({ item, why }) => held.get(item.id)?.why !== why)
    .map(({ item, deliveryId, verdict, orderId }) => ({
      kind: verdict.verdict,
      orderId,
      deliveryId,
      personName: item.personName,
      itemId: item.id,
    }));
  const isHeld = new Set(wouldBe.map(({ itemId }) => itemId));
  const lost = lostIn(awaited, { before, after }).filter(({ itemId }) => !isHeld.has(itemId ?? 0));
  return { ...countConcerned([...wouldBe, ...lost]), cooked: cooked.length };
}

function withItems(order: OrderToCook, change: (item: OrderItem) => OrderItem): OrderToCook {
  return {
    ...order,
    deliveries: order.deliveries.map((delivery) => ({
      ...delivery,
      people: delivery.people.map((person) => ({ ...person, items: person.items.map(change) })),
    })),
  };
}
