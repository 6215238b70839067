import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import { lastWeekMark } from '#areas/checkout/web/site/order-menu.ts';
import type { RememberedHousehold } from '#areas/checkout/web/site/kept-households.ts';
import {
  aWeek,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { layOrder } from './lay-order.ts';

const MENU = [1, 2, 3, 4].map((id) =>
  anOrderedMeal({ id, name: `Dinner ${id}`, allergens: [], freezable: true }),
);
const BEN = { name: 'Ben', calorieTarget: 1800, ...NO_FOOD_NEEDS };

/** Last week's: dinner 1 on the Tuesday, and on the Thursday one that is not cooked any more. */
const LAST: OrderAgainReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  placedOn: '2026-11-13',
  customer: EMPTY_CUSTOMER,
  deliveryType: 'weekly',
  people: [BEN],
  items: [
    { mealId: 1, mealName: 'Dinner 1', mealDate: '2026-11-17' },
    { mealId: 99, mealName: 'Duck Curry', mealDate: '2026-11-19' },
  ].map((item) => ({
    ...item,
    calories: 560,
    price: '15.99',
    ingredients: '',
    personName: 'Ben',
    mealType: 'dinner',
    deliveryDate: '2026-11-17',
    deliveryWindow: '16:00-18:00',
  })),
  recipient: null,
  reminder: { isAsked: false, canAsk: false, at: '2026-11-18T02:00:00.000Z' },
};

const US: RememberedHousehold = {
  id: 'us',
  name: 'Us',
  people: [BEN],
  customer: EMPTY_CUSTOMER,
  lastOrder: { orderNumber: LAST.orderNumber, trackingToken: 'secret' },
  stars: [
    { mealId: 2, stars: 2 },
    { mealId: 4, stars: 5 },
  ],
};

function lay(way: Parameters<typeof layOrder>[4], week = aWeek()) {
  const kitchen = { week, meals: MENU, facts: defaultBusiness };
  const { draft, notices } = layOrder(LAST, 'secret', US, kitchen, way);
  const placed = draft.people.flatMap(({ mealAssignments }) => mealAssignments);
  return {
    placed: Object.fromEntries(placed.map(({ date, mealId }) => [date, mealId])),
    marks: placed.map((meal) => lastWeekMark(notices, 'Ben', meal, { mealId: meal.mealId, at: 0 })),
    notices,
  };
}

test('the same meals; in place of one that is gone none that got one or two stars', () => {
  const { placed, marks } = lay('same');
  expect(placed[TUESDAY]).toBe(1);
  expect([3, 4]).toContain(placed[THURSDAY]);
  expect(marks).toEqual(['as last week', 'instead of Duck Curry']);
});

test.each(['other', 'new'] as const)(
  '%s: the same days, five stars first, two stars never',
  (way) => {
    const { placed, marks } = lay(way);
    expect(Object.keys(placed)).toEqual([TUESDAY, THURSDAY]);
    expect(Object.values(placed).toSorted()).toEqual([3, 4]);
    expect(marks).toEqual(['new', 'new']);
  },
);

test('a day on which no food comes stays empty, and that is said', () => {
  const week = aWeek();
  const days = week.days.map((day) =>
    day.date < WEDNESDAY
      ? { ...day, windows: day.windows.map((window) => ({ ...window, open: false })) }
      : day,
  );
  const daily = layOrder(
    { ...LAST, deliveryType: 'daily' },
    'secret',
    US,
    { week: { ...week, days }, meals: MENU, facts: { ...defaultBusiness, dailyFromMeals: 1 } },
    'other',
  );
  expect(daily.draft.people[0]?.mealAssignments.map(({ date }) => date)).toEqual([THURSDAY]);
  expect(daily.notices).toMatchObject([
    {
      kind: 'laid-again',
      hasSame: false,
      meals: [{ date: TUESDAY, why: 'has nothing in its place: no food comes that day' }],
    },
  ]);
});
