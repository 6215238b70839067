/**
 * Which allergens an order's instructions mention that one of its meals contains. Finding none proves nothing: people
 * write in their own words.
 */
import { ALLERGENS, type Allergen, TREE_NUTS } from '#domain/menu/allergens.ts';

/** Word beginnings from everyday language -> the legal names. */
const EVERYDAY_WORDS: [RegExp, readonly Allergen[]][] = [
  [/^nuts?$/, [...TREE_NUTS, 'peanut']],
  [/^(dairy|lactose|cream|cheese|butter|milk)/, ['milk']],
  [/^(coeliac|celiac|gluten|barley|rye|oats?$)/, ['gluten', 'wheat']],
  [/^(shellfish|prawn|shrimp|crab)/, ['crustacean']],
  [/^(shellfish|squid|oyster|mussel)/, ['mollusc']],
  [/^seafood/, ['fish', 'crustacean', 'mollusc']],
  [/^(soya|tofu)/, ['soy']],
  [/^tahini/, ['sesame']],
  [/^(sulfite|preservative)/, ['sulphites']],
  [/^vegan/, ['milk', 'egg', 'fish', 'crustacean', 'mollusc']],
];

/** `words` as found by `foodRequestTerms`; sorted in legal order. Undeclared allergens (null) never clash. */
export function allergenClashes(
  words: readonly string[],
  allergens: readonly Allergen[] | null,
): Allergen[] {
  const named = new Set<Allergen>(words.flatMap(allergensMeantBy));
  return ALLERGENS.filter((allergen) => named.has(allergen) && allergens?.includes(allergen));
}

function allergensMeantBy(word: string): Allergen[] {
  const everyday = EVERYDAY_WORDS.filter(([pattern]) => pattern.test(word)).flatMap(
    ([, allergens]) => allergens,
  );
  // "brazil" and "pine" mean their nuts, "eggs" means egg.
  const byName = ALLERGENS.filter((allergen) => {
    const [first = allergen] = allergen.toLowerCase().split(' ');
    return word === first || word === `${first}s` || `${word}s` === first;
  });
  return [...everyday, ...byName];
}
