import type { BusinessFacts } from '#domain/business.ts';
import { effectiveDeliveryType } from '#domain/ordering/check/delivery-mode.ts';
import {
  type MealPastKeeping,
  mealsPastKeeping,
} from '#domain/ordering/draft/meals-past-keeping.ts';
import { deliveryDatesOf } from '#domain/ordering/draft/meal-for.ts';
import { deliveryModeOfDraft, type OrderDraft } from '#domain/ordering/draft/order-draft.ts';

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
