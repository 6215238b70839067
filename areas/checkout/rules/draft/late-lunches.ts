/** Lunches that would come after lunch: which deliveries bring them earlier, and on which later day they can be eaten. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { WindowFacts } from '#areas/business/rules/offered-windows.ts';
import { mayBeChosen, mealRuleFor, type MealToPlace } from './meal-for.ts';
import { type OrderDraft, deliveryTypeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  comesAfterLunch,
  type ComingPortion,
  type LateLunches,
  lateLunchesIn,
} from '#areas/order-book/rules/warm-portion.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

type DraftFacts = Parameters<typeof prepareOrder>[2] & BusinessFacts & WindowFacts;

export function comingPortions(draft: OrderDraft, facts: DraftFacts): ComingPortion[] {
  return prepareOrder(draft, () => undefined, facts).orderItems.map((item) => ({
    ...item,
    mealDate: item.mealDate ?? item.deliveryDate,
  }));
}

/** Known again when the customer has said to keep it. */
export function keptKey({ date, window, lunches }: LateLunches): string {
  return `${date} ${window} ${lunches}`;
}

/** The deliveries of a draft that bring lunches too late, the earliest first. */
export function lateLunchesOf(draft: OrderDraft, facts: DraftFacts): LateLunches[] {
  const type = deliveryTypeOfDraft(draft, facts);
  return type === null ? [] : lateLunchesIn(comingPortions(draft, facts));
}

/** For each delivery the first window of its day that comes before lunch is over and takes another delivery. */
export function earlierWindows(
  late: readonly LateLunches[],
  openOn: (date: PlainDate) => readonly DeliveryWindow[],
): SlotKey[] {
  return late.flatMap(({ date }) => {
    const window = openOn(date).find((one) => !comesAfterLunch(one));
    return window ? [{ date, window }] : [];
  });
}

type Week = {
  days: readonly { date: PlainDate }[];
  find: (mealId: number) => (MealToPlace & { id: number }) | undefined;
  left: PortionsOf;
  canDeliver: (slot: SlotKey) => boolean;
};

/**
 * The first later day of the week on which everyone can have the lunches of `date`: their cell is free, the meal suits and is
 * on the menu, it can be delivered, and not after lunch again. Null without one.
 */
export function lunchesMovedOn(
  draft: OrderDraft,
  date: PlainDate,
  { days, find, left, canDeliver }: Week,
  facts: DraftFacts,
): { day: PlainDate; people: Person[] } | null {
  const rule = mealRuleFor(draft, facts, { left });
  const from = { date, mealType: 'lunch' as const };
  for (const { date: day } of days.filter((one) => one.date > date)) {
    const to = { date: day, mealType: 'lunch' as const };
    const people = draft.people.map((person) => ({
      ...person,
      mealAssignments: person.mealAssignments.map((meal) =>
        meal.date === date && meal.mealType === 'lunch' ? { ...meal, date: day } : meal,
      ),
    }));
    const rest = draft.people.map((person) => ({
      ...person,
      mealAssignments: person.mealAssignments.filter(
        (meal) => !mealsAt(person, from).includes(meal),
      ),
    }));
    const suits = draft.people.every((person, index) =>
      mealsAt(person, from).every(({ mealId }) => {
        const meal = find(mealId);
        return (
          meal !== undefined &&
          mealsAt(person, to).length === 0 &&
          mayBeChosen(rule(rest[index] ?? person, meal, to, rest))
        );
      }),
    );
    if (!suits) continue;
    const moved = comingPortions({ ...draft, people }, facts).filter(
      ({ mealDate, mealType }) => mealDate === day && mealType === 'lunch',
    );
    const isGood = moved.every(({ deliveryDate, deliveryWindow }) =>
      canDeliver({ date: deliveryDate, window: deliveryWindow }),
    );
    if (isGood && lateLunchesIn(moved).length === 0) return { day, people };
  }
  return null;
}
