import type { IngredientReply, RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { StoredBook, StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';

/** What is in use of the book, by name. */
export function toBookReply(book: StoredBook, business: BusinessFacts): RecipeBookReply {
  return {
    ingredients: [...book.ingredients.values()]
      .filter(isKept)
      .toSorted(byName)
      .map(toIngredientReply),
    components: [...book.components.values()].filter(isKept).toSorted(byName),
    meals: [...book.meals.values()],
    includesGst: business.gstRegistered,
  };
}

export function toIngredientReply({ pack, ...ingredient }: StoredIngredient): IngredientReply {
  return {
    ...ingredient,
    pack,
    checkedAt: ingredient.checkedAt?.toISOString() ?? null,
  };
}

function isKept({ archivedAt }: { archivedAt: Date | null }): boolean {
  return archivedAt === null;
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en-AU');
}
