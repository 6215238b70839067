/** Meals for tests: valid by default; a test states only what it is about. */
import type { MealReply, MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import {
  type MealField,
  type MealWithRecipe,
  listMealFields,
  rowOf,
} from '#areas/menu/rules/meal-fields.ts';
import { mealSlug } from '#areas/menu/rules/meal.ts';

/** As staff send it, with the spec's fields only. */
export function aMealRequest(change: Partial<MealRequest> = {}) {
  return {
    name: 'Butter Chicken',
    description: 'Chicken in a tomato and butter sauce.',
    imageUrl: null,
    calories: 560,
    protein: 39,
    carbs: 50,
    fat: 20,
    price: '14.99',
    mealType: 'dinner',
    isActive: true,
    ...change,
  } satisfies MealRequest;
}

/** On the menu, with nothing said beyond the spec's fields; one that declares its allergens lists its ingredients too. */
export function anOrderedMeal(change: Partial<MealReply> = {}): MealReply {
  const ingredients = change.allergens ? 'Chicken, rice' : '';
  const meal = { ...mealOnTheWire(mealFactsFrom(aMealRequest())), ingredients, ...change };
  return { id: 1, slug: mealSlug(meal.name), ...meal };
}

/** With something in every field, most often the least that it can hold; its list names what it declares. */
export function aFullMeal(change: Partial<MealWithRecipe> = {}): MealWithRecipe {
  const facts = listMealFields().map((field) => [field, leastOf(field)]);
  return {
    ...(Object.fromEntries(facts) as MealWithRecipe),
    // With the least of all four it would be a meal whose nutrition nobody has entered.
    calories: 2,
    proteinGrams: 1,
    ingredients: 'Wheat.',
    allergens: ['wheat', 'gluten'],
    recipeList: '',
    ...change,
  };
}

function leastOf(field: MealField): unknown {
  const { names, value } = rowOf(field);
  switch (value.type) {
    case 'text':
      return `${names.label}.`;
    case 'number':
    case 'price':
      return value.min;
    case 'choice':
      return value.of[0];
    case 'list':
      return value.of.slice(0, 1);
    case 'yes/no':
      return false;
    case 'date':
      return '2026-01-31';
    case 'picture':
      return 'https://pictures.example/meal.jpg';
  }
}
