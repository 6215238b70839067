import { type MealSnapshot, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { ChangedItem, OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

/** `id` is null for a new item. */
export type PricedChange = ChangedItem & Pick<OrderItem, 'meal' | 'priceCents' | 'feeDate'>;

/**
 * Gives each item its meal and price: as agreed while the meal stays the same, otherwise from today's menu. Staff may
 * choose inactive meals, but not deleted ones. Throws InvalidRequest.
 */
export function mealsOfEdit(
  items: readonly ChangedItem[],
  agreed: readonly OrderItem[],
  mealsById: ReadonlyMap<number, MealRow>,
  { keepsPrices = false }: Pick<OrderChange, 'keepsPrices'> = {},
): PricedChange[] {
  const fields: Record<string, string> = {};
  const priced = items.flatMap((item, index) => {
    const was = agreed.find(({ id }) => id === item.id);
    const same = was?.mealId === item.mealId ? was : undefined;
    const row = mealsById.get(item.mealId);
    const meal: MealSnapshot | undefined = same?.meal ?? (row && takeSnapshot(row));
    if (!meal) {
      fields[`orderItems.${index}.mealId`] = `Meal ${item.mealId} is not on the menu`;
      return [];
    }
    if (meal.mealType !== item.mealType) {
      fields[`orderItems.${index}.mealType`] = `${meal.name} is a ${meal.mealType}`;
    }
    const agreedCents = (keepsPrices ? was : same)?.priceCents;
    const priceCents = item.isFree === true ? 0 : (agreedCents ?? meal.priceCents);
    // What a change brings on another date is charged for that one.
    const feeDate = was?.deliveryDate === item.deliveryDate ? was.feeDate : item.deliveryDate;
    return [{ ...item, meal, priceCents, feeDate }];
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  return priced;
}
