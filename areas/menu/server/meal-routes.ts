import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createMeal as createMealCall,
  deleteMeal,
  duplicateMeal as duplicateMealCall,
  listMeals,
  listStaffMeals as listStaffMealsCall,
  restoreMeal as restoreMealCall,
} from '#areas/menu/calls/meals.ts';
import { hasRight } from '#platform/rules/rights.ts';
import type { Context } from '#platform/server/context.ts';
import { accessOf, routeSchema, staffRoute } from '#platform/server/http/route.ts';
import { leaveBodiesUnread } from '#platform/server/http/unread-body.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';
import { archiveMeal, restoreMeal } from '#areas/menu/server/archive-meal.ts';
import { createMeal } from '#areas/menu/server/create-meal.ts';
import { duplicateMeal } from '#areas/menu/server/duplicate-meal.ts';
import { listStaffMeals } from '#areas/menu/server/meal-queries.ts';

export function registerMealRoutes(app: FastifyInstance, context: Context): void {
  registerMenu(app, context);

  staffRoute(app, createMealCall, ({ body, staff }) => createMeal(context, staff, body));
  void app.register((scope, _options, done) => {
    // The spec sends the meal as the body.
    leaveBodiesUnread(scope);
    staffRoute(scope, deleteMeal, ({ params, staff }) => archiveMeal(context, staff, params.id));
    done();
  });
  staffRoute(app, listStaffMealsCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listStaffMeals(context.db, query);
  });
  staffRoute(app, restoreMealCall, ({ params, staff }) => restoreMeal(context, staff, params.id));
  staffRoute(app, duplicateMealCall, ({ params, staff }) =>
    duplicateMeal(context, staff, params.id),
  );
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Not through `route`: the menu is the busiest call, and is sent as bytes prepared once per change. */
function registerMenu(app: FastifyInstance, context: Context): void {
  let stored: { version: string; reply: Promise<StoredReply> } | null = null;

  const options = { schema: routeSchema(listMeals), config: accessOf(listMeals) };
  app.get(listMeals.path, options, async (request, reply) => {
    // A visitor has no cookie of ours, and never waits for this.
    if (request.headers.cookie && (await maySeeAll(request))) {
      const all = await listStaffMeals(context.db, { archived: false, q: '' });
      const { mealsById } = await context.site.current();
      const offered = (id: number) => mealsById.get(id)?.offered;
      const body = JSON.stringify(all.map((meal) => ({ ...meal, offered: offered(meal.id) })));
      return reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE).send(body);
    }
    const { menu, version } = await context.site.current();
    if (stored?.version !== version) {
      const body = JSON.stringify(listMeals.reply.parse(menu));
      stored = { version, reply: storeReply({ status: 200, contentType: JSON_TYPE, body }) };
    }
    return sendStored(request, reply.header('vary', 'cookie'), await stored.reply);
  });
}

/** Meals that are switched off too. */
async function maySeeAll(request: FastifyRequest): Promise<boolean> {
  const staff = await request.findStaff();
  return staff !== null && hasRight(staff.role, 'seeMeals');
}
