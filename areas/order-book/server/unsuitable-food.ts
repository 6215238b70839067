import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  clashSentence,
  type FoodClash,
  foodClashes,
  type MealPastItsDay,
  mealsPastTheirDay,
  needsOf,
} from '#areas/order-book/rules/food-check.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { isHeld, verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import { questionSentence, questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { UnsuitableFood } from '#platform/server/errors.ts';

/** Throws UnsuitableFood: first for an allergen, then for a meal that does not keep. */
export function refuseUnsuitableFood(
  items: Parameters<typeof mealsPastTheirDay>[0] & Parameters<typeof foodClashes>[0],
  people: Parameters<typeof foodClashes>[1],
  facts: Pick<BusinessFacts, 'keepsFreshDays' | 'phone'>,
): void {
  refuseClashes(foodClashes(items, people), facts);
  refusePastTheirDay(mealsPastTheirDay(items, facts));
}

/** Those whose meal is known. */
export function itemsWithMeals<Item extends { mealId: number }, Meal>(
  items: readonly Item[],
  mealsById: ReadonlyMap<number, Meal>,
): (Item & { meal: Meal })[] {
  return items.flatMap((item) => {
    const meal = mealsById.get(item.mealId);
    return meal ? [{ ...item, meal }] : [];
  });
}

/** Whether a frozen order may still be cooked by today's recipes, and nothing that is written in it is unanswered. */
export function isStillSuitable(
  order: CheckedOrder,
  mealsById: ReadonlyMap<number, MealWithRecipe>,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): boolean {
  const { items, people } = order;
  const questions = questionsOf(order);
  return itemsWithMeals(items, mealsById).every((item) => {
    const person = { ...needsOf(people, item.personName), name: item.personName };
    return !isHeld(verdictOf(person, item.meal, { ...item, questions }, facts));
  });
}

/** Throws UnsuitableFood `food_questions` while one that holds is open. */
export function refuseOpenQuestions(
  questions: readonly FoodQuestion[],
  { phone }: Pick<BusinessFacts, 'phone'>,
): void {
  const open = questions.filter(({ holds }) => holds);
  const [first] = open;
  if (!first) return;
  const message = `${questionSentence(first)} Or please call us: ${phone}`;
  throw new UnsuitableFood('food_questions', message, { questions: open });
}

export function refuseClashes(
  clashes: readonly FoodClash[],
  { phone }: Pick<BusinessFacts, 'phone'>,
): void {
  const [first] = clashes;
  if (!first) return;
  const message = `${clashSentence(first)} Choose another meal, or please call us: ${phone}`;
  throw new UnsuitableFood('allergen_clash', message, { clashes });
}

export function refusePastTheirDay(items: readonly MealPastItsDay[]): void {
  const [first] = items;
  if (!first) return;
  const { mealName, personName, eatBy, mealDate } = first;
  const message = `${mealName} for ${personName} keeps until ${formatDayAndMonth(eatBy)} and can’t be frozen, but it would be eaten on ${formatDayAndMonth(mealDate)}. Choose another meal or day.`;
  throw new UnsuitableFood('will_not_keep', message, { items });
}
