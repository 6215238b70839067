import { asc, eq } from 'drizzle-orm';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import type { Context } from '#platform/server/context.ts';
import { announceHolds } from '#areas/messages/server/tell-customer.ts';
import { followFood, openMatters } from '#areas/order-book/server/follow-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { foodMarks } from '#areas/order-book/server/tables/packing.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { clashSentence, type FoodClash } from '#areas/order-book/rules/food-check.ts';
import { UnsuitableFood } from '#platform/server/errors.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';

const MOST_AT_ONCE = 500;

/** Every order that a trigger has marked and nobody has followed: anyone who changed its food, its matters are open within a minute. */
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

// What a customer wrote of an allergy in a paid order, and was refused: staff hear of it, whether or not it is
// answered.

/** Does a customer's change; what it says of food and is refused stays as a matter. Throws as `change` does. */
export async function noteWhatIsTold<Result>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const told = error instanceof UnsuitableFood ? toldIn(error) : [];
    if (told.length > 0)
      await db.transaction(async (tx) => {
        const orderId = await orderIdOf(tx, token);
        const matters = told.map((matter) => ({ ...matter, kind: 'told' as const, orderId }));
        await openMatters(tx, matters, { now: new Date(clock()) });
      });
    throw error;
  }
}

type Told = { personName: string; mealName: string; why: string };

function toldIn({ code, details }: UnsuitableFood): Told[] {
  if (code === 'food_questions')
    return (details['questions'] as FoodQuestion[]).map(({ person, quote }) => ({
      personName: person ?? '',
      mealName: '',
      why: quote,
    }));
  if (code !== 'allergen_clash') return [];
  return (details['clashes'] as FoodClash[]).map((clash) => ({
    personName: clash.personName,
    mealName: clash.mealName,
    why: clashSentence(clash),
  }));
}
