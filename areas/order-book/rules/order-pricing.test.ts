import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { type PricedItem, priceOrder } from './order-pricing.ts';
import {
  deliveryLines,
  explainFee,
  explainOffer,
  feeSum,
} from '#areas/order-book/rules/fee-words.ts';

const TUE = '2026-11-24';
const WED = '2026-11-25';
const THU = '2026-11-26';

function meals(personName: string, deliveryDates: string[], priceCents = 1499): PricedItem[] {
  return deliveryDates.map((deliveryDate) => ({ personName, deliveryDate, priceCents }));
}

function price(
  items: PricedItem[],
  deliveryType: DeliveryType,
  changes: Partial<typeof defaultBusiness> & { isFirstWaitlistOrder?: boolean } = {},
) {
  const { isFirstWaitlistOrder = false, ...facts } = changes;
  return priceOrder(
    { items, deliveryType, isFirstWaitlistOrder },
    { ...defaultBusiness, ...facts },
  );
}

describe('the delivery fee', () => {
  test.each<[what: string, items: PricedItem[], deliveryType: DeliveryType, feeCents: number]>([
    ['of a weekly delivery for one person is $5.99', meals('Ben', [TUE, TUE]), 'weekly', 599],
    [
      'of a weekly delivery does not grow with the meals',
      meals('Ben', Array(14).fill(TUE)),
      'weekly',
      599,
    ],
    [
      'of a weekly delivery is paid by each person',
      [...meals('Ben', [TUE]), ...meals('Ada', [TUE, TUE])],
      'weekly',
      1198,
    ],
    ['of daily delivery on one date is $2.99', meals('Ben', [TUE, TUE]), 'daily', 299],
    ['of daily delivery is paid by date', meals('Ben', [TUE, WED, THU]), 'daily', 897],
    [
      'of daily delivery is paid once for lunch and dinner of a date',
      meals('Ben', [TUE, TUE, WED, WED, THU]),
      'daily',
      897,
    ],
    [
      'of daily delivery is paid by each person, even on the same dates',
      [...meals('Ben', [TUE, WED]), ...meals('Ada', [TUE, WED])],
      'daily',
      1196,
    ],
    [
      'of daily delivery is that of different dates',
      [...meals('Ben', [TUE, WED]), ...meals('Ada', [THU])],
      'daily',
      897,
    ],
    ['of seven dates for six people is $125.58', sixPeopleEveryDay(), 'daily', 12_558],
    [
      'is paid once by a person whose name is typed in two ways',
      [...meals('Ben', [TUE]), ...meals(' BEN ', [TUE])],
      'weekly',
      599,
    ],
    ['of nothing is nothing', [], 'daily', 0],
  ])('%s', (_what, items, deliveryType, feeCents) => {
    expect(price(items, deliveryType).deliveryFeeCents).toBe(feeCents);
  });

  function sixPeopleEveryDay(): PricedItem[] {
    const dates = [TUE, WED, THU, '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'];
    return ['Ben', 'Ada', 'Cy', 'Di', 'Ed', 'Flo'].flatMap((name) =>
      meals(name, [...dates, ...dates]),
    );
  }
});

describe('the price of an order', () => {
  test('is the meals, the delivery and no tax', () => {
    expect(price(meals('Ben', [TUE, TUE], 1249), 'weekly')).toEqual({
      subtotalCents: 2498,
      fees: [
        { personName: 'Ben', deliveryType: 'weekly', dates: 1, unitCents: 599, amountCents: 599 },
      ],
      offers: [],
      deliveryFeeCents: 599,
      taxCents: 0,
      totalCents: 3097,
    });
  });

  test('has a fee line for each person, in the order in which they appear', () => {
    const items = [
      ...meals('Ben', [TUE]),
      ...meals('Ada', [TUE, WED]),
      ...meals('Ben', [WED, THU]),
    ];
    expect(price(items, 'daily').fees).toEqual([
      { personName: 'Ben', deliveryType: 'daily', dates: 3, unitCents: 299, amountCents: 897 },
      { personName: 'Ada', deliveryType: 'daily', dates: 2, unitCents: 299, amountCents: 598 },
    ]);
  });

  test('knows no tier discount and no free delivery for ten meals and more', () => {
    const { subtotalCents, deliveryFeeCents, offers } = price(
      meals('Ben', Array(14).fill(TUE), 1999),
      'weekly',
    );
    expect({ subtotalCents, deliveryFeeCents, offers }).toEqual({
      subtotalCents: 27_986,
      deliveryFeeCents: 599,
      offers: [],
    });
  });
});

describe('an offer', () => {
  const twoMeals = meals('Ben', [TUE, TUE]);

  test.each<[what: string, changes: Parameters<typeof price>[2], offers: string[]]>([
    ['is none for anybody', {}, []],
    [
      'delivers the first order of the waitlist free',
      { isFirstWaitlistOrder: true },
      ['waitlist_first_order'],
    ],
    [
      'for the waitlist can be switched off',
      { isFirstWaitlistOrder: true, waitlistFirstOrderFree: false },
      [],
    ],
    ['for many meals is not for fewer', { freeDeliveryFromMeals: 3 }, []],
    [
      'for many meals starts at that number',
      { freeDeliveryFromMeals: 2 },
      ['free_delivery_from_meals'],
    ],
    [
      'is given once when both apply',
      { freeDeliveryFromMeals: 2, isFirstWaitlistOrder: true },
      ['free_delivery_from_meals'],
    ],
  ])('%s', (_what, changes, offers) => {
    const { deliveryFeeCents, totalCents, ...priced } = price(twoMeals, 'weekly', changes);
    expect(priced.offers.map(({ code }) => code)).toEqual(offers);
    expect(priced.offers.map(({ amountCents }) => amountCents)).toEqual(offers.map(() => -599));
    expect(deliveryFeeCents).toBe(offers.length === 0 ? 599 : 0);
    expect(totalCents).toBe(2998 + deliveryFeeCents);
  });
});

describe('any order', () => {
  const names = ['Ben', 'Ada', 'Nguyễn Thị Minh Khai', '王小明', 'Person 5', '__proto__'];
  const dates = [TUE, WED, THU, '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'];
  const anyItems = array(
    record({
      personName: constantFrom(...names),
      deliveryDate: constantFrom(...dates),
      priceCents: integer({ min: 1, max: 10_000 }),
    }),
    { maxLength: 84 },
  );
  const anyType = constantFrom<DeliveryType>('daily', 'weekly');

  /** The same rule, computed the slow way. */
  function oracleFee(items: PricedItem[], deliveryType: DeliveryType): number {
    let fee = 0;
    for (const name of names) {
      const own = items.filter((item) => item.personName === name);
      const ownDates = dates.filter((date) => own.some((item) => item.deliveryDate === date));
      fee += deliveryType === 'daily' ? 299 * ownDates.length : own.length > 0 ? 599 : 0;
    }
    return fee;
  }

  test('costs what its meals cost and the fee of each person', () => {
    assert(
      property(anyItems, anyType, (items, deliveryType) => {
        const priced = price(items, deliveryType);
        let subtotal = 0;
        for (const item of items) subtotal += item.priceCents;
        expect(priced.subtotalCents).toBe(subtotal);
        expect(priced.deliveryFeeCents).toBe(oracleFee(items, deliveryType));
        expect(priced.taxCents).toBe(0);
        expect(priced.totalCents).toBe(subtotal + oracleFee(items, deliveryType));
        expect(priced.fees).toHaveLength(new Set(items.map((item) => item.personName)).size);
      }),
      { numRuns: 300 },
    );
  });

  test('never pays a negative delivery fee, whatever the offers, and its lines add up', () => {
    const anySettings = record({
      freeDeliveryFromMeals: option(integer({ min: 0, max: 20 })),
      waitlistFirstOrderFree: boolean(),
      isFirstWaitlistOrder: boolean(),
      dailyFeeCents: integer({ min: 0, max: 500 }),
      weeklyFeeCents: integer({ min: 0, max: 900 }),
      taxCents: integer({ min: 0, max: 100 }),
    });
    assert(
      property(anyItems, anyType, anySettings, (items, deliveryType, settings) => {
        const priced = price(items, deliveryType, settings);
        const add = (total: number, line: { amountCents: number }) => total + line.amountCents;
        expect(priced.deliveryFeeCents).toBeGreaterThanOrEqual(0);
        expect(priced.offers.every((offer) => offer.amountCents < 0)).toBe(true);
        expect([...priced.fees, ...priced.offers].reduce(add, 0)).toBe(priced.deliveryFeeCents);
        expect(priced.subtotalCents + priced.deliveryFeeCents + priced.taxCents).toBe(
          priced.totalCents,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('costs the same in whatever order its items come', () => {
    const shuffled = anyItems.chain((items) =>
      shuffledSubarray(items, { minLength: items.length }).map((again) => ({ items, again })),
    );
    assert(
      property(shuffled, anyType, ({ items, again }, deliveryType) => {
        const byName = (order: PricedItem[]) =>
          price(order, deliveryType).fees.toSorted((a, b) =>
            a.personName < b.personName ? -1 : 1,
          );
        expect({ ...price(again, deliveryType), fees: [] }).toEqual({
          ...price(items, deliveryType),
          fees: [],
        });
        expect(byName(again)).toEqual(byName(items));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a line explains itself', () => {
  test.each<[personName: string, dates: string[], deliveryType: DeliveryType, words: string]>([
    ['Ben', [TUE, WED, THU], 'daily', 'Ben: 3 dates x $2.99'],
    ['Ben', [TUE, TUE], 'daily', 'Ben: 1 date x $2.99'],
    ['Ada', [TUE, TUE], 'weekly', 'Ada: weekly delivery, one fee of $5.99'],
  ])('to %s for %j, delivered %s: %s', (personName, dates, deliveryType, words) => {
    const { fees } = price(meals(personName, dates), deliveryType);
    expect(fees.map((fee) => explainFee(fee).replace('×', 'x'))).toEqual([words]);
  });

  test('with the sum that it comes to', () => {
    const [fee] = price(meals('Ben', [TUE, WED, THU]), 'daily').fees;
    expect(fee && explainFee(fee)).toContain(`${fee?.dates} dates`);
    expect(fee?.amountCents).toBe((fee?.dates ?? 0) * 299);
  });

  test.each<[what: string, items: PricedItem[], deliveryType: DeliveryType, labels: string[]]>([
    [
      'equal shares in one',
      [...meals('Ada', [TUE, WED]), ...meals('Ben', [TUE, THU])],
      'daily',
      ['Delivery, 2 people × 2 dates × $2.99'],
    ],
    [
      'equal shares of a weekly order in one',
      [...meals('Ada', [TUE]), ...meals('Ben', [TUE])],
      'weekly',
      ['Delivery, 2 people × $5.99'],
    ],
    [
      'shares that differ each alone',
      [...meals('Ada', [TUE, WED]), ...meals('Ben', [TUE])],
      'daily',
      ['Delivery, Ada: 2 dates × $2.99', 'Delivery, Ben: 1 date × $2.99'],
    ],
    ['one person’s alone', meals('Ada', [TUE]), 'daily', ['Delivery, Ada: 1 date × $2.99']],
  ])('with %s', (_what, items, deliveryType, labels) => {
    const priced = price(items, deliveryType);
    const lines = deliveryLines(priced);
    expect(lines.map(({ label }) => label)).toEqual(labels);
    expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
      priced.deliveryFeeCents,
    );
  });

  test('beside the choice of delivery: how the fees of all add up', () => {
    const { fees } = price([...meals('Ada', [TUE, WED]), ...meals('Ben', [TUE])], 'daily');
    expect(feeSum(fees)).toBe('3 × $2.99, one for each person and date');
    expect(feeSum(price(meals('Ada', [TUE, WED]), 'daily').fees)).toBe('2 dates × $2.99');
    expect(feeSum([])).toBeNull();
  });

  test('when it is an offer, too', () => {
    expect(explainOffer({ code: 'waitlist_first_order', amountCents: -599 })).toMatch(
      /waitlist.*first paid order.*email, phone and address.*free/i,
    );
    expect(explainOffer({ code: 'free_delivery_from_meals', amountCents: -599 })).toMatch(
      /free delivery/i,
    );
  });
});
