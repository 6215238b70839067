/** What one source says of people added to what another knows of them, by name: nothing that was said once is lost. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { type FoodNeeds, unitedNeeds, type Diet } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type NamedNeeds = { name: string } & Pick<FoodNeeds, 'allergens' | 'avoid'>;

export type AddedNeeds = { personName: string; allergens: Allergen[]; avoid: string[] };

/** The people of `known` alone, each with both, and who got what that was new of them. */
export function unitePeople<P extends NamedNeeds>(
  known: readonly P[],
  said: readonly NamedNeeds[],
): { people: P[]; added: AddedNeeds[] } {
  const added: AddedNeeds[] = [];
  const people = known.map((person) => {
    const sameName = said.find(({ name }) => personKey(name) === personKey(person.name));
    if (!sameName) return person;
    const united = unitedNeeds(person, sameName);
    const allergens = united.allergens.filter((name) => !person.allergens.includes(name));
    const avoid = united.avoid.filter((word) => !person.avoid.includes(word));
    if (allergens.length === 0 && avoid.length === 0) return person;
    added.push({ personName: person.name, allergens, avoid });
    return { ...person, ...united };
  });
  return { people, added };
}

// Why a meal is not for someone's diet, in the words of a menu.

/** Nobody vouches for the opposite either: a meal without a tag may be halal, and one without ingredients lean. */
const MISSED: Partial<Record<Diet, string>> = {
  'gluten free': 'may have wheat, rye, barley or oats in the recipe',
  'dairy free': 'may have milk in the recipe',
  halal: 'not marked halal',
  kosher: 'not marked kosher',
  'no pork': 'may contain pork',
  'no beef': 'may contain beef',
  'low FODMAP': 'not marked low FODMAP',
};

/** "not vegetarian, may contain pork". */
export function missedDietsText(diets: readonly Diet[]): string {
  return diets.map((diet) => MISSED[diet] ?? `not ${diet}`).join(', ');
}
