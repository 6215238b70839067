import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  integer,
  oneof,
  property,
  record,
  string,
  subarray,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { checkOrder } from '#areas/order-book/rules/check-order.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { furthestStep } from './check-customer.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { priceDraft } from './order-pricing.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

const WEEK = weekFrom('2026-11-24');
const [TUE, WED, THU] = ['2026-11-24', '2026-11-25', '2026-11-26'] as const;

function openWeek() {
  const wednesdayBefore = Temporal.ZonedDateTime.from('2026-11-18T10:00[Australia/Brisbane]');
  return orderingWeekAt(wednesdayBefore.epochMilliseconds, defaultBusiness);
}

/** Meal 1 costs $10.01, meal 2 $10.02 and so on. */
function priceCentsOf(mealId: number): number {
  return 1000 + mealId;
}

function lunch(date: string, mealId: number): MealAssignment {
  return { date, mealType: 'lunch', mealId };
}

function aDraft(changes: Partial<OrderDraft> = {}): OrderDraft {
  return {
    ...newOrderDraft({ cartKey: 'cart', weekStart: TUE, calorieTarget: 1500 }, defaultBusiness),
    people: [
      {
        name: ' Ben  Lee ',
        calorieTarget: 1800,
        ...NO_FOOD_NEEDS,
        mealAssignments: [lunch(TUE, 1), lunch(THU, 2)],
      },
    ],
    weeklyDeliveryDay: TUE,
    customer: {
      firstName: 'Jo',
      lastName: 'Lee',
      email: 'jo@example.com',
      phone: '0412 345 678',
      addressLine1: '12 Shore St',
      addressLine2: 'Unit 3',
      suburb: 'Cleveland',
      deliveryPreference: 'cold',
      specialInstructions: 'Blue gate',
    },
    ...changes,
  };
}

const everyLunch: Person = {
  name: 'Ada',
  calorieTarget: 1500,
  ...NO_FOOD_NEEDS,
  mealAssignments: WEEK.slice(0, 5).map((date) => lunch(date, 3)),
};

describe('an order prepared for payment', () => {
  test('has the shape that goes over the wire', () => {
    expect(prepareOrder(aDraft(), priceCentsOf, defaultBusiness)).toEqual({
      customer: {
        firstName: 'Jo',
        lastName: 'Lee',
        email: 'jo@example.com',
        phone: '0412 345 678',
        address: '12 Shore St, Unit 3, Cleveland',
        deliveryPreference: 'cold',
        specialInstructions: 'Blue gate',
      },
      orderItems: [
        {
          mealId: 1,
          mealDate: TUE,
          deliveryDate: TUE,
          deliveryWindow: '11:00-13:00',
          mealType: 'lunch',
          price: '10.01',
          personName: 'Ben Lee',
        },
        {
          mealId: 2,
          mealDate: THU,
          deliveryDate: TUE,
          deliveryWindow: '11:00-13:00',
          mealType: 'lunch',
          price: '10.02',
          personName: 'Ben Lee',
        },
      ],
      subtotal: '20.03',
      deliveryFee: '5.99',
      tax: '0.00',
      total: '26.02',
      cartKey: 'cart',
      deliveryType: 'weekly',
      people: [{ name: 'Ben Lee', calorieTarget: 1800 }],
    });
  });

  test('is delivered on the days of its meals when it is daily', () => {
    const { orderItems, deliveryFee } = prepareOrder(
      aDraft({ people: [everyLunch], deliveryType: 'daily' }),
      priceCentsOf,
      defaultBusiness,
    );
    expect(orderItems.map((item) => item.deliveryDate)).toEqual(WEEK.slice(0, 5));
    expect(deliveryFee).toBe('14.95');
  });

  test('is delivered on the one chosen day when it is weekly, though daily was possible', () => {
    const { orderItems, deliveryFee } = prepareOrder(
      aDraft({ people: [everyLunch], deliveryType: 'weekly', weeklyDeliveryDay: TUE }),
      priceCentsOf,
      defaultBusiness,
    );
    expect(new Set(orderItems.map((item) => item.deliveryDate))).toEqual(new Set([TUE]));
    expect(orderItems.map((item) => item.mealDate)).toEqual(WEEK.slice(0, 5));
    expect(deliveryFee).toBe('5.99');
  });

  test('is weekly for everyone when someone has too few meals, whatever was chosen before', () => {
    const people = [...aDraft().people, everyLunch];
    const { deliveryType, deliveryFee } = prepareOrder(
      aDraft({ people, deliveryType: 'daily' }),
      priceCentsOf,
      defaultBusiness,
    );
    expect(deliveryType).toBe('weekly');
    expect(deliveryFee).toBe('11.98');
  });

  test('comes in the window of its date where one was chosen', () => {
    const windowByDate = { [WED]: '16:00-18:00' as const };
    const draft = aDraft({ people: [everyLunch], deliveryType: 'daily', windowByDate });
    const { orderItems } = prepareOrder(draft, priceCentsOf, defaultBusiness);
    const late = orderItems.filter((item) => item.deliveryWindow === '16:00-18:00');
    expect(late.map((item) => item.deliveryDate)).toEqual([WED]);
  });

  test.each([
    ['daily' as const, 'warm'],
    ['weekly' as const, 'cold'],
  ])('of a customer who likes it warm, delivered %s, is %s', (deliveryType, deliveryPreference) => {
    const { customer } = aDraft();
    const draft = aDraft({
      people: [everyLunch],
      deliveryType,
      customer: { ...customer, deliveryPreference: 'warm' },
    });
    expect(prepareOrder(draft, priceCentsOf, defaultBusiness).customer.deliveryPreference).toBe(
      deliveryPreference,
    );
  });

  test('names everyone, even without meals', () => {
    const people = [
      everyLunch,
      { name: 'Ben', calorieTarget: 1200, ...NO_FOOD_NEEDS, mealAssignments: [] },
    ];
    const prepared = prepareOrder(
      aDraft({ people, deliveryType: 'daily' }),
      priceCentsOf,
      defaultBusiness,
    );
    expect(prepared.people).toEqual([
      { name: 'Ada', calorieTarget: 1500 },
      { name: 'Ben', calorieTarget: 1200 },
    ]);
  });
});

describe('the price of a draft', () => {
  test('is shown before daily or weekly is chosen', () => {
    const { subtotalCents } = priceDraft(
      aDraft({ people: [everyLunch], deliveryType: null }),
      priceCentsOf,
      defaultBusiness,
    );
    expect(subtotalCents).toBe(5 * 1003);
  });

  test('is nothing without meals', () => {
    const people = [{ ...everyLunch, mealAssignments: [] }];
    expect(priceDraft(aDraft({ people }), priceCentsOf, defaultBusiness)).toMatchObject({
      deliveryFeeCents: 0,
      totalCents: 0,
    });
  });
});

const cells = WEEK.flatMap((date) => [
  { date, mealType: 'lunch' as const },
  { date, mealType: 'dinner' as const },
]);
const someCells = oneof(subarray(cells), subarray(cells, { minLength: 5 }), constant([]));
const aMealId = integer({ min: 1, max: 20 });
const anyPerson = record({
  name: constantFrom(
    'Ben',
    'ada',
    ' Mary  Ann ',
    'Nguyễn Thị Minh Khai',
    'Γιώργος',
    'Олександра',
    '王小明',
    "O'Brien 🥑",
    'Person 1',
  ),
  calorieTarget: constantFrom(1200, 1500, 1800),
  allergens: constant<Person['allergens']>([]),
  avoid: constant<Person['avoid']>([]),
  diets: constant<Person['diets']>([]),
  note: constant(''),
  mealAssignments: someCells.chain((chosen) =>
    array(aMealId, { minLength: chosen.length, maxLength: chosen.length }).map((mealIds) =>
      chosen.map((cell, at): MealAssignment => ({ ...cell, mealId: mealIds[at] ?? 1 })),
    ),
  ),
});
const anyPeople = uniqueArray(anyPerson, {
  minLength: 1,
  maxLength: 6,
  selector: ({ name }) => name,
}).filter((people) => people.some(({ mealAssignments }) => mealAssignments.length > 0));
const freeText = string({ unit: constantFrom(...'abc XYZ 019,-/.é街'), maxLength: 40 });
const anyCustomer = record({
  firstName: constantFrom('Jo', ' Siobhán ', 'Олександра', '王'),
  lastName: constantFrom('Lee', "O'Brien", 'Nguyễn Thị', '小明'),
  email: constantFrom('jo@example.com', ' Jo.Lee+meals@Example.com.au '),
  phone: constantFrom('0412 345 678', '+61 412 345 678', '(07) 5550 0164', '061255500164'),
  addressLine1: freeText.map((text) => `12 Shore${text}`),
  addressLine2: freeText,
  suburb: constantFrom(...defaultBusiness.suburbs).chain(({ name }) =>
    constantFrom(name, name.toUpperCase(), ` ${name} `),
  ),
  deliveryPreference: constantFrom('warm' as const, 'cold' as const),
  specialInstructions: freeText,
});

/** Every draft that takes the wizard to step 4. */
const anyReadyDraft = record({ people: anyPeople, customer: anyCustomer }).chain(
  ({ people, customer }) => {
    const isForced = people.some(
      ({ mealAssignments }) => mealAssignments.length > 0 && mealAssignments.length < 5,
    );
    const first =
      people.flatMap((person) => person.mealAssignments.map(({ date }) => date)).toSorted()[0] ??
      TUE;
    const daysUntilFirst = WEEK.filter((date) => date <= first);
    return record({
      cartKey: constant('cart'),
      weekStart: constant(TUE),
      people: constant(people),
      customer: constant(customer),
      deliveryType: isForced
        ? constantFrom(null, 'daily' as const, 'weekly' as const)
        : constantFrom('daily' as const, 'weekly' as const),
      weeklyDeliveryDay: constantFrom(...daysUntilFirst),
      deliveryWindow: constantFrom(...DELIVERY_WINDOWS),
      windowByDate: dictionary(constantFrom(...WEEK), constantFrom(...DELIVERY_WINDOWS)),
    });
  },
);

describe('any draft that reaches the last step', () => {
  test('is accepted by the check that the server makes', () => {
    assert(
      property(anyReadyDraft, (draft) => {
        expect(furthestStep(draft, defaultBusiness)).toBe(4);
        const check = checkOrder(
          prepareOrder(draft, priceCentsOf, defaultBusiness),
          openWeek(),
          defaultBusiness,
        );
        expect(check).toMatchObject({ outcome: 'ok' });
      }),
      { numRuns: 500 },
    );
  });

  test('is bought as it was put together: every meal once, for its person, on its date', () => {
    assert(
      property(anyReadyDraft, (draft) => {
        const prepared = prepareOrder(draft, priceCentsOf, defaultBusiness);
        const check = checkOrder(prepared, openWeek(), defaultBusiness);
        if (check.outcome !== 'ok') throw new Error(check.outcome);
        const nameOnLabels = (name: string) => name.trim().replaceAll(/ +/g, ' ');
        const planned = draft.people.flatMap(({ name, mealAssignments }) =>
          mealAssignments.map(
            ({ date, mealType, mealId }) => `${nameOnLabels(name)} ${date} ${mealType} ${mealId}`,
          ),
        );
        const bought = check.order.items.map(
          ({ personName, mealDate, mealType, mealId }) =>
            `${personName} ${mealDate} ${mealType} ${mealId}`,
        );
        expect(bought.toSorted()).toEqual(planned.toSorted());
        expect(check.order.deliveryType).toBe(prepared.deliveryType);
        expect(check.order.items.every((item) => item.deliveryDate <= item.mealDate)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('takes one delivery for each of its dates, sorted, in one window', () => {
    assert(
      property(anyReadyDraft, (draft) => {
        const check = checkOrder(
          prepareOrder(draft, priceCentsOf, defaultBusiness),
          openWeek(),
          defaultBusiness,
        );
        if (check.outcome !== 'ok') throw new Error(check.outcome);
        const { drops, items, deliveryType } = check.order;
        const dates = [...new Set(items.map((item) => item.deliveryDate))].toSorted();
        expect(drops.map((delivery) => delivery.date)).toEqual(dates);
        for (const { date, window } of drops)
          expect(window).toBe(draft.windowByDate[date] ?? draft.deliveryWindow);
        if (deliveryType === 'weekly') expect(dates).toEqual([draft.weeklyDeliveryDay]);
      }),
      { numRuns: 300 },
    );
  });

  test('costs what its meals and its delivery cost, in amounts that add up', () => {
    assert(
      property(anyReadyDraft, (draft) => {
        const prepared = prepareOrder(draft, priceCentsOf, defaultBusiness);
        const cents = (text: string) => parseAmount(text) ?? Number.NaN;
        const peopleWithMeals = draft.people.filter(
          ({ mealAssignments }) => mealAssignments.length > 0,
        );
        const isDaily =
          draft.deliveryType === 'daily' &&
          peopleWithMeals.every(({ mealAssignments }) => mealAssignments.length >= 5);
        let subtotal = 0;
        let fee = 0;
        for (const { mealAssignments } of peopleWithMeals) {
          for (const { mealId } of mealAssignments) subtotal += 1000 + mealId;
          fee += isDaily ? 299 * new Set(mealAssignments.map(({ date }) => date)).size : 599;
        }
        expect(cents(prepared.subtotal)).toBe(subtotal);
        expect(cents(prepared.deliveryFee)).toBe(fee);
        expect(prepared.tax).toBe('0.00');
        expect(cents(prepared.total)).toBe(subtotal + fee);
        expect(prepared.orderItems.reduce((sum, item) => sum + cents(item.price), 0)).toBe(
          subtotal,
        );
        expect(priceDraft(draft, priceCentsOf, defaultBusiness).totalCents).toBe(subtotal + fee);
        expect(JSON.parse(JSON.stringify(prepared))).toEqual(prepared);
      }),
      { numRuns: 300 },
    );
  });
});
