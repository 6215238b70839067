import { canTakePlace } from '#areas/orders/rules/swap-candidates.ts';
import { foodClashes } from '#areas/order-book/rules/food-check.ts';
import { refuseClashes } from '#areas/order-book/server/unsuitable-food.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { exchangeMeals } from '#areas/orders/server/exchange-meals.ts';
import { needsToMeet, type OrderToSettle, portionIds } from '#areas/orders/server/alerted-meals.ts';
import { newsOf } from '#areas/orders/server/customer-news.ts';

/** Another meal at the price that was agreed: no money moves. Throws UnsuitableFood or InvalidRequest. */
export async function swapMeals(
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
