import { KITCHEN_SHAPES, type KitchenShape } from '#quality/support/kitchen-shapes.ts';
import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { checkOrder } from '#areas/order-book/rules/check-order.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

const [TUE, WED, THU, FRI, SAT, SUN, MON] = [
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
  '2026-11-30',
] as const;
const FIVE_DAYS = [TUE, WED, THU, FRI, SAT];
const SIX_NAMES = ['Ben', 'Ada', 'Cy', 'Di', 'Ed', 'Flo'];

const PHONE =
  'Please enter a valid Australian phone number (e.g., 0412 345 678 or +61 412 345 678)';
const ADDRESS = 'Please enter your street address';
const SUBURB = 'Please select a valid suburb from the list';

function weekAt(brisbaneTime: string) {
  const now = Temporal.ZonedDateTime.from(`${brisbaneTime}[Australia/Brisbane]`);
  return orderingWeekAt(now.epochMilliseconds, defaultBusiness);
}

function check(order: PreparedOrder, brisbaneTime = '2026-11-18T10:00') {
  return checkOrder(order, weekAt(brisbaneTime), defaultBusiness);
}

function meal(
  personName: string,
  mealDate: string,
  changes: Partial<PreparedItem> = {},
): PreparedItem {
  return {
    mealId: 1,
    mealDate,
    deliveryDate: mealDate,
    deliveryWindow: '11:00-13:00',
    mealType: 'lunch',
    price: '14.99',
    personName,
    ...changes,
  };
}

/** Delivered on Tuesday, eaten on this day. */
function weeklyMeal(
  personName: string,
  mealDate: string,
  mealType: MealType = 'lunch',
): PreparedItem {
  return meal(personName, mealDate, { deliveryDate: TUE, mealType });
}

const jo: PreparedOrder['customer'] = {
  firstName: 'Jo',
  lastName: 'Lee',
  email: 'jo@example.com',
  phone: '0412 345 678',
  address: '12 Shore St, Unit 3, Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: 'Blue gate',
};

function anOrder(changes: Partial<PreparedOrder>): PreparedOrder {
  return {
    customer: jo,
    orderItems: [],
    subtotal: '0.00',
    deliveryFee: '0.00',
    tax: '0.00',
    total: '0.00',
    ...changes,
  };
}

/** Ben's five lunches, each on its own day. */
function aDailyOrder(changes: Partial<PreparedOrder> = {}): PreparedOrder {
  return anOrder({
    orderItems: FIVE_DAYS.map((date) => meal('Ben', date)),
    deliveryType: 'daily',
    people: [{ name: 'Ben', calorieTarget: 1800 }],
    ...changes,
  });
}

/** Ben's two lunches, both delivered on Tuesday. */
function aWeeklyOrder(changes: Partial<PreparedOrder> = {}): PreparedOrder {
  return anOrder({
    orderItems: [weeklyMeal('Ben', TUE), weeklyMeal('Ben', THU)],
    deliveryType: 'weekly',
    people: [{ name: 'Ben', calorieTarget: 1800 }],
    ...changes,
  });
}

function customer(changes: Partial<PreparedOrder['customer']>): PreparedOrder {
  return aWeeklyOrder({ customer: { ...jo, ...changes } });
}

function people(...names: string[]) {
  return names.map((name) => ({ name, calorieTarget: 1500 }));
}

/** "field: message" for each problem; the outcome if the order is not invalid. */
function problemsOf(order: PreparedOrder, brisbaneTime?: string): string[] {
  const result = check(order, brisbaneTime);
  return result.outcome === 'invalid'
    ? result.problems.map(({ field, message }) => `${field}: ${message}`)
    : [result.outcome];
}

describe('an order that may be placed', () => {
  test('is described in the terms of the kitchen', () => {
    expect(
      check(
        customer({
          firstName: ' Jo ',
          email: ' jo@example.com ',
          specialInstructions: ' Blue gate ',
        }),
      ),
    ).toEqual({
      outcome: 'ok',
      order: {
        customer: {
          firstName: 'Jo',
          lastName: 'Lee',
          email: 'jo@example.com',
          phone: '+61412345678',
          address: {
            line1: '12 Shore St',
            line2: 'Unit 3',
            suburb: { name: 'Cleveland', postcode: '4163' },
          },
          deliveryPreference: 'cold',
          specialInstructions: 'Blue gate',
        },
        deliveryType: 'weekly',
        people: [
          { name: 'Ben', calorieTarget: 1800, allergens: [], avoid: [], diets: [], note: '' },
        ],
        items: [
          {
            mealId: 1,
            mealType: 'lunch',
            mealDate: TUE,
            deliveryDate: TUE,
            deliveryWindow: '11:00-13:00',
            personName: 'Ben',
          },
          {
            mealId: 1,
            mealType: 'lunch',
            mealDate: THU,
            deliveryDate: TUE,
            deliveryWindow: '11:00-13:00',
            personName: 'Ben',
          },
        ],
        drops: [{ date: TUE, window: '11:00-13:00' }],
      },
    });
  });

  test.each<[what: string, order: PreparedOrder]>([
    ['has five meals, delivered daily', aDailyOrder()],
    [
      'has five meals, delivered weekly',
      aWeeklyOrder({ orderItems: FIVE_DAYS.map((date) => weeklyMeal('Ben', date)) }),
    ],
    [
      'has lunch and dinner on one date',
      aWeeklyOrder({ orderItems: [weeklyMeal('Ben', TUE), weeklyMeal('Ben', TUE, 'dinner')] }),
    ],
    ['is for the last day of the week', aWeeklyOrder({ orderItems: [meal('Ben', MON)] })],
    ['is delivered before the first meal', aWeeklyOrder({ orderItems: [weeklyMeal('Ben', SUN)] })],
    [
      'has five meals daily and someone without meals',
      aDailyOrder({ people: people('Ben', 'Ada') }),
    ],
    ['is daily and warm', aDailyOrder({ customer: { ...jo, deliveryPreference: 'warm' } })],
    [
      'is for six people',
      aWeeklyOrder({
        orderItems: SIX_NAMES.map((name) => weeklyMeal(name, TUE)),
        people: people(...SIX_NAMES),
      }),
    ],
    ['names its people in other capitals', aWeeklyOrder({ people: people(' BEN ') })],
    [
      'has another window on each date',
      aDailyOrder({
        orderItems: FIVE_DAYS.map((date, at) =>
          meal('Ben', date, { deliveryWindow: at % 2 ? '11:00-13:00' : '16:00-18:00' }),
        ),
      }),
    ],
    ['has no second address line', customer({ address: '12 Shore St, Cleveland' })],
    ['has a postcode', customer({ address: '12 Shore St, Cleveland QLD 4163' })],
    ['has no instructions', customer({ specialInstructions: '' })],
  ])('%s', (_what, order) => {
    expect(problemsOf(order)).toEqual(['ok']);
  });

  test('takes one delivery for everyone who eats from it', () => {
    const both = FIVE_DAYS.flatMap((date) => [
      meal('Ben', date),
      meal('Ada', date),
      meal('Ada', date, { mealType: 'dinner' }),
    ]);
    const result = check(
      aDailyOrder({ orderItems: both.toReversed(), people: people('Ben', 'Ada') }),
    );
    expect(result).toMatchObject({
      order: { drops: FIVE_DAYS.map((date) => ({ date, window: '11:00-13:00' })) },
    });
  });
});

describe('an order with only the fields of the original wire format', () => {
  function original(...items: PreparedItem[]): PreparedOrder {
    return anOrder({ orderItems: items.map(({ mealDate: _mealDate, ...item }) => item) });
  }

  test('with lunches on five dates is delivered daily and eaten the same day', () => {
    const result = check(original(...FIVE_DAYS.map((date) => meal('Ben', date))));
    expect(result).toMatchObject({
      outcome: 'ok',
      order: { deliveryType: 'daily', people: [{ name: 'Ben', calorieTarget: 1500 }] },
    });
    expect(result.outcome === 'ok' && result.order.items.map((item) => item.mealDate)).toEqual(
      FIVE_DAYS,
    );
  });

  test('with lunch and dinner on one date is delivered weekly', () => {
    const result = check(original(meal('Ben', TUE), meal('Ben', TUE, { mealType: 'dinner' })));
    expect(result).toMatchObject({
      outcome: 'ok',
      order: { deliveryType: 'weekly', drops: [{ date: TUE }] },
    });
  });

  test.each([2, 3, 4])(
    'can be placed for %i lunches, either all on the delivery date or each on its own',
    (count) => {
      const onOneDate = original(...FIVE_DAYS.slice(0, count).map(() => meal('Ben', TUE)));
      const onTheirDates = original(...FIVE_DAYS.slice(0, count).map((date) => meal('Ben', date)));
      expect([check(onOneDate).outcome, check(onTheirDates).outcome]).toContain('ok');
    },
  );
});

describe('a customer is refused', () => {
  test.each<[why: string, changes: Partial<PreparedOrder['customer']>, problem: string]>([
    ['without a right phone number', { phone: '1300 123 456' }, `customer.phone: ${PHONE}`],
    ['without a phone number', { phone: '' }, `customer.phone: ${PHONE}`],
    [
      'in a suburb that is not served',
      { address: '12 Shore St, Brisbane' },
      `customer.address: ${SUBURB}`,
    ],
    ['on an island', { address: '12 Shore St, Russell Island' }, `customer.address: ${SUBURB}`],
    [
      'with the postcode of elsewhere',
      { address: '12 Shore St, Cleveland 4157' },
      `customer.address: ${SUBURB}`,
    ],
    ['without a suburb', { address: '12 Shore St' }, `customer.address: ${SUBURB}`],
    [
      'with a street address of four characters',
      { address: '1 AB, Cleveland' },
      `customer.address: ${ADDRESS}`,
    ],
    ['with a suburb only', { address: 'Cleveland' }, `customer.address: ${ADDRESS}`],
    [
      'without a first name',
      { firstName: '  ' },
      'customer.firstName: Please enter your first name',
    ],
    [
      'without a last name',
      { lastName: '\u0000' },
      'customer.lastName: Please enter your last name',
    ],
  ])('%s', (_why, changes, problem) => {
    expect(problemsOf(customer(changes))).toEqual([problem]);
  });

  test.each<[why: string, changes: Partial<PreparedOrder['customer']>, field: string]>([
    ['without a valid email', { email: 'jo@' }, 'customer.email'],
    [
      'with instructions without an end',
      { specialInstructions: 'x'.repeat(501) },
      'customer.specialInstructions',
    ],
  ])('%s', (_why, changes, field) => {
    expect(problemsOf(customer(changes))).toEqual([
      expect.stringMatching(new RegExp(`^${field}: `)),
    ]);
  });

  test('for every wrong field at once', () => {
    const empty = {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      address: '',
      specialInstructions: '',
    };
    const fields = problemsOf(customer(empty)).map((problem) => problem.split(':')[0]);
    expect(fields.toSorted()).toEqual([
      'customer.address',
      'customer.email',
      'customer.firstName',
      'customer.lastName',
      'customer.phone',
    ]);
  });
});

describe('meals are refused', () => {
  const secondItem = (changes: Partial<PreparedItem>) =>
    aWeeklyOrder({
      orderItems: [weeklyMeal('Ben', TUE), { ...weeklyMeal('Ben', THU), ...changes }],
    });

  test.each<[why: string, order: PreparedOrder, field: string]>([
    ['eaten after the order week', secondItem({ mealDate: '2026-12-01' }), 'orderItems.1.mealDate'],
    [
      'delivered in a later week',
      secondItem({ deliveryDate: '2026-12-01', mealDate: '2026-12-01' }),
      'orderItems.1.deliveryDate',
    ],
    [
      'delivered in the past',
      secondItem({ deliveryDate: '2026-11-17' }),
      'orderItems.1.deliveryDate',
    ],
    [
      'eaten before the order week',
      secondItem({ mealDate: '2026-11-23' }),
      'orderItems.1.mealDate',
    ],
    [
      'delivered on a day that does not exist',
      secondItem({ deliveryDate: '2026-11-31' }),
      'orderItems.1.deliveryDate',
    ],
    [
      'eaten on a day that does not exist',
      secondItem({ mealDate: 'Thursday' }),
      'orderItems.1.mealDate',
    ],
    [
      'delivered after the day they are eaten',
      aWeeklyOrder({ orderItems: [meal('Ben', TUE, { deliveryDate: WED }), meal('Ben', WED)] }),
      'orderItems.0.deliveryDate',
    ],
    [
      'as a third helping of one person and date',
      aWeeklyOrder({
        orderItems: [weeklyMeal('Ben', THU), weeklyMeal('Ben', THU), weeklyMeal('Ben', THU)],
      }),
      'orderItems.2.mealDate',
    ],
    [
      'as a third helping of one person spelled in three ways',
      aWeeklyOrder({
        orderItems: [weeklyMeal('Ben', THU), weeklyMeal(' ben', THU), weeklyMeal('BEN ', THU)],
      }),
      'orderItems.2.mealDate',
    ],
    [
      'when two windows are asked for one date',
      secondItem({ deliveryWindow: '16:00-18:00' }),
      'orderItems.1.deliveryWindow',
    ],
    [
      'when two people want two windows on one date',
      aWeeklyOrder({
        orderItems: [
          weeklyMeal('Ben', TUE),
          { ...weeklyMeal('Ada', TUE), deliveryWindow: '16:00-18:00' },
        ],
        people: people('Ben', 'Ada'),
      }),
      'orderItems.1.deliveryWindow',
    ],
    [
      'for a person without a name',
      aWeeklyOrder({
        orderItems: [weeklyMeal('Ben', TUE), weeklyMeal(' \u0000', TUE)],
        people: people('Ben'),
      }),
      'orderItems.1.personName',
    ],
  ])('%s', (_why, order, field) => {
    expect(problemsOf(order)).toContainEqual(expect.stringMatching(new RegExp(`^${field}: \\S`)));
  });

  test('says which dates can be chosen', () => {
    expect(problemsOf(secondItem({ mealDate: '2026-12-01' }))).toEqual([
      'orderItems.1.mealDate: Please choose a date from Tue 24 Nov 2026 to Mon 30 Nov 2026',
    ]);
  });

  test('when there are none', () => {
    expect(check(anOrder({ orderItems: [] })).outcome).toBe('invalid');
  });

  test('not for a second person who eats the same', () => {
    expect(
      problemsOf(
        aWeeklyOrder({
          orderItems: [weeklyMeal('Ben', THU), weeklyMeal('Ada', THU)],
          people: people('Ben', 'Ada'),
        }),
      ),
    ).toEqual(['ok']);
  });
});

describe('people are refused', () => {
  const seven = [...SIX_NAMES, 'Gus'];
  const bens = [weeklyMeal('Ben', TUE)];

  test.each<[why: string, order: PreparedOrder, field: string]>([
    [
      'when seven are named',
      aWeeklyOrder({ orderItems: bens, people: people(...seven) }),
      'people',
    ],
    [
      'when seven eat',
      anOrder({ orderItems: seven.map((name) => weeklyMeal(name, TUE)) }),
      'orderItems',
    ],
    [
      'when a name is used twice',
      aWeeklyOrder({ orderItems: bens, people: people('Ben', 'Ben') }),
      'people',
    ],
    [
      'when a name is used twice in other capitals',
      aWeeklyOrder({ orderItems: bens, people: people('Ben', ' BEN') }),
      'people',
    ],
    [
      'when a name is blank',
      aWeeklyOrder({ orderItems: bens, people: people('Ben', ' ') }),
      'people.1.name',
    ],
    [
      'when a name is endless',
      aWeeklyOrder({ orderItems: bens, people: people('Ben', 'x'.repeat(81)) }),
      'people.1.name',
    ],
    [
      'with an allergy in a name, where nobody reads it',
      aWeeklyOrder({
        orderItems: bens.map((item) => ({ ...item, personName: 'Ben (nut allergy)' })),
        people: people('Ben (nut allergy)'),
      }),
      'people.0.name',
    ],
    [
      'with an allergy in the name of one who is not listed',
      aWeeklyOrder({
        orderItems: bens.map((item) => ({ ...item, personName: 'Ben, no dairy' })),
      }),
      'orderItems',
    ],
    [
      'when someone has meals and is not among them',
      aWeeklyOrder({ orderItems: [...bens, weeklyMeal('Ada', TUE)], people: people('Ben') }),
      'people',
    ],
    ['when nobody is named', aWeeklyOrder({ orderItems: bens, people: [] }), 'people'],
  ])('%s', (_why, order, field) => {
    expect(problemsOf(order)).toContainEqual(expect.stringMatching(new RegExp(`^${field}: \\S`)));
  });

  test('with the name of who is missing', () => {
    const order = aWeeklyOrder({
      orderItems: [...bens, weeklyMeal('Ada', TUE)],
      people: people('Ben'),
    });
    expect(problemsOf(order)).toEqual([expect.stringContaining('Ada')]);
  });
});

describe('a delivery is refused', () => {
  const fourMeals = FIVE_DAYS.slice(0, 4).map((date) => meal('Ben', date));
  const bensFiveAdasOne = [...FIVE_DAYS.map((date) => meal('Ben', date)), meal('Ada', TUE)];

  test.each<[why: string, order: PreparedOrder, field: string]>([
    ['daily with four meals', aDailyOrder({ orderItems: fourMeals }), 'deliveryType'],
    [
      'daily when one of two people has one meal',
      aDailyOrder({ orderItems: bensFiveAdasOne, people: people('Ben', 'Ada') }),
      'deliveryType',
    ],
    [
      'daily when a meal comes before its day',
      aDailyOrder({ orderItems: [...fourMeals, meal('Ben', SAT, { deliveryDate: FRI })] }),
      'orderItems',
    ],
    [
      'weekly on two dates',
      aWeeklyOrder({ orderItems: [meal('Ben', TUE), meal('Ben', THU)] }),
      'orderItems',
    ],
    ['weekly and warm', customer({ deliveryPreference: 'warm' }), 'customer.deliveryPreference'],
    [
      'weekly because it must be, and warm',
      anOrder({
        customer: { ...jo, deliveryPreference: 'warm' },
        orderItems: [weeklyMeal('Ben', TUE)],
      }),
      'customer.deliveryPreference',
    ],
  ])('%s', (_why, order, field) => {
    expect(problemsOf(order)).toEqual([expect.stringMatching(new RegExp(`^${field}: \\S`))]);
  });
});

describe('a day whose cutoff has passed', () => {
  const forTuesday = aWeeklyOrder();

  test.each([
    ['a millisecond before the cutoff', '2026-11-22T16:59:59.999', 'ok'],
    ['at the cutoff', '2026-11-22T17:00', 'past_cutoff'],
    ['on Monday', '2026-11-23T23:59:59', 'past_cutoff'],
    ['on the very Tuesday', '2026-11-24T08:00', 'past_cutoff'],
  ])('cannot be ordered: %s (%s in Brisbane) the answer is %s', (_when, brisbaneTime, outcome) => {
    expect(check(forTuesday, brisbaneTime).outcome).toBe(outcome);
  });

  test('is past cutoff only when nothing else is wrong: what is wrong is said first', () => {
    expect(
      problemsOf({ ...forTuesday, customer: { ...jo, phone: '' } }, '2026-11-22T17:00'),
    ).toEqual([expect.stringMatching(/^customer\.phone: /)]);
  });

  test('that has gone by altogether is an invalid date', () => {
    expect(problemsOf(forTuesday, '2026-11-25T08:00')).toContainEqual(
      expect.stringMatching(/^orderItems\.0\.deliveryDate: /),
    );
  });
});

describe('any dates', () => {
  const around = weekFrom('2026-11-17').concat(weekFrom(TUE), weekFrom('2026-12-01'));

  test('are accepted when both lie in the order week and the delivery is not after the meal', () => {
    assert(
      property(constantFrom(...around), constantFrom(...around), (deliveryDate, mealDate) => {
        const { outcome } = check(
          aWeeklyOrder({ orderItems: [meal('Ben', mealDate, { deliveryDate })] }),
          '2026-11-22T12:00',
        );
        const isInWeek = [deliveryDate, mealDate].every((date) => date >= TUE && date <= MON);
        const isOldWeek = deliveryDate === '2026-11-22' || deliveryDate === '2026-11-23';
        expect(outcome).toBe(
          deliveryDate > mealDate
            ? 'invalid'
            : isOldWeek
              ? 'past_cutoff'
              : isInWeek
                ? 'ok'
                : 'invalid',
        );
      }),
      { numRuns: 500 },
    );
  });

  test('with any numbers of meals allow daily when everyone who eats has five or more', () => {
    const meals = integer({ min: 0, max: 7 });
    const days = weekFrom(TUE);
    assert(
      property(meals, meals, meals, (...counts) => {
        const names = ['Ben', 'Ada', 'Cy'];
        const orderItems = names.flatMap((name, at) =>
          days.slice(0, counts[at]).map((date) => meal(name, date)),
        );
        if (orderItems.length === 0) return;
        const { outcome } = check(aDailyOrder({ orderItems, people: people(...names) }));
        expect(outcome).toBe(counts.every((count) => count === 0 || count >= 5) ? 'ok' : 'invalid');
      }),
      { numRuns: 300 },
    );
  });
});

describe('an order to a kitchen of another shape', () => {
  const checkIn = (shape: KitchenShape, order: PreparedOrder, changes: object = {}) =>
    checkOrder(order, weekAt('2026-11-18T10:00'), { ...KITCHEN_SHAPES[shape], ...changes });
  const messagesOf = (result: ReturnType<typeof checkOrder>) =>
    result.outcome === 'invalid'
      ? result.problems.map(({ field, message }) => `${field}: ${message}`)
      : [result.outcome];
  const inTheEvening = { mealType: 'dinner', deliveryWindow: '16:00-18:00' } as const;

  test('of a service that it does not have is refused at the meal', () => {
    const lunches = [meal('Ben', WED), meal('Ben', THU, { deliveryDate: WED, mealType: 'dinner' })];
    expect(messagesOf(checkIn('lunch only', anOrder({ orderItems: lunches })))).toEqual([
      'orderItems.1.mealType: We don’t serve dinner',
    ]);
    const dinners = [meal('Ben', WED, inTheEvening)];
    expect(
      messagesOf(checkIn('dinner, Monday to Friday', anOrder({ orderItems: dinners }))),
    ).toEqual(['ok']);
  });

  test('comes on the one delivery day, the spec’s dates being the days it is eaten on', () => {
    const orderItems = [SAT, SUN, MON].map((date) =>
      meal('Ben', date, { mealDate: undefined, deliveryWindow: '09:00-12:00' }),
    );
    const result = checkIn('Saturday only', anOrder({ orderItems }));
    expect(result).toMatchObject({ outcome: 'ok', order: { deliveryType: 'weekly' } });
    expect(result.outcome === 'ok' && result.order.drops).toEqual([
      { date: SAT, window: '09:00-12:00' },
    ]);
  });

  test('cannot come on a day without a delivery', () => {
    const orderItems = [meal('Ben', SUN, { deliveryWindow: '09:00-12:00' })];
    expect(messagesOf(checkIn('Saturday only', anOrder({ orderItems })))).toEqual([
      'orderItems.0.deliveryDate: We don’t deliver on Sun 29 Nov 2026. Please choose another day.',
    ]);
  });

  test('comes only as the kitchen brings it', () => {
    const daily = aDailyOrder();
    const weekly = aWeeklyOrder();
    expect(messagesOf(checkIn('default', daily, { deliveryTypes: ['weekly'] }))).toEqual([
      'deliveryType: We bring everything on one day. Choose weekly.',
    ]);
    const onlyDaily = { deliveryTypes: ['daily'], dailyFromMeals: 1 };
    expect(messagesOf(checkIn('default', weekly, onlyDaily))).toEqual([
      'deliveryType: We bring each meal on its own day. Choose daily.',
    ]);
    const oneMeal = anOrder({ orderItems: [meal('Ben', WED)] });
    expect(checkIn('default', oneMeal, onlyDaily)).toMatchObject({
      outcome: 'ok',
      order: { deliveryType: 'daily' },
    });
  });
});
