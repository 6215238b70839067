import type { MealReply, StaffMealReply } from '#contract/meals.ts';
import { formatAmount } from '#domain/money.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';

/** A meal as it goes over the wire. */
export function toMealReply(meal: MealRow): MealReply {
  return {
    id: meal.id,
    name: meal.name,
    description: meal.description,
    imageUrl: meal.imageUrl,
    calories: meal.calories,
    protein: meal.proteinGrams,
    carbs: meal.carbsGrams,
    fat: meal.fatGrams,
    price: formatAmount(meal.priceCents),
    mealType: meal.mealType,
    isActive: meal.isActive,
    prepTime: meal.prepMinutes,
    ingredients: meal.ingredients,
    allergens: meal.allergens,
    saturatedFat: meal.saturatedFatGrams,
    sugars: meal.sugarsGrams,
    sodium: meal.sodiumMg,
    servingGrams: meal.servingGrams,
    shelfLifeDays: meal.shelfLifeDays,
    freezable: meal.freezable,
    storage: meal.storageText,
    heating: meal.heatingText,
    availableFrom: meal.availableFrom,
    availableTo: meal.availableTo,
  };
}

export function toStaffMealReply(meal: MealRow): StaffMealReply {
  return {
    ...toMealReply(meal),
    version: meal.version,
    archivedAt: meal.archivedAt?.toISOString() ?? null,
  };
}
