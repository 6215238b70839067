import { canTakePlace } from '#domain/ordering/change/swap-candidates.ts';
import { itemsOf } from '#domain/ordering/order.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';
import { InvalidRequest } from '#server/errors.ts';
import { applyChange } from '#server/orders/apply-change.ts';
import { type OrderToSettle, portionIds } from '#server/recipe-alerts/alerted-meals.ts';
import { newsOf } from '#server/recipe-alerts/customer-news.ts';

/** Another meal at the price that was agreed: no money moves. Throws InvalidRequest. */
export async function swapMeals(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { order, alerted, staff, site }: OrderToSettle,
  meal: MealRow,
): Promise<void> {
  for (const { person, portions } of alerted) {
    if (canTakePlace(meal, portions, person, site.business)) continue;
    throw new InvalidRequest({ mealId: `${meal.name} can’t go to ${person.name}` });
  }
  const swapped = portionIds(alerted);
  const items = itemsOf(order).map((item) =>
    swapped.has(item.id) ? { ...item, mealId: meal.id } : item,
  );
  const news = newsOf(
    alerted,
    (whose) => `We took it off ${whose} order and put in ${meal.name} at the same price.`,
  );
  const mealsById = new Map([[meal.id, meal]]);
  await applyChange(
    context,
    tx,
    order,
    { items, keepsPrices: true },
    { staff, site: { ...site, mealsById }, news },
  );
}
