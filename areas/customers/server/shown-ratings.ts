import { and, count, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm';
import type { ShownComment } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ShownRatings } from '#areas/menu/server/site-port.ts';
import {
  FEWEST_SHOWN_RATINGS,
  formatStars,
  MOST_SHOWN_COMMENTS,
  shownRating,
} from '#areas/customers/rules/meal-ratings.ts';
import type { Database } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/meal-ratings.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** What everyone sees of customers' ratings. Meals with too few ratings, and meals without words, are left out. */
export async function loadShownRatings(db: Database): Promise<ShownRatings> {
  const [ratings, comments] = await Promise.all([loadAverages(db), loadComments(db)]);
  return { ratings, comments };
}

async function loadAverages(
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

/** By meal, the newest first: only words that their customer lets everyone read, and that staff have not hidden. */
async function loadComments(db: Database): Promise<Map<number, ShownComment[]>> {
  const { mealId, stars, comment, mayShow, hiddenAt, changedAt, id } = mealRatings;
  const shown = db
    .select({
      mealId,
      stars,
      comment,
      firstName: orders.firstName,
      place:
        sql<number>`row_number() over (partition by ${mealId} order by ${changedAt} desc, ${id} desc)`.as(
          'place',
        ),
    })
    .from(mealRatings)
    .innerJoin(orders, eq(orders.id, mealRatings.orderId))
    .where(and(eq(mayShow, true), ne(comment, ''), isNull(hiddenAt)))
    .as('shown');
  const rows = await db
    .select()
    .from(shown)
    .where(lte(shown.place, MOST_SHOWN_COMMENTS))
    .orderBy(shown.mealId, shown.place);
  return Map.groupBy(
    rows.map(({ place: _place, ...row }) => row),
    (row) => row.mealId,
  );
}
