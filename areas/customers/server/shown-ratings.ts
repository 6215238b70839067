import { count, gte, sql } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import {
  FEWEST_SHOWN_RATINGS,
  formatStars,
  shownRating,
} from '#areas/customers/rules/meal-ratings.ts';
import type { Database } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/meal-ratings.ts';

/** By meal: what the menu shows of its ratings. Meals with too few are left out. */
export async function loadShownRatings(
  db: Database,
): Promise<Map<number, Required<Pick<MealReply, 'rating'>>>> {
  const rows = await db
    .select({
      mealId: mealRatings.mealId,
      count: count(),
      stars: sql<number>`sum(${mealRatings.stars})::int`,
    })
    .from(mealRatings)
    .groupBy(mealRatings.mealId)
    .having(gte(count(), FEWEST_SHOWN_RATINGS));
  return new Map(
    rows.flatMap(({ mealId, ...rated }) => {
      const shown = shownRating(rated);
      if (!shown) return [];
      const rating = { average: formatStars(shown.averageTenths), count: shown.count };
      return [[mealId, { rating }] as const];
    }),
  );
}
