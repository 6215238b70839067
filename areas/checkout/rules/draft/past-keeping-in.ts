import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { effectiveDeliveryType } from '#areas/order-book/rules/delivery-round.ts';
import {
  type MealPastKeeping,
  mealsPastKeeping,
} from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { deliveryDatesOf } from '#areas/checkout/rules/draft/meal-for.ts';
import { deliveryModeOfDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';

/** The meals that the chosen weekly delivery would bring too early. Daily deliveries never do. */
export function pastKeepingIn(
  draft: OrderDraft,
  find: Parameters<typeof mealsPastKeeping>[2],
  facts: Pick<BusinessFacts, 'dailyFromMeals' | 'keepsFreshDays'>,
): MealPastKeeping[] {
  const type = effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
  if (type !== 'weekly') return [];
  return mealsPastKeeping(draft.people, deliveryDatesOf(draft, facts), find, facts);
}
