/** What changed in a recipe, and what that takes from who awaits the meal although it holds nothing. Ours. */
import { type Diet, type FoodNeeds, DIETS, dietText } from '#areas/needs/rules/food-needs.ts';
import { fullListOf } from '#areas/needs/rules/gate/food-facts.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import { UNDECLARED, type Held, namesText } from '#areas/needs/rules/gate/verdict.ts';
import { matcherOf } from '#areas/order-book/rules/special-people.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

/** What of a meal decides who may eat it, and until when. */
export type Recipe = Pick<
  MealWithRecipe,
  | 'allergens'
  | 'ingredients'
  | 'recipeList'
  | 'mayContain'
  | 'dietaryTags'
  | 'shelfLifeDays'
  | 'freezable'
>;

export function recipeOf(meal: Recipe): Recipe {
  const { allergens, ingredients, recipeList, mayContain } = meal;
  const { dietaryTags, shelfLifeDays, freezable } = meal;
  return {
    allergens,
    ingredients,
    recipeList,
    mayContain,
    dietaryTags,
    shelfLifeDays,
    freezable,
  };
}

/** All of a list that was not there before; `undeclared` when a list is gone. */
export function addedAllergens(before: Recipe, after: Recipe): string[] {
  if (after.allergens === null) return before.allergens === null ? [] : [UNDECLARED];
  return after.allergens.filter((allergen) => !before.allergens?.includes(allergen));
}

/** What a portion lost by the change: diets that it fitted, and what its person wrote that they would rather not have. */
export type Lost = { diets: Diet[]; words: string[] };

/** `instructions`, `names`: of the whole order. Without `before`: what it does not meet now. */
export function lostBy(
  { name, diets, note }: Pick<FoodNeeds, 'diets' | 'note'> & { name: string },
  { instructions, names }: { instructions: string; names: readonly string[] },
  { before, after }: { before: Recipe | null; after: Recipe },
): Lost {
  const fitted = diets.filter((diet) => !before || dietsMissedBy(before, [diet]).length === 0);
  const written = [note, ...sentencesFor(name, instructions, names)].join('. ');
  const mentioned = matcherOf(written, names);
  const namedIn = (recipe: Recipe) =>
    mentioned({ name: '', allergens: recipe.allergens, ingredients: fullListOf(recipe) });
  const known = before ? namedIn(before) : [];
  return {
    diets: dietsMissedBy(after, fitted),
    words: namedIn(after).filter((word) => !known.includes(word)),
  };
}

/** Only what names someone else at the table is no concern of this person's. */
function sentencesFor(name: string, text: string, names: readonly string[]): string[] {
  const isIn = (sentence: string, one: string) =>
    ` ${sentence.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(
      ` ${one.toLowerCase()} `,
    );
  return text
    .split(/[.!?;\n]+/u)
    .filter(
      (sentence) =>
        isIn(sentence, name) || !names.some((one) => one !== name && isIn(sentence, one)),
    );
}

// A changed recipe in words: for staff, and for the customer whose meal it was. Ours.

/** What follows from the allergens is said by naming them. */
const OTHER_DIETS = DIETS.filter((diet) => diet !== 'gluten free' && diet !== 'dairy free');

/** "almond added, no longer freezable": what staff read in a heading. */
export function describeRecipeChange(before: Recipe, after: Recipe): string {
  const parts = [
    describeAdded(addedAllergens(before, after)),
    describeTraces(before, after),
    after.shelfLifeDays === before.shelfLifeDays
      ? null
      : `keeps ${describeDays(after)} instead of ${describeDays(before)}`,
    before.freezable === true && after.freezable !== true ? 'no longer freezable' : null,
    describeDiets(dietsMissedBy(after, OTHER_DIETS).filter((diet) => fits(before, diet))),
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(', ');
  return after.ingredients === before.ingredients ? 'recipe changed' : 'new ingredients';
}

type Told = {
  mealName: string;
  personName: string;
  /** What holds it; null: nothing. */
  verdict: Held | null;
  lost: Lost;
  /** False: not the recipe changed, but what its person may eat or when it comes. */
  isNew: boolean;
};

/** Why a meal is swapped, refunded or talked about, as its customer reads it. */
export function describeForCustomer({
  mealName,
  personName,
  verdict,
  lost: { diets, words },
  isNew,
}: Told): string {
  if (verdict?.verdict === 'question' && verdict.question.kind === 'reaction')
    return `We do not know yet what caused ${verdict.question.quote}.`;
  if (verdict?.verdict === 'question')
    return `You wrote “${verdict.question.quote}”, and ${mealName} may not be for ${personName}.`;
  const why = whyOf(verdict, { diets, words });
  return isNew
    ? `The recipe of ${mealName} changed: it now ${why}.`
    : `${mealName} ${why}: it is not for ${personName}.`;
}

/** On their own page. `next`: what they can do about it; empty: nothing. */
export function heldForCustomer(
  told: Omit<Told, 'lost'> & { verdict: Held; next: string },
): string {
  const { mealName, personName, verdict, next } = told;
  if (verdict.verdict !== 'clash')
    return `We are checking ${mealName} for ${personName} and will call you.`;
  const why = describeForCustomer({ ...told, lost: { diets: [], words: [] } });
  return [why, `${personName}’s is on hold.`, ...(next === '' ? [] : [`${next}.`])].join(' ');
}

/** What a customer can do about a meal on hold. */
export function nextOfHold(canChange: boolean, phone: string): string {
  const choices = 'another meal or your money back';
  return canChange ? `Choose ${choices}, or call ${phone}` : `For ${choices}, call ${phone}`;
}

/** It follows "it now", or the name of the meal. */
function whyOf(
  verdict: Exclude<Held, { verdict: 'question' }> | null,
  { diets, words }: Lost,
): string {
  switch (verdict?.verdict) {
    case 'clash':
      return `contains ${listed([...verdict.allergens, ...verdict.words])}`;
    case 'undeclared':
      return verdict.words.length > 0
        ? `may contain ${listed(verdict.words)}`
        : 'has allergens that we cannot name';
    case 'thrown_out':
      return 'failed a food safety check';
    case 'will_not_keep':
      return `keeps only until ${formatDayAndMonth(verdict.eatBy)}`;
    case undefined:
      if (words.length > 0) return `contains ${listed(words)}`;
      return diets.length > 0
        ? `does not fit: ${diets.map(dietText).join(', ')}`
        : 'has other ingredients';
  }
}

function describeAdded(added: readonly string[]): string | null {
  if (added.length === 0) return null;
  const named = namesText(added);
  return added.includes(UNDECLARED) ? 'allergens no longer declared' : `${named} added`;
}

function describeTraces(before: Recipe, after: Recipe): string | null {
  const added = after.mayContain?.filter((one) => !before.mayContain?.includes(one)) ?? [];
  return added.length === 0 ? null : `may contain ${namesText(added)}`;
}

function describeDays({ shelfLifeDays }: Recipe): string {
  if (shelfLifeDays === null) return 'an unknown time';
  return shelfLifeDays === 1 ? '1 day' : `${shelfLifeDays} days`;
}

function describeDiets(lost: readonly Diet[]): string | null {
  return lost.length === 0 ? null : `no longer fits: ${lost.map(dietText).join(', ')}`;
}

function fits(recipe: Recipe, diet: Diet): boolean {
  return dietsMissedBy(recipe, [diet]).length === 0;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
