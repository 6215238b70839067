/** Ratings as staff see them: by meal and week, and word by word. */
import { and, avg, count, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  hideRating as hideRatingCall,
  MealWeekReply,
  StaffRatingReply,
} from '#areas/customers/calls/ratings.ts';
import { formatStars } from '#areas/customers/rules/meal-ratings.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/meal-ratings.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isOfCustomer } from '#areas/customers/server/of-customer.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

const PAGE = 50;
const MOST_WEEKS = 12;

type RatingFilter = {
  mealId?: number | undefined;
  /** Only those with words. */
  words?: 'yes' | undefined;
  /** Any order of the customer. */
  customer?: number | undefined;
  cursor?: number | undefined;
};

export async function listStaffRatings(db: Database, filter: RatingFilter) {
  const [byMeal, weeks, ratings] = await Promise.all([
    countByMeal(db),
    filter.mealId === undefined ? [] : countByWeek(db, filter.mealId),
    listNewest(db, filter),
  ]);
  const shown = ratings.slice(0, PAGE);
  return {
    meals: byMeal,
    weeks,
    ratings: shown,
    nextCursor: ratings.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

const average = avg(mealRatings.stars).mapWith(Number);

/** The worst first: it is what someone may do something about. */
async function countByMeal(db: Database): Promise<MealWeekReply[]> {
  const rows = await db
    .select({ mealId: meals.id, mealName: meals.name, number: count(), average })
    .from(mealRatings)
    .innerJoin(meals, eq(meals.id, mealRatings.mealId))
    .groupBy(meals.id)
    .orderBy(average, meals.name);
  return rows.map(({ number, average: stars, ...meal }) => ({
    ...meal,
    week: null,
    count: number,
    average: formatStars(Math.round((stars ?? 0) * 10)),
  }));
}

/** The newest week first. */
async function countByWeek(db: Database, mealId: number): Promise<MealWeekReply[]> {
  const week = sql<string>`to_char(date_trunc('week', ${mealRatings.deliveredOn}::timestamp), 'YYYY-MM-DD')`;
  const rows = await db
    .select({ mealId: meals.id, mealName: meals.name, week, number: count(), average })
    .from(mealRatings)
    .innerJoin(meals, eq(meals.id, mealRatings.mealId))
    .where(eq(mealRatings.mealId, mealId))
    .groupBy(meals.id, week)
    .orderBy(desc(week))
    .limit(MOST_WEEKS);
  return rows.map(({ number, average: stars, ...meal }) => ({
    ...meal,
    count: number,
    average: formatStars(Math.round((stars ?? 0) * 10)),
  }));
}

async function listNewest(
  db: Database,
  { mealId, words, customer, cursor }: RatingFilter,
): Promise<StaffRatingReply[]> {
  const rows = await db
    .select({
      rating: mealRatings,
      mealName: meals.name,
      orderNumber: orders.number,
      firstName: orders.firstName,
    })
    .from(mealRatings)
    .innerJoin(meals, eq(meals.id, mealRatings.mealId))
    .innerJoin(orders, eq(orders.id, mealRatings.orderId))
    .where(
      and(
        mealId === undefined ? undefined : eq(mealRatings.mealId, mealId),
        customer === undefined ? undefined : isOfCustomer(orders.email, customer),
        words && ne(mealRatings.comment, ''),
        cursor === undefined ? undefined : lt(mealRatings.id, cursor),
      ),
    )
    .orderBy(desc(mealRatings.id))
    .limit(PAGE + 1);
  return rows.map(({ rating, ...names }) => ({
    ...names,
    id: rating.id,
    mealId: rating.mealId,
    stars: rating.stars,
    comment: rating.hiddenAt === null ? rating.comment : null,
    mayShow: rating.mayShow,
    deliveredOn: rating.deliveredOn,
    changedAt: rating.changedAt.toISOString(),
    orderId: rating.orderId,
    hiddenBy: rating.hiddenBy,
  }));
}

/** Hides what a customer wrote from everyone, or no longer. Safe to repeat. Throws NotFound. */
export async function hideRating(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  id: number,
  change: z.output<typeof hideRatingCall.body>,
): Promise<void> {
  const { hidden } = change;
  await context.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(mealRatings)
      .set({
        hiddenAt: hidden ? new Date(context.clock()) : null,
        hiddenBy: hidden ? staff.email : null,
      })
      .where(
        and(
          eq(mealRatings.id, id),
          hidden ? isNull(mealRatings.hiddenAt) : isNotNull(mealRatings.hiddenAt),
        ),
      )
      .returning({ orderId: mealRatings.orderId, mealId: mealRatings.mealId });
    if (changed) {
      await recordChange(tx, context, {
        staff,
        action: hidden ? 'order.hide_rating' : 'order.show_rating',
        entity: 'order',
        entityId: changed.orderId,
        before: { hidden: !hidden },
        after: { ...change, mealId: changed.mealId },
      });
      return;
    }
    const known = await tx
      .select({ id: mealRatings.id })
      .from(mealRatings)
      .where(eq(mealRatings.id, id));
    if (known.length === 0) throw new NotFound('This rating');
  });
  context.site.renew();
}
