/**
 * Meals of a draft that would not keep until they are eaten. Joined with what to do about them, the rules of the menu would
 * be in the first load of /order.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  deliveryDatesOf,
  deliveryTypeOfDraft,
  type DraftModeFacts,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

export type DeliveryDateOf = (mealDate: PlainDate) => PlainDate;

/** `at`: its place among the person's meals. */
export type MealPastKeeping = MealAssignment & { personIndex: number; at: number };

export function mealsPastKeeping(
  people: readonly Person[],
  deliveryDateOf: DeliveryDateOf,
  find: (mealId: number) => Parameters<typeof keepsUntil>[0] | undefined,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): MealPastKeeping[] {
  return people.flatMap(({ mealAssignments }, personIndex) =>
    mealAssignments.flatMap((assignment, at) => {
      const meal = find(assignment.mealId);
      const days = { deliveryDate: deliveryDateOf(assignment.date), mealDate: assignment.date };
      return !meal || keepsUntil(meal, days, facts) ? [] : [{ ...assignment, personIndex, at }];
    }),
  );
}

/** The meals that the chosen weekly delivery would bring too early. Daily deliveries never do. */
export function pastKeepingIn(
  draft: OrderDraft,
  find: Parameters<typeof mealsPastKeeping>[2],
  facts: DraftModeFacts & Pick<BusinessFacts, 'keepsFreshDays'>,
): MealPastKeeping[] {
  const type = deliveryTypeOfDraft(draft, facts);
  if (type !== 'weekly') return [];
  return mealsPastKeeping(draft.people, deliveryDatesOf(draft, facts), find, facts);
}
