/** What is done with many meals at once. */
import type { FastifyInstance } from 'fastify';
import { changeManyMeals as changeManyMealsCall } from '#areas/recipes/calls/many-meals.ts';
import * as samples from '#areas/recipes/calls/sample-menu.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { changeManyMeals } from '#areas/recipes/server/change-many-meals.ts';
import {
  bringBackSampleMenu,
  describeSampleMenu,
  removeSampleMenu,
} from '#areas/recipes/server/sample-menu.ts';

export function registerMealListRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, changeManyMealsCall, ({ body, staff }) => changeManyMeals(context, staff, body));
  staffRoute(app, samples.readSampleMenu, () => describeSampleMenu(context));
  staffRoute(app, samples.removeSampleMenu, ({ body, staff }) =>
    removeSampleMenu(context, staff, body),
  );
  staffRoute(app, samples.bringBackSampleMenu, ({ staff }) => bringBackSampleMenu(context, staff));
}
