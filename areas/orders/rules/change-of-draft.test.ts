import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import {
  changeOfDraft,
  changeWithout,
  draftOfOrder,
  type ItemToChange,
  type OrderToChange,
  termsOfOrder,
} from './order-to-change.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { placeMeal } from '#areas/order-book/rules/people.ts';

const TUESDAY = '2026-01-13';
const day = (index: number) => addDays(TUESDAY, index);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const START = { cartKey: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11', weekStart: TUESDAY };

const ROSE = {
  firstName: 'Rose',
  lastName: 'Quill',
  phone: '0498 765 432',
  isGift: true,
  message: 'Happy birthday, Mum!',
  news: 'both' as const,
  namesPayer: true,
};

function anItem(id: number, change: Partial<ItemToChange> = {}): ItemToChange {
  const mealDate = change.mealDate ?? TUESDAY;
  return {
    id,
    mealId: 7,
    mealType: 'dinner',
    mealDate,
    deliveryDate: mealDate,
    deliveryWindow: NOON,
    personName: 'Mia',
    isOpen: true,
    ...change,
  };
}

function anOrder(items: ItemToChange[], change: Partial<OrderToChange> = {}): OrderToChange {
  const names = [...new Set(items.map(({ personName }) => personName))];
  return {
    deliveryType: 'weekly',
    customer: {
      firstName: 'Mia',
      lastName: 'Nguyễn',
      addressLine1: '12 Shore Street West',
      addressLine2: 'Unit 3',
      suburb: 'Cleveland',
      deliveryPreference: 'cold',
      specialInstructions: '',
    },
    recipient: null,
    people: names.map((name) => ({ name, calorieTarget: 1500, ...NO_FOOD_NEEDS })),
    items,
    ...change,
  };
}

const aDailyWeek = () =>
  anOrder(
    Array.from({ length: 6 }, (_, index) => anItem(index + 1, { mealDate: day(index) })),
    { deliveryType: 'daily' },
  );

function changed(order: OrderToChange, edit: (draft: OrderDraft) => OrderDraft) {
  const before = draftOfOrder(order, START);
  return changeOfDraft({ order, before, after: edit(before) }, defaultBusiness);
}

function place(
  draft: OrderDraft,
  cell: { date: string; mealType: 'lunch' | 'dinner' },
  mealId: number | null,
  helping: 'first' | 'second' = 'first',
): OrderDraft {
  const [first, ...others] = draft.people;
  return first ? { ...draft, people: [placeMeal(first, cell, mealId, helping), ...others] } : draft;
}

const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;

describe('a draft that nobody touched', () => {
  const anyItem = fc.record({
    mealId: fc.integer({ min: 1, max: 4 }),
    mealType: fc.constantFrom('lunch' as const, 'dinner' as const),
    day: fc.integer({ min: 0, max: 6 }),
    late: fc.integer({ min: 0, max: 2 }),
    deliveryWindow: fc.constantFrom(
      '11:00-13:00' as const,
      '16:00-18:00' as const,
      '07:00-09:00' as const,
    ),
    personName: fc.constantFrom('Mia', 'Ben', 'Zoë'),
    isOpen: fc.boolean(),
  });

  test('changes nothing, whatever staff have made of the order', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('daily' as const, 'weekly' as const),
        fc.constantFrom('warm' as const, 'cold' as const),
        (some, deliveryType, deliveryPreference) => {
          const items = some.map(({ day: index, late, ...item }, at) => ({
            ...item,
            id: at + 1,
            mealDate: day(index),
            deliveryDate: day(Math.max(0, index - late)),
          }));
          const order = anOrder(items, { deliveryType });
          const own = { ...order, customer: { ...order.customer, deliveryPreference } };
          expect(changed(own, (draft) => draft)).toEqual({});
        },
      ),
    );
  });
});

describe('a meal', () => {
  test('that is swapped keeps its id and its delivery, and the others are sent as they are', () => {
    const order = anOrder([anItem(1), anItem(2, { mealDate: day(1), deliveryDate: TUESDAY })]);
    const change = changed(order, (draft) => place(draft, TUESDAY_DINNER, 9));
    expect(change).toMatchObject({
      deliveryType: 'weekly',
      orderItems: [
        { id: 2, mealId: 7, mealDate: day(1), deliveryDate: TUESDAY },
        { id: 1, mealId: 9, mealDate: TUESDAY, deliveryDate: TUESDAY },
      ],
    });
    expect(change).not.toHaveProperty('customer');
    expect(change).not.toHaveProperty('people');
  });

  test('that is added comes with the delivery that the day has, in its own window', () => {
    const order = anOrder([anItem(1, { deliveryWindow: EVENING })]);
    const { orderItems } = changed(order, (draft) => place(draft, TUESDAY_DINNER, 9, 'second'));
    expect(orderItems).toMatchObject([
      { id: 1, mealId: 7 },
      { id: null, mealId: 9, deliveryDate: TUESDAY, deliveryWindow: EVENING },
    ]);
  });

  test('that is taken off is missing, and the last one taken off leaves none', () => {
    const order = anOrder([anItem(1), anItem(2, { personName: 'Ben' })]);
    expect(changed(order, (draft) => place(draft, TUESDAY_DINNER, null)).orderItems).toMatchObject([
      { id: 2 },
    ]);
    const alone = anOrder([anItem(1)]);
    expect(changed(alone, (draft) => place(draft, TUESDAY_DINNER, null))).toEqual({
      orderItems: [],
    });
  });

  test('of a delivery that is locked is always sent as it is', () => {
    const locked = anItem(3, { mealDate: day(3), isOpen: false, deliveryWindow: EVENING });
    const order = anOrder([anItem(1), locked]);
    const { orderItems } = changed(order, (draft) => place(draft, TUESDAY_DINNER, 9));
    const { isOpen: _isOpen, ...sent } = locked;
    expect(orderItems).toContainEqual(sent);
  });
});

describe('a delivery', () => {
  test('of a weekly order moves with all its meals', () => {
    const order = anOrder([anItem(1, { mealDate: day(2), deliveryDate: TUESDAY })]);
    const change = changed(order, (draft) => ({ ...draft, weeklyDeliveryDay: day(1) }));
    expect(change.orderItems).toMatchObject([{ id: 1, mealDate: day(2), deliveryDate: day(1) }]);
  });

  test('of one day gets another window, and the other days stay', () => {
    const { orderItems } = changed(aDailyWeek(), (draft) => ({
      ...draft,
      windowByDate: { ...draft.windowByDate, [day(1)]: EVENING },
    }));
    expect(orderItems?.map(({ deliveryWindow }) => deliveryWindow)).toEqual([
      NOON,
      EVENING,
      NOON,
      NOON,
      NOON,
      NOON,
    ]);
  });

  test('of a day with two windows, which no table can show, stays so while others change', () => {
    const two = [anItem(1), anItem(2, { deliveryWindow: EVENING, mealType: 'lunch' })];
    const others = [1, 2, 3, 4].map((index) => anItem(index + 2, { mealDate: day(index) }));
    const order = anOrder([...two, ...others], { deliveryType: 'daily' });
    const { orderItems } = changed(order, (draft) =>
      place(draft, { date: day(4), mealType: 'dinner' }, 9),
    );
    expect(orderItems?.filter(({ deliveryDate }) => deliveryDate === TUESDAY)).toMatchObject([
      { id: 2, deliveryWindow: EVENING },
      { id: 1, deliveryWindow: NOON },
    ]);
  });

  test('of too few meals for daily delivery stays daily, as staff left it', () => {
    const items = [anItem(1), anItem(2, { mealDate: day(1) }), anItem(3, { mealDate: day(2) })];
    const order = anOrder(items, { deliveryType: 'daily' });
    expect(termsOfOrder(order, defaultBusiness).dailyFromMeals).toBe(3);
    const change = changed(order, (draft) => place(draft, TUESDAY_DINNER, 9));
    expect(change).toMatchObject({ deliveryType: 'daily' });
    expect(new Set(change.orderItems?.map(({ deliveryDate }) => deliveryDate)).size).toBe(3);
  });

  test('that is cancelled goes, and all others are sent as they are', () => {
    expect(
      changeWithout(aDailyWeek(), ({ deliveryDate }) => deliveryDate === day(1)),
    ).toMatchObject({ deliveryType: 'daily', orderItems: [1, 3, 4, 5, 6].map((id) => ({ id })) });
    expect(changeWithout(anOrder([anItem(1)]), () => true)).toEqual({ orderItems: [] });
  });
});

describe('people and customer', () => {
  test('only what was changed of the customer is sent, the address as a whole', () => {
    const change = changed(anOrder([anItem(1)]), (draft) => ({
      ...draft,
      customer: {
        ...draft.customer,
        addressLine1: '7 Bay Street',
        addressLine2: '',
        suburb: 'Thornlands',
      },
    }));
    expect(change).toEqual({ customer: { address: '7 Bay Street, Thornlands' } });
  });

  test('a phone number is sent once one is typed', () => {
    const change = changed(anOrder([anItem(1)]), (draft) => ({
      ...draft,
      customer: { ...draft.customer, phone: ' 0412 345 000 ' },
    }));
    expect(change).toEqual({ customer: { phone: '0412 345 000' } });
  });

  test('who gets the food is sent as a whole once something of them was changed', () => {
    const order = anOrder([anItem(1)], { recipient: ROSE });
    expect(changed(order, (draft) => draft)).toEqual({});
    const change = changed(order, (draft) => ({
      ...draft,
      recipient: { ...ROSE, message: 'Get well soon ' },
    }));
    expect(change).toEqual({ recipient: { ...ROSE, message: 'Get well soon' } });
  });

  test('someone renamed keeps their meals by id, and nothing else is said of them', () => {
    const change = changed(anOrder([anItem(1)]), (draft) => ({
      ...draft,
      people: draft.people.map((person) => ({ ...person, name: 'Mia Nguyễn' })),
    }));
    expect(change.orderItems).toMatchObject([{ id: 1, personName: 'Mia Nguyễn' }]);
    expect(change.people).toBeUndefined();
  });

  test.each<[string, Partial<FoodNeeds>]>([
    ['allergy', { allergens: ['sesame'] }],
    ['food to avoid', { avoid: ['capsicum'] }],
    ['diet', { diets: ['vegan'] }],
    ['note', { note: 'no coriander' }],
  ])('a new %s alone is sent, with everything else they need', (_, needs) => {
    const change = changed(anOrder([anItem(1)]), (draft) => ({
      ...draft,
      people: draft.people.map((person) => ({ ...person, ...needs })),
    }));
    expect(change.people).toEqual([
      { name: 'Mia', calorieTarget: expect.any(Number), ...NO_FOOD_NEEDS, ...needs },
    ]);
  });

  test('a new allergy, and a new person with a meal, are sent; someone without a meal is not', () => {
    const change = changed(anOrder([anItem(1)]), (draft) => ({
      ...draft,
      people: [
        ...draft.people.map((person) => ({ ...person, allergens: ['sesame' as const] })),
        {
          name: 'Guest',
          calorieTarget: 1800,
          ...NO_FOOD_NEEDS,
          mealAssignments: [{ ...TUESDAY_DINNER, mealId: 9 }],
        },
        { name: 'Nobody', calorieTarget: 1500, ...NO_FOOD_NEEDS, mealAssignments: [] },
      ],
    }));
    expect(change.people).toMatchObject([
      { name: 'Mia', allergens: ['sesame'] },
      { name: 'Guest', calorieTarget: 1800 },
    ]);
    expect(change.orderItems).toMatchObject([{ id: 1 }, { id: null, personName: 'Guest' }]);
  });
});
