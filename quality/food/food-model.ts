/** Who may eat what, and which step is refused, in a few rules of its own: no function of the software judges a portion here. */

/** What the kitchen may put into a meal. `names`: what an avoided word finds in its list; `hides`: what it may hide. */
export const FOODS = [
  { text: 'Rice, chicken', allergens: [], names: [], hides: [] },
  { text: 'Rice, butter (milk)', allergens: ['milk'], names: [], hides: [] },
  { text: 'Rice, sesame oil (sesame)', allergens: ['sesame'], names: [], hides: [] },
  { text: 'Butter (milk), tahini (sesame)', allergens: ['milk', 'sesame'], names: [], hides: [] },
  { text: 'Rice, relish (tomato, red capsicums)', allergens: [], names: ['capsicum'], hides: [] },
  { text: 'Rice, spring onions', allergens: [], names: ['onion'], hides: [] },
  { text: 'Rice, spices', allergens: [], names: [], hides: ['capsicum', 'onion'] },
  { text: '', allergens: null, names: [], hides: [] },
] as const;

export type ModelRecipe = { food: number; shelf: number; freezable: boolean };
/** `asks`: an allergen that their note speaks of, and nobody has answered. */
export type Guest = { allergens: string[]; avoid: string[]; asks: string | null };
/** A portion as it lies there: which recipes it is, for whom, and how long it has to keep. */
export type Lying = {
  guest: Guest;
  recipes: ModelRecipe[];
  daysKept: number;
  agreed: AgreedFood | null;
};
export type AgreedFood = { names: string[]; food: string };

/** What is agreed is about this food and no other. */
export const foodNames = (recipes: readonly ModelRecipe[]) =>
  [...new Set(recipes.map(({ food }) => food))].toSorted().join();

export function holdOf({ guest, recipes, daysKept, agreed }: Lying): string | null {
  const foods = recipes.map(({ food }) => FOODS[food]!);
  const mayHave = new Set<string>(foods.flatMap(({ hides }) => [...hides]));
  const isUnknown = foods.some(({ allergens }) => allergens === null);
  // A batch of which one recipe declares nothing declares nothing; what its lists name is in it.
  const declared = isUnknown ? [] : foods.flatMap(({ allergens }) => [...(allergens ?? [])]);
  const has = new Set<string>([...declared, ...foods.flatMap(({ names }) => [...names])]);
  const found = [...guest.allergens, ...guest.avoid].filter((one) => has.has(one));
  const isAgreed =
    agreed?.food === foodNames(recipes) && found.every((one) => agreed.names.includes(one));
  if (found.length > 0 && !isAgreed) return 'clash';
  if (found.length === 0 && guest.allergens.length + guest.avoid.length > 0)
    if (isUnknown || guest.avoid.some((word) => mayHave.has(word))) return 'undeclared';
  const keeps = recipes.every(({ freezable }) => freezable);
  if (!keeps && daysKept > Math.min(...recipes.map(({ shelf }) => shelf))) return 'will_not_keep';
  const isAsked = guest.asks !== null && !guest.allergens.includes(guest.asks);
  return isAsked && (isUnknown || has.has(guest.asks!)) ? 'question' : null;
}

export type Bag = {
  status: string;
  isPending: boolean;
  minutesEarly: number;
  portions: { isHeld: boolean; mark: 'open' | 'ticked' | 'missing' }[];
  /** Someone with needs gets something of it, and nobody looked at it as it is. */
  isUnchecked: boolean;
};

/** The code that it is refused with; null: it is taken. */
export function expectedRefusal(
  bag: Bag,
  to: string,
  by: string,
  confirm: readonly string[],
): string | null {
  const isOnBench = bag.status === 'planned' || bag.status === 'cooked';
  const isPacking = isOnBench && to === 'packed';
  const isLeaving = to === 'out' && bag.status !== 'delivered';
  if (!(bag.status === 'planned' && to === 'cooked') && !isPacking && !isLeaving) return null;
  const says = (code: string, ...who: string[]) => who.includes(by) && confirm.includes(code);
  const left = bag.portions.filter(({ mark }) => mark !== 'missing');
  if (left.some(({ isHeld }) => isHeld)) return 'allergy_open';
  if (isLeaving && bag.isPending) return 'undecided';
  if (isLeaving && bag.minutesEarly > 120 && !says('too_early', 'driver', 'office'))
    return 'too_early';
  if (isPacking && left.some(({ mark }) => mark === 'open') && !says('not_ticked', 'office'))
    return 'not_ticked';
  if ((isPacking || isLeaving) && bag.isUnchecked && !says('not_checked', 'office'))
    return 'not_checked';
  if (isPacking && left.length === 0) return 'nothing_packed';
  if (isPacking && left.length < bag.portions.length && !says('short', 'packer', 'office'))
    return 'short';
  if (isLeaving && isOnBench && !says('not_packed', 'driver', 'office')) return 'not_packed';
  return null;
}
