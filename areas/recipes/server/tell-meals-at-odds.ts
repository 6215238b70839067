import { and, eq, inArray, sql } from 'drizzle-orm';
import { listMealsAtOdds } from '#areas/menu/server/meal-queries.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { writeToStaff } from '#areas/messages/server/write-message.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

const ACTION = 'meal.at_odds';

/**
 * Meals that an upgrade, an import or a recipe has taken off the menu: one email to each owner for all of them, and each is
 * told of once for what is wrong with it. What was told stands in the meal's history.
 */
export async function tellMealsAtOdds(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const found = await listMealsAtOdds(context.db);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await context.db.transaction(async (tx) => {
    // Two processes that look at once tell of it once.
    await tx
      .select({ id: meals.id })
      .from(meals)
      .where(inArray(meals.id, ids))
      .orderBy(meals.id)
      .for('update');
    const told = await tx
      .select({ entityId: auditLog.entityId, why: sql<string>`${auditLog.after} ->> 'why'` })
      .from(auditLog)
      .where(and(eq(auditLog.action, ACTION), inArray(auditLog.entityId, ids.map(String))));
    const news = found.filter(
      ({ id, why }) => !told.some((one) => one.entityId === `${id}` && one.why === why),
    );
    if (news.length === 0) return;
    for (const { id, why } of news)
      await recordChange(tx, context, {
        staff: null,
        action: ACTION,
        entityId: id,
        after: { why },
      });
    await writeToStaff(tx, context, 'manageSettings', {
      kind: 'meals_at_odds',
      about: new Date(context.clock()).toISOString(),
      facts: { mealsAtOdds: news },
    });
  });
}
