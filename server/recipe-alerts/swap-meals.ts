import { canTakePlace } from '#domain/ordering/change/swap-candidates.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';
import { InvalidRequest } from '#server/errors.ts';
import { exchangeMeals } from '#server/orders/exchange-meals.ts';
import { type OrderToSettle, portionIds } from '#server/recipe-alerts/alerted-meals.ts';
import { newsOf } from '#server/recipe-alerts/customer-news.ts';

/** Another meal at the price that was agreed: no money moves. Throws InvalidRequest. */
export async function swapMeals(
  context: Context,
  tx: Transaction,
  settled: OrderToSettle,
  meal: MealRow,
): Promise<void> {
  const { alerted, site } = settled;
  for (const { person, portions } of alerted) {
    if (canTakePlace(meal, portions, person, site.business)) continue;
    throw new InvalidRequest({ mealId: `${meal.name} can’t go to ${person.name}` });
  }
  const swaps = new Map([...portionIds(alerted)].map((id) => [id, meal]));
  const news = newsOf(
    alerted,
    (whose) => `We took it off ${whose} order and put in ${meal.name} at the same price.`,
  );
  await exchangeMeals(context, tx, { ...settled, swaps, reason: '', news });
}
