/** Recipes that changed between the checkout and its payment. */
import { isDeepStrictEqual } from 'node:util';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Recipe, recipeOf } from '#areas/order-book/rules/recipe-change.ts';
import { describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';
import type { MealSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { announceAlerts } from '#areas/messages/server/announce-alerts.ts';
import { judgeOrder } from '#areas/order-book/server/judge-order.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { raiseAlerts } from '#areas/order-book/server/recipe-alerts.ts';

type CurrentMeals = ReadonlyMap<number, MealRow>;

/** For an order that was just recorded: alerts for everyone whose meal is no longer what was frozen. */
export async function alertOnNewOrder(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { orderId, frozen, current }: { orderId: number; frozen: FrozenOrder; current: CurrentMeals },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<void> {
  const changed = new Map(
    Object.entries(frozen.meals).flatMap(([id, snapshot]) => {
      const meal = current.get(Number(id));
      if (!meal) return [];
      const [before, after] = [frozenRecipe(snapshot, meal), recipeOf(meal)];
      if (isDeepStrictEqual(before, after)) return [];
      return [[meal.id, { before, after, mealVersion: meal.version, name: meal.name }] as const];
    }),
  );
  if (changed.size === 0) return;
  const order = await getOrder(tx, { id: orderId });
  const alerts = judgeOrder(order, ({ mealId }) => changed.get(mealId) ?? null, facts);
  await raiseAlerts(tx, alerts, { staffEmail: null, now: context.clock() });
  const isConcerned = new Set(alerts.map(({ mealId }) => mealId));
  const change = [...changed]
    .filter(([mealId]) => isConcerned.has(mealId))
    .map(([, { name, before, after }]) => `${name}: ${describeRecipeChange(before, after)}`)
    .join('; ');
  await announceAlerts(tx, context, alerts, { about: `order ${orderId}`, change });
}

/** A snapshot has no diets, and one made by an older version may lack more: those count as unchanged. */
function frozenRecipe(snapshot: Partial<MealSnapshot>, meal: MealRow): Recipe {
  return recipeOf({ ...recipeOf(meal), ...snapshot });
}
