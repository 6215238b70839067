import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type MealPastKeeping,
  mealsPastKeeping,
} from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { deliveryDatesOf } from '#areas/checkout/rules/draft/meal-for.ts';
import {
  deliveryTypeOfDraft,
  type DraftModeFacts,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';

/** The meals that the chosen weekly delivery would bring too early. Daily deliveries never do. */
export function pastKeepingIn(
  draft: OrderDraft,
  find: Parameters<typeof mealsPastKeeping>[2],
  facts: DraftModeFacts & Pick<BusinessFacts, 'keepsFreshDays'>,
): MealPastKeeping[] {
  const type = deliveryTypeOfDraft(draft, facts);
  if (type !== 'weekly') return [];
  return mealsPastKeeping(draft.people, deliveryDatesOf(draft, facts), find, facts);
}
