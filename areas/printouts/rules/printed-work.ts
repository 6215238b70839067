/** The pots and recipes that a prep sheet says, so that a plan which changes afterwards is noticed. */
import { compareText } from '#platform/rules/compare-text.ts';

/** `id`: of the pot at the bench. */
type PrintedPot = { id: string; name: string; makes: string; startBy: string };
/** `recipe`: its version; null: none. */
type PrintedRecipe = { mealId: number; name: string; recipe: number | null };

export type PrintedWork = { pots: PrintedPot[]; recipes: PrintedRecipe[] };

/** `madeIds`: pots that need no sheet any more. */
export type WorkNow = PrintedWork & { madeIds: string[] };

/** A line for each pot and recipe that is otherwise by now, what falls away first. */
export function workChanges(was: PrintedWork, now: WorkNow): string[] {
  const isMade = new Set(now.madeIds);
  const printed = new Map(was.pots.map((pot) => [pot.id, pot]));
  const planned = new Map(now.pots.map((pot) => [pot.id, pot]));
  const gone = was.pots.filter(({ id }) => !planned.has(id) && !isMade.has(id));
  const others = now.pots.flatMap(({ id, name, makes, startBy }) => {
    const before = printed.get(id);
    if (!before) return [`+ ${name}: ${makes}, start by ${startBy}`];
    const change = [
      ...(before.makes === makes ? [] : [`${before.makes} → ${makes}`]),
      ...(before.startBy === startBy ? [] : [`start by ${before.startBy} → ${startBy}`]),
    ];
    return change.length === 0 ? [] : [`${name}: ${change.join(', ')}`];
  });
  const versions = new Map(was.recipes.map(({ mealId, recipe }) => [mealId, recipe]));
  const recipes = now.recipes
    .filter(({ mealId, recipe }) => versions.has(mealId) && versions.get(mealId) !== recipe)
    .map(({ name }) => `Trays of ${name}: the recipe has changed, weigh by the bench`);
  return [
    ...gone.map(({ name, makes }) => `− ${name}: ${makes}`),
    ...others.toSorted(compareText),
    ...recipes.toSorted(compareText),
  ];
}
