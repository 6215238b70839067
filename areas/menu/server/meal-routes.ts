import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createMeal as createMealCall,
  deleteMeal,
  duplicateMeal as duplicateMealCall,
  listMeals,
  listStaffMeals as listStaffMealsCall,
  restoreMeal as restoreMealCall,
  type StaffMealReply,
  type MealRequest,
} from '#areas/menu/calls/meals.ts';
import { hasRight } from '#platform/rules/roles.ts';
import type { Context } from '#platform/server/context.ts';
import { accessOf, routeSchema, staffRoute } from '#platform/server/http/route.ts';
import { leaveBodiesUnread } from '#platform/server/http/read-request.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';
import { listStaffMeals, getMealForChange, toStaffMealReply, withService } from './meal-queries.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { bringBackComponents, addMeal, changeMeal, checkSentMeal } from './save-meal.ts';

export function registerMealRoutes(app: FastifyInstance, context: Context): void {
  registerMenu(app, context);

  const asStaffSee = async (meal: Promise<StaffMealReply>) => {
    const known = await meal;
    return withService(known, (await context.site.current()).business);
  };
  staffRoute(app, createMealCall, ({ body, staff }) =>
    asStaffSee(createMeal(context, staff, body)),
  );
  void app.register((scope, _options, done) => {
    // The spec sends the meal as the body.
    leaveBodiesUnread(scope);
    staffRoute(scope, deleteMeal, ({ params, staff }) => archiveMeal(context, staff, params.id));
    done();
  });
  staffRoute(app, listStaffMealsCall, async ({ query }) => {
    const { business } = await context.site.current();
    const found = await listStaffMeals(context.db, query);
    return found.map((meal) => withService(meal, business));
  });
  staffRoute(app, restoreMealCall, ({ params, staff }) =>
    asStaffSee(restoreMeal(context, staff, params.id)),
  );
  staffRoute(app, duplicateMealCall, ({ params, staff }) =>
    asStaffSee(duplicateMeal(context, staff, params.id)),
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

const SUFFIX = ' (copy)';

/** A copy to edit, inactive and not limited to any days. Throws NotFound. */
async function duplicateMeal(
  context: MealContext,
  staff: StaffMember,
  id: number,
): Promise<StaffMealReply> {
  const copied = await context.db.transaction(async (tx) => {
    const { id: _id, slug: _slug, ...meal } = await getMealForChange(tx, id, { orArchived: true });
    return addMeal(tx, context, staff, 'meal.duplicate', {
      ...meal,
      name: copyName(meal.name),
      isActive: false,
      // Its recipe stays with the original.
      recipeList: '',
      availableFrom: null,
      availableTo: null,
      archivedAt: null,
      origin: null,
      version: 1,
    });
  });
  context.site.renew();
  return copied;
}

function copyName(name: string): string {
  return name.slice(0, MEAL_FIELDS.name.value.maxLength - SUFFIX.length).trimEnd() + SUFFIX;
}

type MealContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Removes a meal from every list but the archive; orders keep it. Throws NotFound. */
async function archiveMeal(context: MealContext, staff: StaffMember, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id);
    const values = { archivedAt: new Date(context.clock()) };
    await changeMeal(tx, context, staff, meal, { action: 'meal.archive', values });
  });
  context.site.renew();
}

/** Restores an archived meal, inactive, so that staff check it before customers see it. Throws NotFound, Conflict `name_taken`. */
async function restoreMeal(
  context: MealContext,
  staff: StaffMember,
  id: number,
): Promise<StaffMealReply> {
  const restored = await context.db.transaction(async (tx) => {
    const meal = await getMealForChange(tx, id, { orArchived: true });
    if (meal.archivedAt === null) return toStaffMealReply(meal);
    await bringBackComponents(tx, context, staff, [id]);
    const values = { archivedAt: null, isActive: false };
    return changeMeal(tx, context, staff, meal, { action: 'meal.restore', values });
  });
  context.site.renew();
  return restored;
}

/** Throws InvalidRequest. */
async function createMeal(
  context: MealContext,
  staff: StaffMember,
  sent: MealRequest,
): Promise<StaffMealReply> {
  const created = await context.db.transaction(async (tx) =>
    addMeal(tx, context, staff, 'meal.create', await checkSentMeal(tx, sent)),
  );
  context.site.renew();
  return created;
}
