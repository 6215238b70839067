import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays, weekFrom } from '#platform/rules/plain-date.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import { priceOrder } from './order-pricing.ts';
import { weeklyInstead } from '#areas/order-book/rules/weekly-instead.ts';

const TUE = '2026-11-24';
const WEEK = weekFrom(TUE);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';

type Item = Parameters<typeof weeklyInstead>[0]['items'][number];

const FRESH = { shelfLifeDays: 3, freezable: false };
const FREEZABLE = { shelfLifeDays: 3, freezable: true };

function anItem(days: number, change: Partial<Item> = {}): Item {
  const date = addDays(TUE, days);
  return {
    personName: 'Mia',
    priceCents: 1499,
    mealDate: date,
    deliveryDate: date,
    deliveryWindow: NOON,
    meal: FREEZABLE,
    ...change,
  };
}

const daily = (items: Item[], change: Partial<Parameters<typeof weeklyInstead>[0]> = {}) => ({
  deliveryType: 'daily' as const,
  items,
  isFirstWaitlistOrder: false,
  isWarm: false,
  ...change,
});

const offered = (
  order: Parameters<typeof weeklyInstead>[0],
  isOpen: Parameters<typeof weeklyInstead>[2] = () => true,
  facts = defaultBusiness,
) => weeklyInstead(order, WEEK, isOpen, facts);

const SEVEN_DAYS = [0, 1, 2, 3, 4, 5, 6];

test('seven dates in one delivery cost seven fees less one, and meals after the third day are frozen', () => {
  expect(offered(daily(SEVEN_DAYS.map((days) => anItem(days))))).toEqual({
    date: TUE,
    window: NOON,
    savedCents: 7 * 299 - 599,
    toFreeze: 3,
    losesWarm: false,
  });
});

test('every meal keeps: nothing is frozen', () => {
  const order = daily([0, 1, 2, 3].map((days) => anItem(days, { meal: FRESH })));
  expect(offered(order)).toMatchObject({ savedCents: 4 * 299 - 599, toFreeze: 0 });
});

test('warm meals would come cold, and that is said', () => {
  expect(
    offered(
      daily(
        [0, 1, 2].map((d) => anItem(d)),
        { isWarm: true },
      ),
    ),
  ).toMatchObject({
    losesWarm: true,
  });
});

test.each([
  [
    'of a weekly order',
    daily(
      SEVEN_DAYS.map((d) => anItem(d)),
      { deliveryType: 'weekly' },
    ),
  ],
  ['when nothing is saved', daily([0, 1].map((d) => anItem(d)))],
  ['when one meal would not keep', daily([0, 1, 4].map((d) => anItem(d, { meal: FRESH })))],
  [
    'when delivery is free anyway',
    daily(
      SEVEN_DAYS.map((d) => anItem(d)),
      { isFirstWaitlistOrder: true },
    ),
  ],
])('nothing is offered %s', (_, order) => {
  expect(offered(order)).toBeNull();
});

test('nothing is offered in a window that is full, nor in one that the order does not use', () => {
  const order = daily([0, 1, 2].map((d) => anItem(d)));
  expect(offered(order, ({ window }) => window === EVENING)).toBeNull();
});

test('an earlier day serves when the first meal’s is full and all still keep', () => {
  const order = daily([1, 2, 3].map((d) => anItem(d, { meal: FRESH })));
  expect(offered(order, ({ date }) => date === TUE)).toMatchObject({ date: TUE, window: NOON });
});

test('what is said to be saved is the difference of the two prices to the cent, and every meal keeps', () => {
  const item = record({
    personName: constantFrom('Mia', 'Ben', 'Zoë'),
    priceCents: integer({ min: 0, max: 3000 }),
    day: integer({ min: 0, max: 6 }),
    window: constantFrom<typeof NOON | typeof EVENING>(NOON, EVENING),
    shelfLifeDays: option(integer({ min: 1, max: 6 })),
    freezable: constantFrom(true, false, null),
  });
  const facts = record({
    dailyFeeCents: integer({ min: 0, max: 1000 }),
    weeklyFeeCents: integer({ min: 0, max: 1500 }),
    freeDeliveryFromMeals: option(integer({ min: 1, max: 20 })),
    waitlistFirstOrderFree: boolean(),
  });
  let found = 0;
  assert(
    property(
      array(item, { minLength: 1, maxLength: 20 }),
      facts,
      boolean(),
      integer({ min: 0, max: 127 }),
      (drawn, changes, isFirstWaitlistOrder, openDays) => {
        const items = drawn.map(({ day, window, shelfLifeDays, freezable, ...rest }) =>
          anItem(day, { ...rest, deliveryWindow: window, meal: { shelfLifeDays, freezable } }),
        );
        const business = { ...defaultBusiness, ...changes };
        const isOpen = ({ date }: { date: string }) => (openDays & (1 << WEEK.indexOf(date))) > 0;
        const order = daily(items, { isFirstWaitlistOrder });
        const offer = offered(order, isOpen, business);
        if (!offer) return;
        found += 1;
        const weekly = items.map((one) => ({ ...one, deliveryDate: offer.date }));
        const costOf = (priced: Item[], deliveryType: 'daily' | 'weekly') =>
          priceOrder({ items: priced, deliveryType, isFirstWaitlistOrder }, business).totalCents;
        expect(offer.savedCents).toBe(costOf(items, 'daily') - costOf(weekly, 'weekly'));
        expect(offer.savedCents).toBeGreaterThan(0);
        expect(isOpen(offer)).toBe(true);
        for (const { meal, deliveryDate, mealDate } of weekly) {
          expect(deliveryDate <= mealDate).toBe(true);
          expect(keepsUntil(meal, { deliveryDate, mealDate }, business)).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(20);
});
