/** What we can and cannot promise about allergens: the one sentence wherever they are chosen or read. Ours. */
import type { BusinessFacts } from '#domain/business.ts';
import { type Allergen, ALLERGENS } from '#domain/menu/allergens.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import { allergenText } from '#domain/people/allergen-groups.ts';

/** In legal order. */
export function allergensOnMenu(meals: readonly Pick<MealFacts, 'allergens'>[]): Allergen[] {
  const declared = new Set(meals.flatMap(({ allergens }) => allergens ?? []));
  return ALLERGENS.filter((allergen) => declared.has(allergen));
}

/** `onMenu`: the allergens that the kitchen works with. */
export function crossContactText(
  onMenu: readonly Allergen[],
  { phone }: Pick<BusinessFacts, 'phone'>,
): string {
  const used = onMenu.length === 0 ? 'many ingredients' : allergenText(onMenu);
  return `We leave out meals that declare it. All meals are cooked in one kitchen that uses ${used}, so traces are possible. If a trace could harm someone, please call us before you order: ${phone}.`;
}

/** Beneath the choice: health information is kept only as said here. */
export const FOOD_NEEDS_CONSENT =
  'We keep this with your order so that the kitchen and the label know.';
