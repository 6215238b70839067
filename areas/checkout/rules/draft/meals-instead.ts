import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { similarMeals } from '#areas/menu/rules/similar-meals.ts';
import { mealRuleFor, type MealToPlace } from '#areas/checkout/rules/draft/meal-for.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { DraftModeFacts, OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

const REPEAT_DAYS = 2;

type MealForSale = MealToPlace & { id: number; calories: number };

type Kitchen<Meal> = {
  meals: readonly Meal[];
  portionsLeft: PortionsOf;
  facts: DraftModeFacts & Pick<BusinessFacts, 'keepsFreshDays'>;
};

/**
 * What could be laid instead of a meal that could not: suiting the person in every way, not within two days of the same,
 * nearest in calories; first the meal itself, where it can be had by now.
 */
export function mealsInstead<Meal extends MealForSale>(
  draft: OrderDraft,
  person: Person,
  missing: MealAssignment & { calories: number },
  { meals, portionsLeft, facts }: Kitchen<Meal>,
  count: number,
): Meal[] {
  const { date, mealType, mealId, calories } = missing;
  const rule = mealRuleFor(draft, facts, { first: date, left: portionsLeft });
  const fitting = meals.filter((meal) => rule(person, meal, { date, mealType }).outcome === 'ok');
  const isRepeat = ({ id }: Meal) =>
    person.mealAssignments.some(
      (meal) => meal.mealId === id && Math.abs(daysBetween(meal.date, date)) <= REPEAT_DAYS,
    );
  const itself = fitting.filter(({ id }) => id === mealId);
  const others = fitting.filter((meal) => !isRepeat(meal));
  const similar = similarMeals({ id: mealId, mealType, calories }, others, count);
  return [...itself, ...similar].slice(0, count);
}

type PricedMeal = MealForSale & { price: string; ingredients: string };

/**
 * What is laid unasked in place of a meal: of its main ingredient where there is one, then nearest in calories, and never
 * dearer. Null: nothing that suits.
 */
export function nearestInstead<Meal extends PricedMeal>(
  draft: OrderDraft,
  person: Person,
  missing: MealAssignment & Pick<PricedMeal, 'calories' | 'price' | 'ingredients'>,
  kitchen: Kitchen<Meal>,
): Meal | null {
  const mostCents = parseAmount(missing.price) ?? 0;
  const fitting = mealsInstead(draft, person, missing, kitchen, kitchen.meals.length).filter(
    ({ price }) => (parseAmount(price) ?? Infinity) <= mostCents,
  );
  const main = mainIngredient(missing.ingredients);
  const alike = main && fitting.find(({ ingredients }) => mainIngredient(ingredients) === main);
  return alike ?? fitting[0] ?? null;
}
