/** How long a meal keeps after its delivery. No meal is sold for a later day unless it can be frozen. Ours. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';

type FreshFacts = Pick<BusinessFacts, 'keepsFreshDays'>;

/** The last day to eat it fresh. A shelf life that nobody has entered counts as the days that we promise of every meal. */
export function eatByOf(
  meal: Pick<MealFacts, 'shelfLifeDays'>,
  deliveryDate: PlainDate,
  facts: FreshFacts,
): PlainDate {
  return addDays(deliveryDate, meal.shelfLifeDays ?? facts.keepsFreshDays);
}

/** Only a meal known to survive freezing outlives its eat-by date. */
export function keepsUntil(
  meal: Pick<MealFacts, 'shelfLifeDays' | 'freezable'>,
  { deliveryDate, mealDate }: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: FreshFacts,
): boolean {
  return meal.freezable === true || mealDate <= eatByOf(meal, deliveryDate, facts);
}
