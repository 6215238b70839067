import { asc, eq } from 'drizzle-orm';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import type { Context } from '#platform/server/context.ts';
import { announceHolds } from '#areas/messages/server/announce-holds.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { foodMarks } from '#areas/order-book/server/tables/food-marks.ts';

const MOST_AT_ONCE = 500;

/** Every order that a trigger has marked and nobody has followed: whoever changed its food, its matters are open within a minute. */
export async function followMarkedFood(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<void> {
  const { business } = await context.site.current();
  const marked = await context.db
    .selectDistinct({ orderId: foodMarks.orderId })
    .from(foodMarks)
    .innerJoin(orders, eq(orders.id, foodMarks.orderId))
    .orderBy(asc(foodMarks.orderId))
    .limit(MOST_AT_ONCE);
  for (const { orderId } of marked)
    await context.db.transaction(async (tx) => {
      await lockOrder(tx, orderId, undefined);
      const news = await followFood(tx, context, [orderId], { facts: business });
      const held = news.filter(({ kind }) => isHold(kind));
      const about = `order ${orderId} at ${context.clock()}`;
      await announceHolds(tx, context, held, { about });
    });
}
