import { eq, inArray, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { recipeOf } from '#areas/order-book/rules/recipe-change.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  type RecipeAlertRow,
  recipeAlerts,
} from '#areas/order-book/server/tables/recipe-alerts.ts';
import { judgeOrder } from '#areas/order-book/server/judge-order.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import {
  alertKey,
  listOpenAlerts,
  type NewAlert,
  settleAlerts,
} from '#areas/order-book/server/recipe-alerts.ts';

/**
 * After an edit, open alerts follow their meals to another delivery or name, and end where the meal is gone or the clash
 * was settled. `order` is as it was before; the caller holds its lock.
 */
export async function recheckAlerts(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  order: Order,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<void> {
  const open = await listOpenAlerts(tx, order.id);
  if (open.length === 0) return;
  const alertOf = alertsByItem(order, open);
  const recipes = await listRecipes(tx, open);
  const judged = judgeOrder(
    await getOrder(tx, { id: order.id }),
    ({ id, mealId }) => {
      const alert = alertOf.get(id);
      const after = recipes.get(mealId);
      if (alert?.mealId !== mealId || !after) return null;
      return { before: alert.before, after, mealVersion: alert.mealVersion };
    },
    facts,
  );
  const isLeft = new Set(judged.map(alertKey));
  const gone = open.filter((alert) => !isLeft.has(alertKey(alert))).map(({ id }) => id);
  await settleAlerts(tx, gone, { how: 'order_changed', by: null, now: clock() });
  await followMeals(tx, open, judged);
}

/** By the item: it keeps its id wherever it goes. */
function alertsByItem(order: Order, open: readonly RecipeAlertRow[]): Map<number, RecipeAlertRow> {
  const byKey = new Map(open.map((alert) => [alertKey(alert), alert]));
  const found = new Map<number, RecipeAlertRow>();
  for (const delivery of order.deliveries) {
    for (const person of delivery.people) {
      for (const { id, mealId } of person.items) {
        const alert = byKey.get(alertKey({ deliveryId: delivery.id, personId: person.id, mealId }));
        if (alert) found.set(id, alert);
      }
    }
  }
  return found;
}

async function listRecipes(tx: Transaction, open: readonly RecipeAlertRow[]) {
  const ids = new Set(open.map(({ mealId }) => mealId));
  const rows = await tx
    .select()
    .from(meals)
    .where(inArray(meals.id, [...ids]));
  return new Map(rows.map((meal) => [meal.id, recipeOf(meal)]));
}

/** One that was settled for the same delivery before is open again. */
async function followMeals(
  tx: Transaction,
  open: readonly RecipeAlertRow[],
  judged: readonly NewAlert[],
): Promise<void> {
  const known = new Map(open.map((alert) => [alertKey(alert), alert]));
  for (const alert of judged) {
    const was = known.get(alertKey(alert));
    const { finding } = alert;
    if (was) {
      await tx
        .update(recipeAlerts)
        .set({ finding, kind: finding.kind })
        .where(eq(recipeAlerts.id, was.id));
      continue;
    }
    const { staffEmail = null, createdAt } =
      open.find(({ mealId }) => mealId === alert.mealId) ?? {};
    await tx
      .insert(recipeAlerts)
      .values({ ...alert, kind: finding.kind, staffEmail, ...(createdAt && { createdAt }) })
      .onConflictDoUpdate({
        target: [
          recipeAlerts.deliveryId,
          recipeAlerts.personId,
          recipeAlerts.mealId,
          recipeAlerts.mealVersion,
        ],
        set: {
          finding: sql`excluded.finding`,
          kind: sql`excluded.kind`,
          settledAt: null,
          settledBy: null,
          settledHow: null,
          note: null,
        },
      });
  }
}
