/** The nutrition information panel of a label: average quantities per serving and per 100 g. Food Standards Code 1.2.8. */
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import type { MealNutrition } from '#areas/menu/rules/meal-fields.ts';

/** Shown for an unknown amount: never a zero. */
export const NOT_KNOWN = 'ask us';

export type NutritionRow = {
  /** Empty: the amount above in another unit. A dash: part of the one above. */
  name: string;
  perServe: string;
  per100g: string;
};

export type NutritionPanel = {
  /** "415 g", or NOT_KNOWN. */
  servingSize: string;
  rows: NutritionRow[];
};

/** The rows, in the order food law requires. */
export function nutritionPanel(meal: MealNutrition): NutritionPanel {
  const { servingGrams } = meal;
  const row = (name: string, amount: number | null, print: (amount: number) => string) => ({
    name,
    perServe: amount === null ? NOT_KNOWN : print(amount),
    per100g:
      amount === null || servingGrams === null ? NOT_KNOWN : print((amount * 100) / servingGrams),
  });
  return {
    servingSize: servingGrams === null ? NOT_KNOWN : `${servingGrams} g`,
    rows: [
      row('Energy', meal.calories, (calories) => `${kilojoules(calories)} kJ`),
      row('', meal.calories, (calories) => `${Math.round(calories)} Cal`),
      row('Protein', meal.proteinGrams, printGrams),
      row('Fat, total', meal.fatGrams, printGrams),
      row('– saturated', meal.saturatedFatGrams, printGrams),
      row('Carbohydrate', meal.carbsGrams, printGrams),
      row('– sugars', meal.sugarsGrams, printGrams),
      row('Sodium', meal.sodiumMg, (mg) => `${Math.round(mg)} mg`),
    ],
  };
}

function printGrams(grams: number): string {
  return `${grams.toFixed(1)} g`;
}
