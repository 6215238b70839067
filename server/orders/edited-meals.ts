import type { AgreedItem, EditedItem } from '#domain/ordering/change/edit-order.ts';
import { type MealSnapshot, takeSnapshot } from '#domain/menu/meal-snapshot.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';
import { InvalidRequest } from '#server/errors.ts';

/** An item as the order has it, with what was sold. */
export type AgreedRow = AgreedItem & { personId: number; meal: MealSnapshot };

export type EditedMeal = EditedItem & { meal: MealSnapshot; priceCents: number };

/**
 * Gives each item its meal and price: as agreed while the meal stays the same, as on today's menu otherwise. Staff may
 * choose inactive meals, but none that was deleted. Throws InvalidRequest.
 */
export function mealsOfEdit(
  items: readonly EditedItem[],
  agreed: readonly AgreedRow[],
  mealsById: ReadonlyMap<number, MealRow>,
): EditedMeal[] {
  const fields: Record<string, string> = {};
  const priced = items.flatMap((item, index) => {
    const same = agreed.find(({ id, mealId }) => id === item.agreed?.id && mealId === item.mealId);
    const row = mealsById.get(item.mealId);
    const meal = same?.meal ?? (row && takeSnapshot(row));
    if (!meal) {
      fields[`orderItems.${index}.mealId`] = `There is no meal ${item.mealId} on the menu`;
      return [];
    }
    if (meal.mealType !== item.mealType) {
      fields[`orderItems.${index}.mealType`] = `${meal.name} is a ${meal.mealType}`;
    }
    return [{ ...item, meal, priceCents: same?.priceCents ?? meal.priceCents }];
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  return priced;
}
