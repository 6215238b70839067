/** A meal as an order remembers it, whatever becomes of the meal later. */
import type { Allergen } from '#domain/menu/allergens.ts';
import type { MealFacts, MealNutrition } from '#domain/menu/meal.ts';

/** What labels say of a meal. */
export type LabelledMeal = MealNutrition &
  Pick<
    MealFacts,
    | 'name'
    | 'ingredients'
    | 'allergens'
    | 'shelfLifeDays'
    | 'freezable'
    | 'storageText'
    | 'heatingText'
  >;

export type MealSnapshot = Omit<LabelledMeal, 'allergens'> &
  Pick<MealFacts, 'priceCents' | 'mealType'> & { allergens: Allergen[] | null };
