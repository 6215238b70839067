/** How long a meal keeps after its delivery. No meal is sold for a later day unless it can be frozen. Ours. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { KeptFood } from '#areas/needs/rules/gate/food-facts.ts';

export type FreshFacts = { keepsFreshDays: number };

/** The last day to eat it fresh. A shelf life that nobody has entered counts as the days that we promise of every meal. */
export function eatByOf(
  meal: Pick<KeptFood, 'shelfLifeDays'>,
  deliveryDate: PlainDate,
  facts: FreshFacts,
): PlainDate {
  return addDays(deliveryDate, meal.shelfLifeDays ?? facts.keepsFreshDays);
}

/** Only a meal known to survive freezing outlives its eat-by date. */
export function keepsUntil(
  meal: KeptFood,
  { deliveryDate, mealDate }: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: FreshFacts,
): boolean {
  return meal.freezable === true || mealDate <= eatByOf(meal, deliveryDate, facts);
}
