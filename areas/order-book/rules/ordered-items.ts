import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type FoodNeeds, needsIn } from '#areas/needs/rules/food-needs.ts';
import { type Person } from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

export type OrderedItem = {
  personName: string;
  mealId: number;
  mealType: MealType;
  mealDate: PlainDate;
  deliveryDate: PlainDate;
  deliveryWindow: DeliveryWindow;
};

export type OrderedFor = { name: string; calorieTarget: number } & FoodNeeds;

/** Everyone with their own meals, in the order of the items. */
export function seatPeople(people: readonly OrderedFor[], items: readonly OrderedItem[]): Person[] {
  return people.map(({ name, calorieTarget, ...needs }) => ({
    name,
    calorieTarget,
    ...needsIn(needs),
    mealAssignments: items
      .filter(({ personName }) => personKey(personName) === personKey(name))
      .map(({ mealDate: date, mealType, mealId }) => ({ date, mealType, mealId })),
  }));
}

/** For the delivery dates that arrive in another window than most. */
export function otherWindows(
  items: readonly OrderedItem[],
  deliveryWindow: DeliveryWindow | null,
): Record<PlainDate, DeliveryWindow> {
  return Object.fromEntries(
    items
      .filter((item) => item.deliveryWindow !== deliveryWindow)
      .map((item) => [item.deliveryDate, item.deliveryWindow]),
  );
}

/**
 * The order at the prices that the server has just quoted, offers included: what the customer agrees to and is charged.
 */
export type QuotedAmounts = Pick<PreparedOrder, 'subtotal' | 'deliveryFee' | 'tax' | 'total'> & {
  items: { mealId: number; price: string }[];
};

export function atQuotedPrices(order: PreparedOrder, quote: QuotedAmounts): PreparedOrder {
  const priceOf = new Map(quote.items.map((item) => [item.mealId, item.price]));
  return {
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      price: priceOf.get(item.mealId) ?? item.price,
    })),
    subtotal: quote.subtotal,
    deliveryFee: quote.deliveryFee,
    tax: quote.tax,
    total: quote.total,
  };
}
