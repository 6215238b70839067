import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import type { OrderDelivery, OrderItem, OrderPerson } from '#areas/order-book/rules/order.ts';

/** An item with where it belongs, as the join gives it. */
export type JoinedItem = {
  orderId: number;
  item: Omit<OrderItem, 'deliveryDate' | 'deliveryWindow' | 'personName' | 'feeDate'> & {
    feeDate: PlainDate | null;
  };
  delivery: Omit<OrderDelivery, 'people'>;
  person: Omit<OrderPerson, 'items'>;
};

type Person = Omit<OrderPerson, 'items'> & { items: OrderItem[] };
type Delivery = Omit<OrderDelivery, 'people'> & { people: Person[] };

/** The deliveries of one order from its items, in whatever sequence they come: by date and window, by person, as it is eaten. */
export function growDeliveries(rows: readonly JoinedItem[]): OrderDelivery[] {
  const deliveries: Delivery[] = [];
  for (const { item, delivery: row, person } of rows) {
    const delivery = deliveries.find(({ id }) => id === row.id) ?? { ...row, people: [] };
    if (delivery.people.length === 0) deliveries.push(delivery);
    const personWithMeals = delivery.people.find(({ id }) => id === person.id) ?? {
      ...person,
      items: [],
    };
    if (personWithMeals.items.length === 0) delivery.people.push(personWithMeals);
    personWithMeals.items.push({
      ...item,
      feeDate: item.feeDate ?? delivery.date,
      deliveryDate: delivery.date,
      deliveryWindow: delivery.window,
      personName: person.name,
    });
  }
  for (const { people } of deliveries) {
    people.sort((a, b) => a.position - b.position);
    for (const { items } of people) items.sort(compareItems);
  }
  // One that was cancelled may share date and window with one that came in its place.
  return deliveries.sort((a, b) => compareSlotKeys(a, b) || a.id - b.id);
}

function compareItems(a: OrderItem, b: OrderItem): number {
  if (a.mealDate !== b.mealDate) return a.mealDate < b.mealDate ? -1 : 1;
  return compareMealTypes(a.mealType, b.mealType) || a.helping - b.helping || a.id - b.id;
}
