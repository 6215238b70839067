/**
 * The allergens that Australian food law makes us declare, in the plain words it prescribes. Food Standards Code 1.2.3
 * and Schedule 9.
 */
import { capitalised } from '#platform/rules/capitalised.ts';

/** Each nut has to be named individually. */
export const TREE_NUTS = [
  'almond',
  'Brazil nut',
  'cashew',
  'hazelnut',
  'macadamia',
  'pecan',
  'pine nut',
  'pistachio',
  'walnut',
] as const;

/**
 * Barley, rye and oats are not listed by name: the law declares them as gluten and names the grain in the ingredients.
 */
export const ALLERGENS = [
  'wheat',
  'gluten',
  ...TREE_NUTS,
  'peanut',
  'milk',
  'egg',
  'fish',
  'crustacean',
  'mollusc',
  'soy',
  'sesame',
  'lupin',
  'sulphites',
] as const;

export type Allergen = (typeof ALLERGENS)[number];

export function isAllergen(text: string): text is Allergen {
  return ALLERGENS.some((allergen) => allergen === text);
}

/** The line shown wherever a meal is. Null (not declared) never reads as "none". */
export function allergenStatement(allergens: readonly Allergen[] | null): string {
  if (allergens === null) return 'Allergens: ask us';
  if (allergens.length === 0) return 'No declared allergens';
  return `Contains: ${ALLERGENS.filter((allergen) => allergens.includes(allergen)).join(', ')}`;
}

const NAMES_IN_INGREDIENTS: Partial<Record<Allergen, string>> = {
  gluten: 'wheat|barley|rye|oat',
  soy: 'soy|soya|soybean',
};

/** Milks of these are none. */
const PLANT_MILKS = 'coconut|oat|almond|soya?|rice|cashew|macadamia|hemp|plant|based|pea';

/** Where an ingredient list names an allergen, as the source of a regular expression; "coconut milk" is not milk. */
export function allergenPattern(allergen: Allergen): string {
  const names = NAMES_IN_INGREDIENTS[allergen] ?? allergen;
  const notOfPlants = allergen === 'milk' ? `(?<!\\b(?:${PLANT_MILKS})[ -])` : '';
  return `${notOfPlants}\\b(?:${names})s?\\b`;
}

/** By the name that the law prescribes. */
export function isNamedPlainly(text: string, allergen: Allergen): boolean {
  return new RegExp(allergenPattern(allergen), 'iu').test(text);
}

/** Declared allergens that the ingredient list does not name; food law requires them in both places. */
export function allergensNotNamedIn(
  ingredients: string,
  allergens: readonly Allergen[],
): Allergen[] {
  return allergens.filter((allergen) => !isNamedPlainly(ingredients, allergen));
}

/**
 * Allergens as people choose and read them: one tap for all tree nuts, because up to a third of those allergic to one
 * react to others (FSANZ P1044); stored by their single names. Ours.
 */
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

type GroupState = 'on' | 'partly' | 'off';

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
