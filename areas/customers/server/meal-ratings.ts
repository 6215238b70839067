import { eq, sql, and, avg, count, desc, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type {
  RatedMealReply,
  hideRating as hideRatingCall,
  MealWeekReply,
  StaffRatingReply,
} from '#areas/customers/calls/aftercare.ts';
import { isAskedToRate, formatStars } from '#areas/customers/rules/meal-ratings.ts';
import { tellsOfReaction } from '#areas/needs/rules/food-notes/read-food-note.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/problems.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { getOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { openReactions, openTold } from '#areas/order-book/server/told-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type { z } from 'zod';
import { recordChange } from '#platform/server/audit/audit.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isOfCustomer } from './find-customer.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type SentRating = {
  mealId: number;
  stars: number;
  comment?: string | undefined;
  mayShow?: boolean | undefined;
};

/**
 * One a meal and order, the last counts; a rating without a comment keeps the one before. Throws NotFound, or
 * InvalidRequest for a meal that was not delivered with this order.
 */
export async function rateMeals(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  token: string,
  sent: readonly SentRating[],
): Promise<{ meals: RatedMealReply[] }> {
  const now = new Date(context.clock());
  await context.db.transaction(async (tx) => {
    const orderId = await orderIdOf(tx, token);
    await lockOrder(tx, orderId, undefined);
    const rated = await getOrder(tx, { id: orderId });
    const delivered = deliveredMeals(rated);
    const fields: Record<string, string> = {};
    const rows = new Map<number, typeof mealRatings.$inferInsert>();
    sent.forEach(({ mealId, stars, comment, mayShow }, index) => {
      const meal = delivered.get(mealId);
      if (!meal) fields[`ratings.${index}.mealId`] = 'This meal has not been delivered to you';
      else {
        rows.set(mealId, {
          orderId,
          mealId,
          stars,
          comment: comment ?? '',
          mayShow: mayShow ?? false,
          deliveredOn: meal.deliveryDate,
          createdAt: now,
          changedAt: now,
        });
      }
    });
    if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
    for (const row of rows.values()) await upsertRating(tx, row, sent);
    const comments = [...rows.values()].map(({ comment }) => ({
      text: comment ?? '',
      about: null,
    }));
    await openTold(tx, context, orderId, comments);
    for (const { mealId, comment = '' } of rows.values()) {
      const eaten = itemsOf(rated).filter((item) => item.mealId === mealId);
      const names = eaten.map(({ personName }) => personName);
      if (tellsOfReaction(comment, names)) await openReactions(tx, context, orderId, eaten);
    }
  });
  context.site.renew();
  const order = await getOrder(context.db, { token });
  return { meals: await describeRatedMeals(context.db, order, context.clock()) };
}

async function upsertRating(
  tx: Transaction,
  row: typeof mealRatings.$inferInsert,
  sent: readonly SentRating[],
): Promise<void> {
  const last = sent.findLast(({ mealId }) => mealId === row.mealId);
  const isReworded = sql`${mealRatings.comment} is distinct from excluded.comment`;
  await tx
    .insert(mealRatings)
    .values(row)
    .onConflictDoUpdate({
      target: [mealRatings.orderId, mealRatings.mealId],
      set: {
        stars: row.stars,
        changedAt: row.changedAt,
        ...(last?.mayShow !== undefined && { mayShow: last.mayShow }),
        ...(last?.comment !== undefined && {
          comment: last.comment,
          ...(last.mayShow === undefined && {
            mayShow: sql`${mealRatings.mayShow} and not (${isReworded})`,
          }),
          // Staff hid what it said before.
          hiddenAt: sql`case when ${isReworded} then null else ${mealRatings.hiddenAt} end`,
          hiddenBy: sql`case when ${isReworded} then null else ${mealRatings.hiddenBy} end`,
        }),
      },
    });
}

/** By meal: its last item that was delivered. */
function deliveredMeals(order: Order): Map<number, OrderItem> {
  return new Map(
    order.deliveries
      .filter(({ status }) => status === 'delivered')
      .flatMap(itemsOfDelivery)
      .map((item) => [item.mealId, item]),
  );
}

export async function describeRatedMeals(
  db: Database,
  order: Order,
  now: Instant,
): Promise<RatedMealReply[]> {
  const [rated, doors] = await Promise.all([
    db.select().from(mealRatings).where(eq(mealRatings.orderId, order.id)),
    db
      .select({ id: deliveries.id, statusAt: deliveries.statusAt })
      .from(deliveries)
      .where(eq(deliveries.orderId, order.id)),
  ]);
  const asked = new Set(
    order.deliveries
      .filter(({ id, status }) => {
        const deliveredAt = doors.find((door) => door.id === id)?.statusAt?.getTime() ?? null;
        return isAskedToRate({ status, deliveredAt }, now);
      })
      .flatMap(itemsOfDelivery)
      .map(({ mealId }) => mealId),
  );
  return [...deliveredMeals(order).values()].map(({ mealId, meal }) => {
    const rating = rated.find((one) => one.mealId === mealId);
    return {
      mealId,
      mealName: meal.name,
      stars: rating?.stars ?? null,
      comment: rating?.comment ?? '',
      mayShow: rating?.mayShow ?? false,
      isAsked: asked.has(mealId),
    };
  });
}

const PAGE = 50;
const MOST_WEEKS = 12;

type RatingFilter = {
  mealId?: number | undefined;
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
const COUNTED = { mealId: meals.id, mealName: meals.name, count: count(), average };

/** The worst first: it is what someone may do something about. */
async function countByMeal(db: Database): Promise<MealWeekReply[]> {
  const rows = await db
    .select({ ...COUNTED, week: sql<null>`null` })
    .from(mealRatings)
    .innerJoin(meals, eq(meals.id, mealRatings.mealId))
    .groupBy(meals.id)
    .orderBy(average, meals.name);
  return rows.map(withAverage);
}

async function countByWeek(db: Database, mealId: number): Promise<MealWeekReply[]> {
  const week = sql<string>`to_char(date_trunc('week', ${mealRatings.deliveredOn}::timestamp), 'YYYY-MM-DD')`;
  const rows = await db
    .select({ ...COUNTED, week })
    .from(mealRatings)
    .innerJoin(meals, eq(meals.id, mealRatings.mealId))
    .where(eq(mealRatings.mealId, mealId))
    .groupBy(meals.id, week)
    .orderBy(desc(week))
    .limit(MOST_WEEKS);
  return rows.map(withAverage);
}

function withAverage<Row extends { average: number | null }>(row: Row) {
  return { ...row, average: formatStars(Math.round((row.average ?? 0) * 10)) };
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
