/** An order that was placed, as the wizard's draft of its own week: to be laid again in another. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import type { CustomerDraft, OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import {
  type OrderedFor,
  type OrderedItem,
  otherWindows,
  seatPeople,
} from '#areas/order-book/rules/ordered-items.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';

export type OrderToDraft = {
  customer: CustomerDraft;
  deliveryType: DeliveryType;
  /** Everyone whom the items name. */
  people: readonly OrderedFor[];
  /** At least one. */
  items: readonly OrderedItem[];
};

export function draftOfPastOrder(
  order: OrderToDraft,
  cartKey: string,
  facts: Pick<BusinessFacts, 'orderWeekStart'>,
): OrderDraft {
  const { customer, deliveryType, items } = order;
  const people = seatPeople(order.people, items);
  const deliveryDays = items.map(({ deliveryDate }) => deliveryDate).toSorted();
  const firstMeal = earliestMealDate(people);
  const deliveryWindow = mostUsedWindow(items);
  return {
    cartKey,
    weekStart: weekStartOf(firstMeal ?? deliveryDays[0] ?? '', facts),
    people,
    deliveryType,
    weeklyDeliveryDay:
      deliveryType === 'weekly' ? earlier(deliveryDays[0] ?? null, firstMeal) : firstMeal,
    deliveryWindow,
    windowByDate: otherWindows(items, deliveryWindow),
    customer,
  };
}

/** For the deliveries, however many meals each brings; of two used alike the earlier. */
function mostUsedWindow(items: readonly OrderedItem[]): DeliveryWindow | null {
  const byWindow = Map.groupBy(items, ({ deliveryWindow }) => deliveryWindow);
  const used = [...byWindow].map(([window, brought]) => ({
    window,
    days: new Set(brought.map(({ deliveryDate }) => deliveryDate)).size,
  }));
  used.sort((a, b) => b.days - a.days || compareText(a.window, b.window));
  return used[0]?.window ?? null;
}

function earlier(day: PlainDate | null, other: PlainDate | null): PlainDate | null {
  return day !== null && other !== null && other < day ? other : day;
}
