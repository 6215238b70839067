/** Customers' ratings of meals: stored by the secret link, asked for by email, stopped by another link. */
import { eq, sql } from 'drizzle-orm';
import type { RatedMealReply } from '#areas/customers/calls/ratings.ts';
import { isAskedToRate } from '#areas/customers/rules/meal-ratings.ts';
import { tellsOfReaction } from '#areas/needs/rules/food-notes/tells-of-reaction.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/meal-ratings.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { getOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { openReactions } from '#areas/order-book/server/open-reactions.ts';
import { openTold } from '#areas/order-book/server/told-texts.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';

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

/** Every meal of the order that was delivered, with what its customer said of it. */
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
