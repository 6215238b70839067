import type { FastifyInstance } from 'fastify';
import { updateMeal as updateMealCall } from '#areas/menu/calls/meals.ts';
import {
  checkRecipe,
  listRecipeAlerts,
  type RecipesToSettleReply,
  settleRecipeAlerts,
} from '#areas/orders/calls/recipe-alerts.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo } from '#platform/server/staff-member.ts';
import { updateMeal } from '#areas/menu/server/update-meal.ts';
import { countConcernedBy } from '#areas/orders/server/check-recipe.ts';
import { listAlerts } from '#areas/orders/server/list-alerts.ts';
import { refuseUndeclared } from '#areas/orders/server/refuse-undeclared.ts';
import { reviewRecipe } from '#areas/orders/server/review-recipe.ts';
import { settleChosenAlerts } from '#areas/orders/server/settle-alerts.ts';

export function registerRecipeAlertRoutes(app: FastifyInstance, context: Context): void {
  // Here and not with the other calls of the menu: a saved recipe concerns orders, which the menu knows nothing of.
  staffRoute(app, updateMealCall, async ({ params, body: { cooked = 'also', ...sent }, staff }) => {
    const { business: facts } = await context.site.current();
    return updateMeal(context, staff, params.id, sent, async (tx, change) => {
      await refuseUndeclared(tx, change);
      await reviewRecipe(context, tx, { staff, facts, cooked }, change);
    });
  });

  staffRoute(app, checkRecipe, ({ params, body }) => countConcernedBy(context, params.id, body));

  staffRoute(app, listRecipeAlerts, async ({ reply, staff }) => {
    reply.header('cache-control', 'no-store');
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
