/** What we can and cannot promise about allergens: the one sentence wherever they are chosen or read. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Allergen, ALLERGENS, allergenText } from '#areas/needs/rules/allergens.ts';
import type { MealFacts } from './meal-fields.ts';
import { callFirst, tracesText } from '#areas/business/rules/tax-line.ts';

export function allergensOnMenu(meals: readonly Pick<MealFacts, 'allergens'>[]): Allergen[] {
  const declared = new Set(meals.flatMap(({ allergens }) => allergens ?? []));
  return ALLERGENS.filter((allergen) => declared.has(allergen));
}

/** Wherever someone chooses what a person can't have. `onMenu`: the allergens that the kitchen works with. */
export function crossContactText(
  onMenu: readonly Allergen[],
  facts: Pick<BusinessFacts, 'phone'>,
): string {
  return `We leave out meals that declare it. ${kitchenTraces(onMenu, facts)}`;
}

/** Where a meal's allergens are read. `onMenu`: the allergens that the kitchen works with. */
export function kitchenTraces(
  onMenu: readonly Allergen[],
  facts: Pick<BusinessFacts, 'phone'>,
): string {
  const used = onMenu.length === 0 ? undefined : allergenText(onMenu);
  return `${tracesText(used)} ${callFirst(facts)}`;
}

/** Beneath the choice: health information is kept only as said here. */
export const FOOD_NEEDS_CONSENT =
  'We keep this with your order so that the kitchen and the label know.';
