/** A small menu and an open week for the tests of this folder. */
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { type OrderState, startOrder } from '#areas/checkout/web/site/order-reducer.ts';

export const TUESDAY = '2026-11-24';
export const WEDNESDAY = '2026-11-25';
export const THURSDAY = '2026-11-26';

/** They survive freezing, so that they suit every day of the week. */
export const DINNER = anOrderedMeal({ allergens: ['milk'], shelfLifeDays: 3, freezable: true });
export const LUNCH = anOrderedMeal({
  id: 2,
  name: 'Burrito Bowl',
  mealType: 'lunch',
  calories: 500,
  protein: 36,
  price: '13.99',
  allergens: ['milk'],
  shelfLifeDays: 3,
  freezable: true,
});
export const menu = orderMenu([DINNER, LUNCH], defaultBusiness);

export function aWeek(weekStart: PlainDate = TUESDAY): OrderingWeekReply {
  return {
    timeZone: 'Australia/Brisbane',
    now: '2026-11-18T02:00:00Z',
    cutoff: '2026-11-22T07:00:00Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart,
    weekEnd: weekFrom(weekStart).at(-1) ?? weekStart,
    days: weekFrom(weekStart).map((date) => ({
      date,
      windows: offeredWindows(defaultBusiness).map((timeSlot) => ({
        timeSlot,
        open: true,
        placesLeft: null,
      })),
      limited: [],
    })),
  };
}

export function aFreshOrder(): OrderState {
  return startOrder({
    kept: null,
    newCartKey: () => '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
    recommendedPlan: null,
    week: aWeek(),
    menu,
    facts: defaultBusiness,
  });
}

/** An order of people who each have a dinner on the given dates. */
export function anOrderOf(people: Record<string, readonly PlainDate[]>): OrderState {
  const state = aFreshOrder();
  const peopleWithMeals = Object.entries(people).map(([name, dates]): Person => ({
    name,
    calorieTarget: 1500,
    ...NO_FOOD_NEEDS,
    mealAssignments: dates.map((date) => ({ date, mealType: 'dinner', mealId: DINNER.id })),
  }));
  const weeklyDeliveryDay = Object.values(people).flat().toSorted()[0] ?? null;
  return { ...state, draft: { ...state.draft, people: peopleWithMeals, weeklyDeliveryDay } };
}
