import type { FastifyInstance } from 'fastify';
import {
  changeManyMeals as changeManyMealsCall,
  type ManyMealsReply,
  type ManyMealsRequest,
  type MealAct,
} from '#areas/recipes/calls/many-meals.ts';
import * as samples from '#areas/recipes/calls/sample-menu.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  bringBackSampleMenu,
  describeSampleMenu,
  removeSampleMenu,
} from '#areas/recipes/server/sample-menu.ts';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import { mealProblems } from '#areas/menu/calls/meal-facts.ts';
import { publicMenu, readStoredMenu } from '#areas/menu/server/site.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { changeMeal } from '#areas/menu/server/save-meal.ts';
import { dryRun as takeBack } from '#areas/orders/server/dry-run.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerMealListRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, changeManyMealsCall, ({ body, staff }) => changeManyMeals(context, staff, body));
  staffRoute(app, samples.readSampleMenu, () => describeSampleMenu(context));
  staffRoute(app, samples.removeSampleMenu, ({ body, staff }) =>
    removeSampleMenu(context, staff, body),
  );
  staffRoute(app, samples.bringBackSampleMenu, ({ staff }) => bringBackSampleMenu(context, staff));
}

type MealListContext = Pick<Context, 'db' | 'clock' | 'site'>;
type ManyMealsRow = ManyMealsReply['results'][number];

/** All that can be changed, in one transaction; the preview does the same and takes it back. Throws Conflict `preview_changed`. */
async function changeManyMeals(
  context: MealListContext,
  staff: StaffMember,
  { dryRun, previewHash, ...asked }: ManyMealsRequest,
): Promise<ManyMealsReply> {
  const work = (tx: Transaction) => changeThem(context, tx, staff, asked);
  if (dryRun) return takeBack(context.db, work);
  const reply = await context.db.transaction(async (tx) => {
    const done = await work(tx);
    requireSamePreview(previewHash, done);
    return done;
  });
  context.site.renew();
  return reply;
}

async function changeThem(
  context: MealListContext,
  tx: Transaction,
  staff: StaffMember,
  { ids, act }: Pick<ManyMealsRequest, 'ids' | 'act'>,
): Promise<ManyMealsReply> {
  const rows = await tx
    .select()
    .from(meals)
    .where(and(inArray(meals.id, ids), isNull(meals.archivedAt)))
    .orderBy(asc(meals.id))
    .for('no key update');
  const byId = new Map(rows.map((meal) => [meal.id, meal]));
  const results: ManyMealsRow[] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const meal = byId.get(id);
    const message = meal ? whyNot(meal, act) : 'There is no such meal.';
    if (meal && message === undefined)
      await changeMeal(tx, context, staff, meal, {
        action: act === 'archive' ? 'meal.archive' : 'meal.update',
        values:
          act === 'archive'
            ? { archivedAt: new Date(context.clock()) }
            : { isActive: act === 'on' },
      });
    results.push({
      id,
      ok: message === undefined,
      ...(meal && { name: meal.name }),
      ...(message !== undefined && { message }),
    });
  }
  const now = context.clock();
  const { business } = await context.site.current();
  const { active } = publicMenu(await readStoredMenu(tx, now), business, now);
  const isMenuEmpty = active.length === 0;
  return { results, isMenuEmpty, previewHash: hashOf(results, isMenuEmpty) };
}

/** Undefined: it can be done. What is at odds with itself is not switched on, as it cannot be saved so. */
function whyNot(meal: MealRow, act: MealAct): string | undefined {
  if (act === 'archive') return undefined;
  if (meal.isActive === (act === 'on')) return `It is ${act} already.`;
  return act === 'on' ? Object.values(mealProblems({ ...meal, isActive: true }))[0] : undefined;
}
