import { deriveMeal, type DerivedMeal } from '#areas/menu/rules/recipe/derive-meal.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import type { StoredBook } from './load-recipe-book.ts';

type Undeclared = Pick<DerivedMeal['allergens'], 'missing' | 'unchecked'>;

/** What keeps a meal from declaring what it declares; null: nothing, or it declares nothing. */
export function undeclaredIn(book: StoredBook, meal: MealRow): Undeclared | null {
  const recipe = book.meals.get(meal.id);
  if (!recipe || meal.allergens === null || meal.archivedAt) return null;
  const { allergens } = deriveMeal(recipe, meal, recipe.allergenReasons, book, {
    includesGst: false,
  });
  const { missing, unchecked, maySave } = allergens;
  return maySave ? null : { missing, unchecked };
}
