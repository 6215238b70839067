import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { DeliveryPreference } from '#areas/order-book/rules/order-draft.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

const LUNCH_ENDS = 14 * 60;
const DINNER_STARTS = 15 * 60 + 30;

/** Whether this portion is eaten warm when it comes: today's lunch by 2pm, or today's dinner from 3:30pm. All else comes cold. */
export function isWarmPortion(
  preference: DeliveryPreference,
  {
    mealType,
    mealDate,
    deliveryDate,
    deliveryWindow,
  }: {
    mealType: MealType;
    mealDate: PlainDate;
    deliveryDate: PlainDate;
    deliveryWindow: DeliveryWindow;
  },
): boolean {
  if (preference !== 'warm' || mealDate !== deliveryDate) return false;
  const { startMinute, endMinute } = minutesOf(deliveryWindow);
  return mealType === 'lunch' ? endMinute <= LUNCH_ENDS : startMinute >= DINNER_STARTS;
}
