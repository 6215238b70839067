import { withService } from '#areas/menu/server/meal-queries.ts';
import type { FastifyInstance } from 'fastify';
import { updateMeal as updateMealCall, type MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import {
  checkRecipe,
  listRecipeAlerts,
  type RecipesToSettleReply,
  settleRecipeAlerts,
  type RecipeCheckReply,
} from '#areas/orders/calls/recipe-alerts.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo } from '#platform/server/sign-in-port.ts';
import { updateMeal } from '#areas/menu/server/update-meal.ts';
import { listAlerts } from '#areas/orders/server/list-alerts.ts';
import { lostIn } from '#areas/orders/server/review-recipe.ts';
import { settleChosenAlerts } from '#areas/orders/server/settle-alerts.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import { eq } from 'drizzle-orm';
import { asFood, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { OrderItem, OrderToCook } from '#areas/order-book/rules/order.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { countConcerned } from '#areas/messages/server/tell-customer.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { withValidOverride } from '#areas/order-book/server/item-food.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { followMealChange } from '#areas/orders/server/follow-meal-change.ts';
import { listConcerned, selectCookedIds } from '#areas/orders/server/find-awaited.ts';

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
  const [before] = await db.select().from(meals).where(eq(meals.id, id));
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
