/** What labels are made of, and the order in which a packer wants them: window, suburb, order, person. */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { compareText } from '#domain/kitchen/compare-text.ts';
import type { LabelledMeal } from '#domain/menu/meal-snapshot.ts';
import type { MealType } from '#domain/menu/meal.ts';
import type { DeliveryPreference } from '#domain/ordering/draft/order-draft.ts';
import type { OrderStatus } from '#domain/ordering/status/order-status.ts';

export type LabelledItem = {
  mealId: number;
  mealType: MealType;
  mealDate: PlainDate;
  personName: string;
  /** As they sat in the wizard, from 1. */
  personPosition: number;
  meal: LabelledMeal;
};

/** Everything of one order for one date and window. */
export type LabelledDrop = {
  orderId: number;
  orderNumber: string;
  status: OrderStatus;
  date: PlainDate;
  window: DeliveryWindow;
  deliveryPreference: DeliveryPreference;
  customerName: string;
  addressLine1: string;
  addressLine2: string;
  suburb: string;
  postcode: string;
  specialInstructions: string;
  items: readonly LabelledItem[];
};

/** Cancelled orders get no labels; pending ones do, since they are paid and cooked. */
export function inPackingOrder(drops: readonly LabelledDrop[]): LabelledDrop[] {
  return drops
    .filter((drop) => drop.status !== 'cancelled')
    .map((drop) => ({ ...drop, items: drop.items.toSorted(compareItems) }))
    .toSorted(compareDrops);
}

function compareDrops(a: LabelledDrop, b: LabelledDrop): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.window, b.window) ||
    compareText(a.suburb, b.suburb) ||
    compareText(a.orderNumber, b.orderNumber)
  );
}

function compareItems(a: LabelledItem, b: LabelledItem): number {
  return (
    a.personPosition - b.personPosition ||
    compareText(a.mealDate, b.mealDate) ||
    Number(a.mealType === 'dinner') - Number(b.mealType === 'dinner')
  );
}
