import { eq } from 'drizzle-orm';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import type { RecipeCheckReply } from '#areas/orders/calls/recipe-alerts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import { countConcerned } from '#areas/messages/server/announce-alerts.ts';
import { findAwaited, selectCookedIds } from '#areas/orders/server/find-awaited.ts';
import { judgeAwaited, listOpenAlertsOfMeal } from '#areas/orders/server/review-recipe.ts';

/** Whom the meal would concern if it were saved like this. Throws NotFound. */
export async function countConcernedBy(
  { db, clock, site }: Pick<Context, 'db' | 'clock' | 'site'>,
  id: number,
  { version: _version, ...sent }: MealRequest & { version?: number | undefined },
): Promise<RecipeCheckReply> {
  const { business } = await site.current();
  const [before] = await db.select().from(meals).where(eq(meals.id, id));
  if (!before || before.archivedAt) throw new NotFound('This meal');
  const after = { ...before, ...mealFactsFrom(sent, before) };
  const today = wallTimeAt(clock(), business.timeZone).date;
  const [awaited, open, cooked] = await Promise.all([
    findAwaited(db, id, today),
    listOpenAlertsOfMeal(db, id),
    selectCookedIds(db, id, {
      today,
      keepsDays: after.shelfLifeDays ?? business.keepsFreshDays,
    }),
  ]);
  const live = awaited.filter(({ orderStatus }) => orderStatus !== 'cancelled');
  const concerned = judgeAwaited(live, { before, after, open, facts: business });
  return { ...countConcerned(concerned), cooked: cooked.length };
}
