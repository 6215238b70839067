import { eq } from 'drizzle-orm';
import { mealFactsFrom } from '#contract/meal-facts.ts';
import type { MealRequest } from '#contract/meals.ts';
import type { RecipeCheckReply } from '#contract/kitchen/recipe-alerts.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import type { Context } from '#server/context.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { NotFound } from '#server/errors.ts';
import { countConcerned } from '#server/order-book/announce-alerts.ts';
import { findAwaited } from '#server/recipe-alerts/find-awaited.ts';
import { judgeAwaited, listOpenAlertsOfMeal } from '#server/recipe-alerts/review-recipe.ts';

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
  const [awaited, open] = await Promise.all([
    findAwaited(db, id, today),
    listOpenAlertsOfMeal(db, id),
  ]);
  const live = awaited.filter(({ orderStatus }) => orderStatus !== 'cancelled');
  return countConcerned(judgeAwaited(live, { before, after, open, facts: business }));
}
