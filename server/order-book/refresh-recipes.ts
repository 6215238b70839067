/** Recipes that changed between the checkout and its payment. */
import { isDeepStrictEqual } from 'node:util';
import type { BusinessFacts } from '#domain/business.ts';
import { type Recipe, recipeOf } from '#domain/kitchen/recipe-change.ts';
import { describeRecipeChange } from '#domain/kitchen/recipe-words.ts';
import type { MealSnapshot } from '#domain/menu/meal-snapshot.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';
import type { FrozenOrder } from '#server/db/schema/orders/checkouts.ts';
import { announceAlerts } from '#server/order-book/announce-alerts.ts';
import { judgeOrder } from '#server/order-book/judge-order.ts';
import { getOrder } from '#server/order-book/load-orders.ts';
import { raiseAlerts } from '#server/order-book/recipe-alerts.ts';

type CurrentMeals = ReadonlyMap<number, MealRow>;

/** The same order at the same prices, to be cooked and labelled by today's recipes. */
export function withCurrentRecipes(frozen: FrozenOrder, current: CurrentMeals): FrozenOrder {
  const meals = Object.entries(frozen.meals).map(([id, snapshot]) => {
    const meal = current.get(Number(id));
    return [id, meal ? withRecipe(snapshot, meal) : snapshot] as const;
  });
  return { ...frozen, meals: Object.fromEntries(meals) };
}

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

function withRecipe(snapshot: MealSnapshot, meal: MealRow): MealSnapshot {
  const { allergens, ingredients, shelfLifeDays, freezable } = meal;
  return { ...snapshot, allergens, ingredients, shelfLifeDays, freezable };
}

/** A snapshot has no diets, and one made by an older version may lack more: those count as unchanged. */
function frozenRecipe(snapshot: Partial<MealSnapshot>, meal: MealRow): Recipe {
  return recipeOf({ ...recipeOf(meal), ...snapshot });
}
