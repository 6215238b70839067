import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { AmountText, Id, MealTypeText, PlainDateText } from '#contract/wire-values.ts';
import { ALLERGENS } from '#domain/menu/allergens.ts';

export const MealReply = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  calories: z.int(),
  protein: z.int(),
  carbs: z.int(),
  fat: z.int(),
  price: AmountText,
  mealType: MealTypeText,
  isActive: z.boolean(),
  prepTime: z.int(),
  ingredients: z.string(),
  /** Null: not declared ("Allergens: ask us"). Empty: declared to contain none. */
  allergens: z.array(z.enum(ALLERGENS)).nullable(),
  saturatedFat: z.number().nullable(),
  sugars: z.number().nullable(),
  sodium: z.int().nullable(),
  servingGrams: z.int().nullable(),
  shelfLifeDays: z.int().nullable(),
  storage: z.string(),
  heating: z.string(),
  availableFrom: PlainDateText.nullable(),
  availableTo: PlainDateText.nullable(),
});
export type MealReply = z.infer<typeof MealReply>;

export const listMeals = endpoint({
  method: 'GET',
  path: '/api/meals',
  access: 'public',
  summary: 'The menu: active meals',
  reply: z.array(MealReply),
});
