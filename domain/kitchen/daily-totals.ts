/**
 * What the kitchen cooks and packs on a day: totals by meal and window, then a packing list, special orders first. Spec
 * 2, Daily Prep.
 */
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { compareText } from '#domain/kitchen/compare-text.ts';
import { type CookedMeal, specialWords } from '#domain/kitchen/special-orders.ts';
import type { MealType } from '#domain/menu/meal.ts';
import type { DeliveryPreference } from '#domain/ordering/draft/order-draft.ts';
import type { OrderStatus } from '#domain/ordering/status/order-status.ts';

export type PackedItem = CookedMeal & {
  mealId: number;
  mealType: MealType;
  mealDate: string;
  personName: string;
};

/** What one order gets in one window of the day. */
export type PackedOrder = {
  orderNumber: string;
  status: OrderStatus;
  window: DeliveryWindow;
  deliveryPreference: DeliveryPreference;
  specialInstructions: string;
  items: readonly PackedItem[];
};

export type Counts = { meals: number; lunch: number; dinner: number; warm: number; cold: number };

export type MealTotal = {
  mealId: number;
  name: string;
  mealType: MealType;
  count: number;
  warm: number;
  cold: number;
};

export type WindowTotal = Counts & {
  window: DeliveryWindow;
  deliveries: number;
  byMeal: MealTotal[];
};

export type DailyTotals<Order extends PackedOrder> = Counts & {
  deliveries: number;
  /** Deliveries included although a person still has to decide on their order. */
  pendingDeliveries: number;
  byMeal: MealTotal[];
  windows: WindowTotal[];
  /** By window; special orders first in each. */
  packingList: (Order & { specialWords: string[] })[];
};

/** Cancelled orders are left out; pending ones are cooked, because they are paid. */
export function dailyTotals<Order extends PackedOrder>(
  orders: readonly Order[],
): DailyTotals<Order> {
  const cooked = orders.filter((order) => order.status !== 'cancelled');
  return {
    ...countMeals(cooked),
    deliveries: cooked.length,
    pendingDeliveries: cooked.filter((order) => order.status === 'pending').length,
    byMeal: totalByMeal(cooked),
    windows: DELIVERY_WINDOWS.map((window) => {
      const inWindow = cooked.filter((order) => order.window === window);
      return {
        window,
        ...countMeals(inWindow),
        deliveries: inWindow.length,
        byMeal: totalByMeal(inWindow),
      };
    }),
    packingList: cooked
      .map((order) => ({
        ...order,
        specialWords: specialWords(order.specialInstructions, order.items),
      }))
      .toSorted(comparePacking),
  };
}

function countMeals(orders: readonly PackedOrder[]): Counts {
  const counts: Counts = { meals: 0, lunch: 0, dinner: 0, warm: 0, cold: 0 };
  for (const order of orders) {
    counts.meals += order.items.length;
    counts[order.deliveryPreference] += order.items.length;
    for (const item of order.items) counts[item.mealType] += 1;
  }
  return counts;
}

/** Lunches first, then by name. A meal renamed between two orders is still one meal. */
function totalByMeal(orders: readonly PackedOrder[]): MealTotal[] {
  const totals = new Map<number, MealTotal>();
  for (const { items, deliveryPreference } of orders) {
    for (const { mealId, name, mealType } of items) {
      const total = totals.get(mealId) ?? { mealId, name, mealType, count: 0, warm: 0, cold: 0 };
      total.count += 1;
      total[deliveryPreference] += 1;
      totals.set(mealId, total);
    }
  }
  return [...totals.values()].toSorted(
    (a, b) =>
      Number(a.mealType === 'dinner') - Number(b.mealType === 'dinner') ||
      compareText(a.name, b.name),
  );
}

type Packing = PackedOrder & { specialWords: readonly string[] };

function comparePacking(a: Packing, b: Packing): number {
  const isSpecial = (order: Packing) => Number(order.specialWords.length === 0);
  return (
    compareText(a.window, b.window) ||
    isSpecial(a) - isSpecial(b) ||
    compareText(a.orderNumber, b.orderNumber)
  );
}
