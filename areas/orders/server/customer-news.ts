import { describeForCustomer } from '#areas/order-book/rules/recipe-words.ts';
import type { writeMessage } from '#areas/messages/server/write-message.ts';
import type { AlertedMeal } from '#areas/orders/server/alerted-meals.ts';

/**
 * The email to the customer: "The recipe of Butter Chicken changed: it now contains almond." and what was done, given
 * "Mia’s".
 */
export function newsOf(
  alerted: readonly AlertedMeal[],
  describeAction: (whose: string, alerted: AlertedMeal) => string,
): Pick<Parameters<typeof writeMessage>[2], 'kind' | 'facts'> {
  const news = alerted.map(
    (each) => `${whyFor(each)} ${describeAction(`${each.person.name}’s`, each)}`,
  );
  return { kind: 'order_recipe_changed', facts: { news } };
}

/** "The recipe of Butter Chicken changed: it now contains almond." */
export function whyFor(alerted: AlertedMeal): string {
  const { matter, meal, person } = alerted;
  const names = { mealName: meal.name, personName: person.name };
  return describeForCustomer({ ...alerted, ...names, isNew: matter.cause !== null });
}
