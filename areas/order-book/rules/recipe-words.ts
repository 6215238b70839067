/** A changed recipe in words: for staff, and for the customer whose meal it was. Ours. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  addedAllergens,
  type Recipe,
  type RecipeFinding,
  voidsOverrides,
} from '#areas/order-book/rules/recipe-change.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import { type Diet, DIETS, dietText } from '#areas/needs/rules/diets.ts';
import { namesText, UNDECLARED } from '#areas/needs/rules/gate/verdict.ts';

/** What follows from the allergens is said by naming them. */
const OTHER_DIETS = DIETS.filter((diet) => diet !== 'gluten free' && diet !== 'dairy free');

/** "almond added, no longer freezable": what staff read in a heading. */
export function describeRecipeChange(before: Recipe, after: Recipe): string {
  const parts = [
    describeAdded(addedAllergens(before, after)),
    after.shelfLifeDays === before.shelfLifeDays
      ? null
      : `keeps ${describeDays(after)} instead of ${describeDays(before)}`,
    before.freezable === true && after.freezable !== true ? 'no longer freezable' : null,
    describeDiets(dietsMissedBy(after, OTHER_DIETS).filter((diet) => fits(before, diet))),
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(', ');
  return voidsOverrides(before, after) ? 'new ingredients' : 'recipe changed';
}

/** "it now contains almond": the end of a sentence to the customer. */
export function describeForCustomer({ added, eatBy, words, dietsLost }: RecipeFinding): string {
  const named = added.filter((name) => name !== UNDECLARED);
  if (named.length > 0) return `it now contains ${listed(named)}`;
  if (added.length > 0) return 'we can no longer tell which allergens it contains';
  if (eatBy !== null) return `it now keeps only until ${formatDayAndMonth(eatBy)}`;
  if (words.length > 0) return `it now contains ${listed(words)}`;
  return `it no longer fits: ${dietsLost.map(dietText).join(', ')}`;
}

function describeAdded(added: readonly string[]): string | null {
  if (added.length === 0) return null;
  const named = namesText(added);
  return named === '' ? 'allergens no longer declared' : `${named} added`;
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
