/** What the wizard's table works with while a paid order is changed: its own meals, places and terms. */
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';

/** The places that the order has are free for it, whatever has become of the window since. */
export function withOwnPlaces(
  week: OrderingWeekReply,
  { deliveries }: Pick<OrderToChangeReply, 'deliveries'>,
): OrderingWeekReply {
  return {
    ...week,
    days: week.days.map((day) => {
      const own = deliveries
        .filter(({ date, whyLocked }) => date === day.date && whyLocked === null)
        .map(({ timeSlot }) => ({ timeSlot, open: true, placesLeft: null }));
      const others = day.windows.filter(
        ({ timeSlot, open }) => open || !own.some((one) => one.timeSlot === timeSlot),
      );
      const missing = own.filter(
        (one) => !others.some(({ timeSlot }) => timeSlot === one.timeSlot),
      );
      return {
        ...day,
        windows: [...others, ...missing].toSorted((a, b) =>
          compareSlotKeys(
            { date: day.date, window: a.timeSlot },
            { date: day.date, window: b.timeSlot },
          ),
        ),
      };
    }),
  };
}

/** The menu with the order's meals as they were sold, also those that have left it since. */
export function menuAsSold(
  menu: OrderMenu,
  { items, mealsOffMenu }: Pick<OrderToChangeReply, 'items' | 'mealsOffMenu'>,
): OrderMenu {
  const soldFor = new Map(items.map(({ mealId, price }) => [mealId, parseAmount(price) ?? 0]));
  const offMenu = new Map(mealsOffMenu.map((meal) => [meal.id, meal]));
  const priceCentsOf = (mealId: number) => soldFor.get(mealId) ?? menu.priceCentsOf(mealId);
  const known = [...menu.meals, ...offMenu.values()].map((meal) => {
    const cents = priceCentsOf(meal.id);
    return [meal.id, cents === undefined ? meal : { ...meal, price: formatAmount(cents) }] as const;
  });
  const byId = new Map(known);
  return { meals: menu.meals, find: (mealId) => byId.get(mealId), priceCentsOf };
}
