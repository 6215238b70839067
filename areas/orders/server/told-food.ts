/** What a customer wrote of an allergy in a paid order, and was refused: staff hear of it, whether or not it is answered. */
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { clashSentence, type FoodClash } from '#areas/order-book/rules/food-check.ts';
import type { Context } from '#platform/server/context.ts';
import { UnsuitableFood } from '#platform/server/errors.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { openMatters } from '#areas/order-book/server/follow-food.ts';

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
