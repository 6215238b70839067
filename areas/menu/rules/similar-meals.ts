import type { MealFacts } from './meal-fields.ts';

type Likened = Pick<MealFacts, 'mealType' | 'calories'> & { id: number };

export function similarMeals<Meal extends Likened>(
  meal: Likened,
  menu: readonly Meal[],
  count: number,
): Meal[] {
  const distance = (other: Meal) => Math.abs(other.calories - meal.calories);
  return menu
    .filter((other) => other.mealType === meal.mealType && other.id !== meal.id)
    .toSorted((a, b) => distance(a) - distance(b) || a.id - b.id)
    .slice(0, count);
}
