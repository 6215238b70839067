/** A quote by delivery and person: how the kitchen packs it and how a customer checks it. */
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';

export type QuotedItem = QuoteReply['items'][number];

export type QuotedDelivery = SlotKey & { people: { name: string; items: QuotedItem[] }[] };

/** Deliveries by date; within each, people in the draft's order and their meals in the order of eating. */
export function quotedDeliveries(quote: Pick<QuoteReply, 'items'>): QuotedDelivery[] {
  const bySlot = Map.groupBy(quote.items, (item) => `${item.deliveryDate}|${item.deliveryWindow}`);
  return [...bySlot.values()]
    .flatMap((items) => {
      const [first] = items;
      if (!first) return [];
      const people = [...Map.groupBy(items, (item) => item.personName)].map(([name, theirs]) => ({
        name,
        items: theirs.toSorted(compareMeals),
      }));
      return [{ date: first.deliveryDate, window: first.deliveryWindow, people }];
    })
    .toSorted(compareSlotKeys);
}

function compareMeals(a: QuotedItem, b: QuotedItem): number {
  if (a.mealDate !== b.mealDate) return a.mealDate < b.mealDate ? -1 : 1;
  return compareMealTypes(a.mealType, b.mealType);
}

/** Whether an earlier item of the same person is for the same time. */
export function isSecondHelping(items: readonly QuotedItem[], index: number): boolean {
  const item = items[index];
  return items.some(
    ({ mealDate, mealType }, at) =>
      at < index && mealDate === item?.mealDate && mealType === item.mealType,
  );
}
