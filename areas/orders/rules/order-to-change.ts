/** A paid order as the browser of its customer holds it while they change it. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import type { SentChange } from '#areas/order-book/rules/change/customer-change.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { DeliveryModeFacts } from '#areas/order-book/rules/delivery-mode.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import type {
  CustomerDraft,
  OrderDraft,
  RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';
import {
  type OrderedFor,
  otherWindows,
  seatPeople,
} from '#areas/order-book/rules/ordered-items.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type ItemToChange = CheckedItem & {
  id: number;
  /** False: its delivery stays as it is, and so does the meal. */
  isOpen: boolean;
};

export type OrderToChange = {
  deliveryType: DeliveryType;
  /** Neither the email address, which stays, nor the phone number, which the link does not show. */
  customer: Omit<CustomerDraft, 'email' | 'phone'>;
  /** Null: the food is for the customer. */
  recipient: RecipientDraft | null;
  /** In the wizard's order. */
  people: readonly OrderedFor[];
  /** For all deliveries that are not cancelled. */
  items: readonly ItemToChange[];
};

/**
 * The meals that can be changed on the wizard's table. An empty phone number is the one that the order has. What no table
 * can show, two windows on one date, is put right by `changeOfDraft`, as long as nobody touches it.
 */
export function draftOfOrder(
  { deliveryType, customer, recipient, people, items }: OrderToChange,
  { cartKey, weekStart }: Pick<OrderDraft, 'cartKey' | 'weekStart'>,
): OrderDraft {
  const open = openItems(items);
  const [first] = open;
  const seated = seatPeople(people, open);
  const deliveryWindow = first?.deliveryWindow ?? null;
  return {
    cartKey,
    weekStart,
    people: seated,
    deliveryType,
    weeklyDeliveryDay:
      deliveryType === 'weekly' ? (first?.deliveryDate ?? null) : earliestMealDate(seated),
    deliveryWindow,
    windowByDate: otherWindows(open, deliveryWindow),
    customer: { ...customer, email: '', phone: '' },
    ...(recipient && { recipient }),
  };
}

/** In the order of eating; a second helping behind the first. */
export function openItems(items: readonly ItemToChange[]): ItemToChange[] {
  return items
    .filter(({ isOpen }) => isOpen)
    .toSorted(
      (a, b) =>
        compareDates(a.mealDate, b.mealDate) ||
        compareMealTypes(a.mealType, b.mealType) ||
        a.id - b.id,
    );
}

function compareDates(a: PlainDate, b: PlainDate): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * An order goes on coming as it was bought: of a type that is offered no longer, on days on which nothing else is delivered
 * by now, or daily with fewer meals than that needs, because staff left it so.
 */
export function termsOfOrder<Facts extends DeliveryModeFacts>(
  { deliveryType, items }: Pick<OrderToChange, 'deliveryType' | 'items'>,
  today: Facts,
): Facts {
  const isOffered = offeredDeliveryTypes(today).includes(deliveryType);
  const facts = {
    ...today,
    broughtOn: openItems(items).map(({ deliveryDate }) => deliveryDate),
    deliveryTypes: isOffered ? today.deliveryTypes : [deliveryType],
  };
  if (deliveryType !== 'daily') return facts;
  const counts = Map.groupBy(openItems(items), ({ personName }) => personKey(personName));
  const fewest = Math.min(facts.dailyFromMeals, ...[...counts.values()].map((its) => its.length));
  return { ...facts, dailyFromMeals: fewest };
}

/** The same order without some of its meals; without all of them it is cancelled. */
export function changeWithout(
  { deliveryType, items }: Pick<OrderToChange, 'deliveryType' | 'items'>,
  isTakenOff: (item: ItemToChange) => boolean,
): Pick<SentChange, 'orderItems' | 'deliveryType'> {
  const kept = items.filter((item) => !item.isOpen || !isTakenOff(item));
  if (kept.length === 0) return { orderItems: [] };
  return { deliveryType, orderItems: kept.map(toSentItem) };
}

/** As it is in the order. */
export function toSentItem({
  isOpen: _isOpen,
  ...item
}: ItemToChange): CheckedItem & { id: number } {
  return item;
}
