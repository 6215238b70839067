/**
 * Allergens as people choose and read them: one tap for all tree nuts, because up to a third of those allergic to one
 * react to others (FSANZ P1044); stored by their single names. Ours.
 */
import { type Allergen, ALLERGENS, TREE_NUTS } from '#areas/needs/rules/allergens.ts';

export type AllergenGroup = { name: string; allergens: readonly Allergen[] };

/** Crustacean and mollusc rarely react across, but "shellfish" means both (ASCIA). */
export const ALLERGEN_GROUPS: readonly AllergenGroup[] = [
  { name: 'All tree nuts', allergens: TREE_NUTS },
  { name: 'Peanut', allergens: ['peanut'] },
  { name: 'Milk', allergens: ['milk'] },
  { name: 'Egg', allergens: ['egg'] },
  { name: 'Gluten and wheat', allergens: ['wheat', 'gluten'] },
  { name: 'Soy', allergens: ['soy'] },
  { name: 'Sesame', allergens: ['sesame'] },
  { name: 'Fish', allergens: ['fish'] },
  { name: 'Shellfish', allergens: ['crustacean', 'mollusc'] },
];

/** Behind "More": for those who can be more exact. */
export const FURTHER_GROUPS: readonly AllergenGroup[] = [
  { name: 'All seafood', allergens: ['fish', 'crustacean', 'mollusc'] },
  ...(
    [...TREE_NUTS, 'wheat', 'gluten', 'crustacean', 'mollusc', 'lupin', 'sulphites'] as const
  ).map((allergen) => ({ name: capitalised(allergen), allergens: [allergen] })),
];

export type GroupState = 'on' | 'partly' | 'off';

export function groupState(chosen: readonly Allergen[], { allergens }: AllergenGroup): GroupState {
  const count = allergens.filter((allergen) => chosen.includes(allergen)).length;
  if (count === 0) return 'off';
  return count === allergens.length ? 'on' : 'partly';
}

/** A half-chosen group becomes whole. In legal order. */
export function toggleGroup(chosen: readonly Allergen[], group: AllergenGroup): Allergen[] {
  const isOn = groupState(chosen, group) === 'on';
  return ALLERGENS.filter((allergen) =>
    group.allergens.includes(allergen) ? !isOn : chosen.includes(allergen),
  );
}

/** "all tree nuts, peanut": as short as it can be said without leaving one out. */
export function allergenText(allergens: readonly Allergen[]): string {
  const groups = ALLERGEN_GROUPS.filter((group) => groupState(allergens, group) === 'on');
  const inGroups = groups.flatMap((group) => group.allergens);
  const single = ALLERGENS.filter(
    (allergen) => allergens.includes(allergen) && !inGroups.includes(allergen),
  );
  return [...groups.map(({ name }) => name.toLowerCase()), ...single].join(', ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
