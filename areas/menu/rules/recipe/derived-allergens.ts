/** Which allergens a meal has by its ingredients, and whether that is what it declares. Ours. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { distinctNames } from './served-lines.ts';

export type AllergenSource = {
  name: string;
  /** Everything on its label, however little; null: nobody has read the label. */
  contains: readonly Allergen[] | null;
  mayContain: readonly Allergen[];
};

export type DerivedAllergens = {
  /** In legal order, as the others. */
  contains: Allergen[];
  mayContain: Allergen[];
  /** Ingredients whose label nobody has read: nothing can be declared from them. */
  unchecked: string[];
  /** In it, but not declared. */
  missing: Allergen[];
  /** Declared, but not in it. */
  extra: Allergen[];
  /** Not while a label is unread or an allergen undeclared. */
  maySave: boolean;
  needsReason: boolean;
};

/** `declared` null: the meal declares nothing, and stays so. */
export function allergens(
  ingredients: readonly AllergenSource[],
  declared: readonly Allergen[] | null,
): DerivedAllergens {
  const contains = unionOf(ingredients.map((ingredient) => ingredient.contains ?? []));
  const mayContain = unionOf(ingredients.map((ingredient) => ingredient.mayContain));
  const unchecked = distinctNames(ingredients.filter((ingredient) => ingredient.contains === null));
  const missing = declared === null ? [] : without(contains, declared);
  const extra = without(declared ?? [], contains);
  return {
    contains,
    mayContain: without(mayContain, contains),
    unchecked,
    missing,
    extra,
    maySave: unchecked.length === 0 && missing.length === 0,
    needsReason: extra.length > 0,
  };
}

/** Wheat is declared by its own name, and as gluten. */
function unionOf(lists: readonly (readonly Allergen[])[]): Allergen[] {
  const all = new Set(lists.flat());
  if (all.has('wheat')) all.add('gluten');
  return ALLERGENS.filter((allergen) => all.has(allergen));
}

function without(list: readonly Allergen[], others: readonly Allergen[]): Allergen[] {
  return ALLERGENS.filter((allergen) => list.includes(allergen) && !others.includes(allergen));
}
