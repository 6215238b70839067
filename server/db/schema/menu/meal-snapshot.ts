import type { LabelledMeal } from '#domain/kitchen/label-order.ts';
import type { MealRow } from './meals.ts';

/** What an order remembers of a meal, whatever becomes of the meal later. */
export type MealSnapshot = Pick<MealRow, keyof LabelledMeal | 'priceCents' | 'mealType'>;
