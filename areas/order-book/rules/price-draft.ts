/**
 * What an order costs so far, and when its meals come. Joined with what prepares it to be sent, warm meals, recipients and
 * addresses would be in the first load of /order.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { nearestWindow } from '#areas/business/rules/offered-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { tidyName } from '#platform/rules/customer-name.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  deliveryTypeOfDraft,
  type OrderDraft,
  weeklyDayOf,
} from '#areas/order-book/rules/order-draft.ts';
import { type OrderPrice, priceOrder } from '#areas/order-book/rules/order-pricing.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

export type PreparationFacts = Pick<
  BusinessFacts,
  | 'dailyFromMeals'
  | 'deliveryTypes'
  | 'defaultWindow'
  | 'deliveryWindows'
  | 'closures'
  | 'dailyFeeCents'
  | 'weeklyFeeCents'
  | 'taxCents'
  | 'freeDeliveryFromMeals'
  | 'waitlistFirstOrderFree'
>;

type PlacedMeal = {
  person: Person;
  meal: MealAssignment;
  deliveryDate: PlainDate;
  priceCents: Cents;
};

/** Every meal on a table, with the day that brings it. */
export function placedMeals(
  draft: OrderDraft,
  deliveryType: DeliveryType | null,
  priceCentsOf: (mealId: number) => Cents | undefined,
  facts: PreparationFacts,
): PlacedMeal[] {
  const weeklyDay = deliveryType === 'weekly' ? weeklyDayOf(draft, facts) : null;
  return draft.people.flatMap((person) =>
    person.mealAssignments.map((meal) => ({
      person,
      meal,
      deliveryDate: weeklyDay ?? meal.date,
      priceCents: priceCentsOf(meal.mealId) ?? 0,
    })),
  );
}

/** The price of a draft so far; weekly is assumed until daily or weekly is chosen. */
export function priceDraft(
  draft: OrderDraft,
  priceCentsOf: (mealId: number) => Cents | undefined,
  facts: PreparationFacts,
): OrderPrice {
  const deliveryType = deliveryTypeOfDraft(draft, facts) ?? 'weekly';
  const items = placedMeals(draft, deliveryType, priceCentsOf, facts).map((placed) => ({
    personName: tidyName(placed.person.name),
    deliveryDate: placed.deliveryDate,
    priceCents: placed.priceCents,
  }));
  return priceOrder({ items, deliveryType, isFirstWaitlistOrder: false }, facts);
}

/** As chosen for the day, else for the whole order; the nearest that is offered that day. */
export function windowOfDraft(
  { windowByDate, deliveryWindow }: Pick<OrderDraft, 'windowByDate' | 'deliveryWindow'>,
  date: PlainDate,
  facts: PreparationFacts,
): DeliveryWindow {
  const window = windowByDate[date] ?? deliveryWindow ?? facts.defaultWindow;
  return nearestWindow(facts, { date, window });
}
