/** How the meals of a draft come, in kitchens that do not deliver every day or only one way. */
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  dayWithoutDelivery,
  deliveryModeOfDraft,
  deliveryTypeOfDraft,
  mealBlockers,
  newOrderDraft,
  type OrderDraft,
  weeklyDayOf,
} from '#areas/order-book/rules/order-draft.ts';
import { newPerson, placeMeal } from '#areas/order-book/rules/people.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { weeklyDayAfter } from './meal-dates.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { KITCHEN_SHAPES } from '#quality/support/kitchen-shapes.ts';

const [TUE, WED, THU, FRI, SAT, SUN, MON] = weekFrom('2026-12-01') as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const MON_TO_FRI = KITCHEN_SHAPES['dinner, Monday to Friday'];
const SATURDAY_ONLY = KITCHEN_SHAPES['Saturday only'];

function draftOf(dates: readonly string[], changes: Partial<OrderDraft> = {}): OrderDraft {
  const person = dates.reduce(
    (one, date) => placeMeal(one, { date, mealType: 'dinner' }, 1),
    newPerson(1, 1500),
  );
  const start = { cartKey: 'cart', weekStart: TUE, calorieTarget: 1500 };
  return {
    ...newOrderDraft(start, defaultBusiness),
    people: [person],
    weeklyDeliveryDay: weeklyDayAfter(null, [], [person]),
    ...changes,
  };
}
const datesOf = (draft: OrderDraft, facts: typeof defaultBusiness) => [
  ...new Set(
    prepareOrder(draft, () => 1500, facts).orderItems.map(({ deliveryDate }) => deliveryDate),
  ),
];

describe('a meal on a day without a delivery', () => {
  test('rules daily delivery out, with as many meals as it may be', () => {
    expect(deliveryModeOfDraft(draftOf([TUE, WED, THU, FRI, MON]), MON_TO_FRI)).toBe('choice');
    const withSaturday = draftOf([TUE, WED, THU, FRI, SAT, MON], { deliveryType: 'daily' });
    expect(deliveryModeOfDraft(withSaturday, MON_TO_FRI)).toBe('weekly');
    expect(deliveryTypeOfDraft(withSaturday, MON_TO_FRI)).toBe('weekly');
    expect(dayWithoutDelivery(withSaturday, MON_TO_FRI)).toBe(SAT);
    expect(deliveryModeOfDraft(withSaturday, defaultBusiness)).toBe('choice');
  });

  test('a closed day is one', () => {
    const closures = [{ from: FRI, until: FRI, reason: 'Holiday' }];
    const draft = draftOf([TUE, WED, THU, FRI, MON]);
    expect(dayWithoutDelivery(draft, { ...MON_TO_FRI, closures })).toBe(FRI);
  });

  test('not where the order that is changed comes already', () => {
    const draft = draftOf([TUE, WED, THU, FRI, SAT]);
    const facts = { ...MON_TO_FRI, broughtOn: [SAT] };
    expect(deliveryModeOfDraft(draft, facts)).toBe('choice');
  });
});

describe('the day of a weekly delivery', () => {
  test('that follows the first meal is the last delivery day up to it', () => {
    expect(weeklyDayOf(draftOf([SUN, MON]), SATURDAY_ONLY)).toBe(SAT);
    expect(weeklyDayOf(draftOf([SAT]), MON_TO_FRI)).toBe(FRI);
    expect(weeklyDayOf(draftOf([WED]), MON_TO_FRI)).toBe(WED);
    expect(datesOf(draftOf([SUN, MON]), SATURDAY_ONLY)).toEqual([SAT]);
  });

  test('that was chosen stays as it is', () => {
    const draft = draftOf([SAT, SUN], { weeklyDeliveryDay: WED });
    expect(weeklyDayOf(draft, MON_TO_FRI)).toBe(WED);
  });

  test('is never before the week', () => {
    expect(weeklyDayOf(draftOf([TUE]), SATURDAY_ONLY)).toBe(TUE);
    expect(weeklyDayOf(draftOf([]), SATURDAY_ONLY)).toBeNull();
  });
});

describe('a kitchen of one way of delivery', () => {
  test('weekly alone asks nothing, whatever was chosen before', () => {
    const draft = draftOf([TUE, WED, THU, FRI, MON], { deliveryType: 'daily' });
    const facts = { ...defaultBusiness, deliveryTypes: ['weekly' as const] };
    expect(deliveryModeOfDraft(draft, facts)).toBe('weekly');
    expect(mealBlockers({ ...draft, deliveryType: null }, facts)).toEqual([]);
    expect(datesOf(draft, facts)).toEqual([TUE]);
  });

  test('daily alone brings each meal on its day, however few they are', () => {
    const draft = draftOf([WED, FRI], { deliveryType: 'weekly' });
    const facts = { ...defaultBusiness, deliveryTypes: ['daily' as const], dailyFromMeals: 1 };
    expect(deliveryModeOfDraft(draft, facts)).toBe('daily');
    expect(mealBlockers({ ...draft, deliveryType: null, weeklyDeliveryDay: null }, facts)).toEqual(
      [],
    );
    expect(datesOf(draft, facts)).toEqual([WED, FRI]);
  });

  test('with one delivery day everything comes on it', () => {
    const draft = draftOf([SAT, SUN, MON], { deliveryType: 'daily' });
    expect(deliveryTypeOfDraft(draft, SATURDAY_ONLY)).toBe('weekly');
  });
});
