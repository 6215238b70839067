/** The model in the middle of a sequence: what was read of the kitchen last, and what people said. */
import {
  FOODS,
  holdOf,
  type AgreedFood,
  type Guest,
  type ModelRecipe,
} from '#quality/food/food-model.ts';
import type { CaseMeal, Kitchen } from '#quality/food/kitchen.ts';
import type { SaidOfPortion } from '#quality/food/read-kitchen.ts';

/** For the kitchen, the last that was read; of what people said, all. */
export type Model = {
  now: string;
  meals: Map<string, Map<number, ModelRecipe>>;
  portions: Map<string, SaidOfPortion>;
  status: Map<string, string>;
  pending: Set<string>;
  /** Day and window by order. */
  runs: Map<string, { date: string; window: string }>;
  movedAt: Map<string, string>;
  guests: Map<string, Guest>;
  agreed: Map<string, AgreedFood>;
  marks: Map<string, 'ticked' | 'missing'>;
  /** By order and person: what a packer looked at. */
  checked: Map<string, string>;
};

/** `moves`: orders whose portions may be other food after it. */
export type StepOutcome = {
  did: boolean;
  /** For what was done, where a step may be one of several. */
  name?: string;
  moves?: string[];
  versions?: (portion: string) => number[];
};
export type FoodStep = { name: string; take: (model: Model, k: Kitchen) => Promise<StepOutcome> };

export const NOTHING: StepOutcome = { did: false };
export const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % (list.length || 1)];
export const isToday = ({ now, runs }: Model, key: string) =>
  runs.get(key)!.date === now.slice(0, 10);
export const listPortions = ({ portions }: Model, key: string, name = '') =>
  [...portions].filter(([portion]) => portion.startsWith(`${key}/${name}`));
export const guestOf = (portion: string) => portion.split('/').slice(0, 2).join('/');
export const mealOf = (portion: string) => portion.split('/')[2]!;

export function listRecipes(
  { meals }: Model,
  portion: string,
  versions: readonly number[],
): ModelRecipe[] {
  const known = meals.get(mealOf(portion))!;
  return (versions.length > 0 ? versions : [Math.max(...known.keys())]).map((one) =>
    known.get(one)!,
  );
}

export function expectedHold(model: Model, portion: string, said: SaidOfPortion): string | null {
  return holdOf({
    guest: model.guests.get(guestOf(portion))!,
    recipes: listRecipes(model, portion, said.versions),
    daysKept: (Date.parse(said.eaten) - Date.parse(said.cookedFor)) / 86_400_000,
    agreed: model.agreed.get(portion) ?? null,
  });
}

/** What a packer reads of a person: with other words it is to be looked at again. */
export function wordsToCheck(model: Model, guest: string): string {
  const portionStates = listPortions(model, guest).map(([portion, { versions }]) => [
    portion,
    listRecipes(model, portion, versions)
      .flatMap(({ food }) => FOODS[food]!.allergens ?? ['not known'])
      .toSorted(),
  ]);
  return JSON.stringify([model.guests.get(guest), portionStates]);
}

export function foodAsSent({ food, shelf, freezable }: ModelRecipe): Partial<CaseMeal> {
  const { text, allergens } = FOODS[food]!;
  return { ingredients: text, allergens: allergens && [...allergens], shelf, freezable };
}

export function voidChecks({ checked }: Model, key: string) {
  for (const guest of checked.keys()) if (guest.startsWith(`${key}/`)) checked.delete(guest);
}
