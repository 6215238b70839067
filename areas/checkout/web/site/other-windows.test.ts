import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import {
  draftLike,
  keepsOnMenu,
  lateIn,
  placesText,
  windowsInstead,
  withoutDelivery,
  withOtherWindow,
} from './other-windows.tsx';
import { anOrderOf, DINNER, TUESDAY, WEDNESDAY } from './order/test-kitchen.ts';

const MONDAY = addDays(TUESDAY, -1);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const FULL = { date: TUESDAY, timeSlot: NOON } as const;

function item(mealDate: string, change: Partial<PreparedItem> = {}): PreparedItem {
  return {
    mealId: DINNER.id,
    mealType: 'dinner',
    mealDate,
    deliveryDate: mealDate,
    deliveryWindow: NOON,
    price: '14.99',
    personName: 'Mia',
    ...change,
  };
}

function order(deliveryType: 'daily' | 'weekly', orderItems: PreparedItem[]): PreparedOrder {
  return {
    customer: {
      firstName: 'Mia',
      lastName: 'Nguyen',
      email: 'mia@example.com',
      phone: '0412 345 678',
      address: '12 Shore Street West, Cleveland',
      deliveryPreference: 'cold',
      specialInstructions: '',
    },
    deliveryType,
    orderItems,
    subtotal: '0.00',
    deliveryFee: '17.94',
    tax: '0.00',
    total: '107.88',
  };
}

const free = (
  date: string,
  timeSlot: typeof NOON | typeof EVENING,
  placesLeft: number | null = null,
) => ({
  date,
  timeSlot,
  placesLeft,
});

const FREE = [free(MONDAY, NOON), free(TUESDAY, EVENING, 3), free(WEDNESDAY, NOON)];

describe('another window for a delivery that is full', () => {
  test('is of the same day where meals come daily', () => {
    expect(windowsInstead(order('daily', [item(TUESDAY)]), FULL, FREE)).toEqual([
      free(TUESDAY, EVENING, 3),
    ]);
    expect(placesText({ placesLeft: 3 })).toBe('3 places');
    expect(placesText({ placesLeft: null })).toBeNull();
  });

  test('is also of an earlier day where all come at once, if every meal keeps', () => {
    const weekly = order('weekly', [item(TUESDAY), item(WEDNESDAY, { deliveryDate: TUESDAY })]);
    expect(windowsInstead(weekly, FULL, FREE)).toEqual([
      free(TUESDAY, EVENING, 3),
      free(MONDAY, NOON),
    ]);
    const fresh = keepsOnMenu([{ ...DINNER, shelfLifeDays: 1, freezable: false }], defaultBusiness);
    expect(windowsInstead(weekly, FULL, FREE, fresh)).toEqual([free(TUESDAY, EVENING, 3)]);
  });

  test('that brings lunches after lunch comes last, and says so', () => {
    const weekly = order('weekly', [item(TUESDAY, { mealType: 'lunch' })]);
    const [first, last] = windowsInstead(weekly, FULL, FREE);
    expect([first, last]).toEqual([free(MONDAY, NOON), free(TUESDAY, EVENING, 3)]);
    expect(lateIn(weekly, FULL, first!, defaultBusiness)).toBeNull();
    expect(lateIn(weekly, FULL, last!, defaultBusiness)).toBe(
      'Tuesday’s lunch would come after lunch at 4pm-6pm.',
    );
  });
});

describe('an order without the meals of a delivery', () => {
  const week = Array.from({ length: 6 }, (_, days) => item(addDays(TUESDAY, days)));

  test('costs its meals and their fee less', () => {
    const without = withoutDelivery(order('daily', week), FULL, defaultBusiness);
    expect(without).toMatchObject({ meals: 1, lessCents: 1798 });
    expect(without?.order).toMatchObject({
      subtotal: '74.95',
      deliveryFee: '14.95',
      total: '89.90',
    });
  });

  test('is not offered where someone has too few meals left to come daily, or nobody has any', () => {
    expect(withoutDelivery(order('daily', week.slice(0, 5)), FULL, defaultBusiness)).toBeNull();
    expect(withoutDelivery(order('weekly', [item(TUESDAY)]), FULL, defaultBusiness)).toBeNull();
  });
});

test('anyone who goes back finds the draft as its order is by now', () => {
  const { draft } = anOrderOf({ Mia: [TUESDAY, WEDNESDAY] });
  const moved = withOtherWindow(order('daily', [item(TUESDAY)]), FULL, free(TUESDAY, EVENING));
  expect(draftLike(draft, moved)).toMatchObject({
    windowByDate: { [TUESDAY]: EVENING },
    people: [{ mealAssignments: [{ date: TUESDAY }] }],
  });
});

test('whoever goes back finds the meals of someone whose name is sent otherwise than it was typed', () => {
  const { draft } = anOrderOf({ 'Mia  Nguye\u0302\u0303n ': [TUESDAY] });
  const paid = order('daily', [item(TUESDAY, { personName: 'Mia Nguy\u1EC5n' })]);
  expect(draftLike(draft, paid).people[0]?.mealAssignments).toHaveLength(1);
});
