import type { StaffMealReply } from '#contract/meals.ts';

/** On-screen names of a meal's fields; fields that staff cannot change are left out. */
const LABELS: Partial<Record<keyof StaffMealReply, string>> = {
  name: 'Name',
  description: 'Description',
  imageUrl: 'Picture',
  mealType: 'Meal type',
  price: 'Price',
  isActive: 'On the menu',
  calories: 'Calories',
  protein: 'Protein',
  carbs: 'Carbs',
  fat: 'Fat',
  saturatedFat: 'Saturated fat',
  sugars: 'Sugars',
  sodium: 'Sodium',
  servingGrams: 'Serving size',
  prepTime: 'Prep time',
  ingredients: 'Ingredients',
  allergens: 'Allergens',
  shelfLifeDays: 'Shelf life',
  freezable: 'Freezing',
  storage: 'Storage',
  heating: 'Heating',
  availableFrom: 'Available from',
  availableTo: 'Available to',
};

/** Null: not shown. */
export function mealFieldLabel(field: string): string | null {
  return Object.entries(LABELS).find(([known]) => known === field)?.[1] ?? null;
}
