/** What changed in a recipe, and what that takes from who awaits the meal although it holds nothing. Ours. */
import type { Diet, FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { fullListOf } from '#areas/needs/rules/gate/food-facts.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import { UNDECLARED } from '#areas/needs/rules/gate/verdict.ts';
import { matcherOf } from '#areas/order-book/rules/special-people.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';

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
