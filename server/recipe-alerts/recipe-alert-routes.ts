import type { FastifyInstance } from 'fastify';
import { updateMeal as updateMealCall } from '#contract/meals.ts';
import {
  checkRecipe,
  listRecipeAlerts,
  type RecipesToSettleReply,
  settleRecipeAlerts,
} from '#contract/kitchen/recipe-alerts.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { mayDo } from '#server/staff-member.ts';
import { updateMeal } from '#server/menu/update-meal.ts';
import { countConcernedBy } from '#server/recipe-alerts/check-recipe.ts';
import { listAlerts } from '#server/recipe-alerts/list-alerts.ts';
import { refuseUndeclared } from '#server/recipe-alerts/refuse-undeclared.ts';
import { reviewRecipe } from '#server/recipe-alerts/review-recipe.ts';
import { settleChosenAlerts } from '#server/recipe-alerts/settle-alerts.ts';

export function registerRecipeAlertRoutes(app: FastifyInstance, context: Context): void {
  // Here and not with the other calls of the menu: a saved recipe concerns orders, which the menu knows nothing of.
  staffRoute(app, updateMealCall, async ({ params, body, staff }) => {
    const { business: facts } = await context.site.current();
    return updateMeal(context, staff, params.id, body, async (tx, change) => {
      await refuseUndeclared(tx, change);
      await reviewRecipe(context, tx, { staff, facts }, change);
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
