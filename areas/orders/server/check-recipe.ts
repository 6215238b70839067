import { eq } from 'drizzle-orm';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { asFood, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { RecipeCheckReply } from '#areas/orders/calls/recipe-alerts.ts';
import type { OrderItem, OrderToCook } from '#areas/order-book/rules/order.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import { countConcerned } from '#areas/messages/server/announce-holds.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { withValidOverride } from '#areas/order-book/server/item-food.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { listConcerned, selectCookedIds } from '#areas/orders/server/find-awaited.ts';
import { lostIn } from '#areas/orders/server/review-recipe.ts';

/** Whom the meal would concern if it were saved like this. Throws NotFound. */
export async function countConcernedBy(
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
