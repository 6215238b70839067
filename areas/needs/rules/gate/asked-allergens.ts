/** Which allergens a word to leave out stands for, as customers write it: "dairy", "lactose", "cheese" are milk. Ours. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { ALLERGEN_PHRASES } from '#areas/needs/rules/food-notes/allergen-phrases.ts';
import { close } from '#areas/needs/rules/gate/food-words.ts';

let known: ReadonlyMap<string, readonly Allergen[]> | null = null;

/** In legal order; whoever leaves out wheat leaves out gluten and the other way round. Empty: no allergen of the law. */
export function allergensAsked(phrase: string): readonly Allergen[] {
  known ??= new Map(
    ALLERGEN_PHRASES.flatMap(([allergens, phrases]) =>
      phrases.split(', ').map((one) => [close(one), withGrain(allergens)] as const),
    ),
  );
  return known.get(close(phrase)) ?? [];
}

function withGrain(allergens: readonly Allergen[]): Allergen[] {
  const isGrain = (one: Allergen) => one === 'wheat' || one === 'gluten';
  const hasGrain = allergens.some(isGrain);
  return ALLERGENS.filter((one) => allergens.includes(one) || (hasGrain && isGrain(one)));
}
