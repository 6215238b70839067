import type { LabelledMeal } from '#domain/kitchen/label-order.ts';
import type { MealRow } from './meals.ts';

/** The meal as sold, recorded on the order whatever becomes of the meal later. */
export type MealSnapshot = Pick<MealRow, keyof LabelledMeal | 'priceCents' | 'mealType'>;
