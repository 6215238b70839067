/** Foods that a person names to be left out. One that the law lists is an allergen, and holds by what is declared. Ours. */
import { type Allergen, ALLERGENS, isAllergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { avoidWord } from '#areas/needs/rules/gate/ingredient-list.ts';

const ALLERGENS_BY_WORD: Readonly<Record<string, readonly Allergen[]>> = {
  'brazil nut': ['Brazil nut'],
  nut: [...TREE_NUTS, 'peanut'],
  'tree nut': TREE_NUTS,
  dairy: ['milk'],
  lactose: ['milk'],
  soya: ['soy'],
  soybean: ['soy'],
  shellfish: ['crustacean', 'mollusc'],
  seafood: ['fish', 'crustacean', 'mollusc'],
  mollusk: ['mollusc'],
  sulfite: ['sulphites'],
  sulphite: ['sulphites'],
};

type Avoided = Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** With these words added as they are kept: singular, each once, those of the law as allergens in legal order. */
export function withAvoided({ allergens, avoid }: Avoided, typed: readonly string[]): Avoided {
  const words = [...avoid, ...typed.map(avoidWord)].filter((word) => word !== '');
  const listed = new Set([...allergens, ...words.flatMap(allergensOf)]);
  return {
    allergens: ALLERGENS.filter((allergen) => listed.has(allergen)),
    avoid: [...new Set(words.filter((word) => allergensOf(word).length === 0))],
  };
}

function allergensOf(word: string): readonly Allergen[] {
  return isAllergen(word) ? [word] : (ALLERGENS_BY_WORD[word] ?? []);
}
