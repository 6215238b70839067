import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { shownDiets } from '#areas/menu/rules/shown-diets.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { canStillChange, mealsOfPeople } from '#areas/orders/rules/run-out.ts';
import { canTakePlace } from '#areas/orders/rules/swap-candidates.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { MealChoiceRow } from '#areas/order-book/server/tables/meal-choices.ts';
import { backOfTaking } from '#areas/order-book/rules/order-account.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';

type TrackedChoice = TrackedOrderReply['choices'][number];

/** What a customer is asked about a meal that ran out, with what still can be chosen; null once it can't be and was not. */
export function toTrackedChoice(
  order: Order,
  choice: MealChoiceRow,
  { mealsById, business }: SiteState,
): TrackedChoice | null {
  const { id, mealId, mealName, date, window, deliveryId, personId, settledHow } = choice;
  const facts = {
    id,
    mealName,
    date,
    timeSlot: window,
    until: choice.until.toISOString(),
  };
  const person = order.deliveries
    .flatMap(({ people }) => people)
    .find((each) => each.id === personId);
  const about = { ...facts, personName: person?.name ?? '' };
  if (settledHow === 'order_changed' || order.status === 'cancelled') return null;
  if (settledHow !== null) {
    const { chosenName, refundCents } = choice;
    const refund = refundCents === null ? null : formatAmount(refundCents);
    const chosen = { isByUs: settledHow === 'default', mealName: chosenName, refund };
    return { ...about, options: [], refund: null, chosen };
  }
  const of = mealsOfPeople(order, mealId, { from: date, to: date }).find(
    (each) => each.delivery.id === deliveryId && each.person.id === personId,
  );
  if (!of || !canStillChange(of.delivery.status)) return null;
  const options = choice.optionIds.flatMap((optionId) => {
    const meal = mealsById.get(optionId);
    if (!meal || !canTakePlace(meal, of.portions, of.person, business)) return [];
    return [
      { mealId: meal.id, name: meal.name, calories: meal.calories, diets: [...shownDiets(meal)] },
    ];
  });
  const gone = new Set(of.portions.map((portion) => portion.id));
  const refund = formatAmount(backOfTaking(order, gone));
  return { ...about, options, refund, chosen: null };
}
