import { describe, expect, test } from 'vitest';
import { rebaseDraft } from './order-to-change.ts';
import {
  EMPTY_CUSTOMER,
  EMPTY_RECIPIENT,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

const TUESDAY = '2026-01-13';
const FRIDAY = '2026-01-16';

function aPerson(
  name: string,
  meals: Record<string, number>,
  change: Partial<Person> = {},
): Person {
  return {
    name,
    calorieTarget: 1500,
    ...NO_FOOD_NEEDS,
    mealAssignments: Object.entries(meals).map(([date, mealId]) => ({
      date,
      mealType: 'dinner',
      mealId,
    })),
    ...change,
  };
}

function aDraft(people: Person[], change: Partial<OrderDraft> = {}): OrderDraft {
  return {
    cartKey: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
    weekStart: TUESDAY,
    people,
    deliveryType: 'weekly',
    weeklyDeliveryDay: TUESDAY,
    deliveryWindow: '11:00-13:00',
    windowByDate: {},
    customer: { ...EMPTY_CUSTOMER, firstName: 'Mia', suburb: 'Cleveland' },
    ...change,
  };
}

const mealsOf = ({ people }: OrderDraft) =>
  Object.fromEntries(
    people.map(({ name, mealAssignments }) => [
      name,
      Object.fromEntries(mealAssignments.map(({ date, mealId }) => [date, mealId])),
    ]),
  );

describe('an order that was changed elsewhere meanwhile', () => {
  test('keeps what the customer chose in other cells, and takes the new meals of those untouched', () => {
    const before = aDraft([aPerson('Mia', { [TUESDAY]: 1, [FRIDAY]: 2 })]);
    const mine = aDraft([aPerson('Mia', { [TUESDAY]: 9, [FRIDAY]: 2 })]);
    const now = aDraft([aPerson('Mia', { [TUESDAY]: 1, [FRIDAY]: 5 })]);
    expect(mealsOf(rebaseDraft({ before, mine, now }))).toEqual({
      Mia: { [TUESDAY]: 9, [FRIDAY]: 5 },
    });
  });

  test('in the same cell has the customer’s choice', () => {
    const before = aDraft([aPerson('Mia', { [TUESDAY]: 1 })]);
    const mine = aDraft([aPerson('Mia', { [TUESDAY]: 9 })]);
    const now = aDraft([aPerson('Mia', { [TUESDAY]: 5 })]);
    expect(mealsOf(rebaseDraft({ before, mine, now }))).toEqual({ Mia: { [TUESDAY]: 9 } });
  });

  test('without any choice of the customer’s is as it is now', () => {
    const before = aDraft([aPerson('Mia', { [TUESDAY]: 1 })]);
    const now = aDraft([aPerson('Mia', { [FRIDAY]: 5 }), aPerson('Ben', { [TUESDAY]: 1 })], {
      deliveryWindow: '16:00-18:00',
      windowByDate: { [FRIDAY]: '11:00-13:00' },
    });
    expect(rebaseDraft({ before, mine: before, now })).toEqual(now);
  });

  test('keeps people whom the customer added, renamed or took off', () => {
    const before = aDraft([aPerson('Mia', { [TUESDAY]: 1 }), aPerson('Ben', { [TUESDAY]: 1 })]);
    const now = aDraft([aPerson('Mia', { [TUESDAY]: 5 }), aPerson('Ben', { [TUESDAY]: 1 })]);
    const added = [...before.people, aPerson('Zoë', { [FRIDAY]: 3 })];
    expect(mealsOf(rebaseDraft({ before, mine: aDraft(added), now }))).toEqual({
      Mia: { [TUESDAY]: 5 },
      Ben: { [TUESDAY]: 1 },
      Zoë: { [FRIDAY]: 3 },
    });
    const [mia, ben] = before.people as [Person, Person];
    const renamed = aDraft([{ ...mia, name: 'Mia Nguyễn' }, ben]);
    expect(mealsOf(rebaseDraft({ before, mine: renamed, now }))).toEqual({
      'Mia Nguyễn': { [TUESDAY]: 5 },
      Ben: { [TUESDAY]: 1 },
    });
    expect(mealsOf(rebaseDraft({ before, mine: aDraft([mia]), now }))).toEqual({
      Mia: { [TUESDAY]: 5 },
    });
  });

  test('loses nothing that was typed: address, phone, window and allergies', () => {
    const before = aDraft([aPerson('Mia', { [TUESDAY]: 1 })]);
    const mine = aDraft([aPerson('Mia', { [TUESDAY]: 1 }, { allergens: ['sesame'] })], {
      weeklyDeliveryDay: FRIDAY,
      windowByDate: { [FRIDAY]: '16:00-18:00' },
      customer: { ...before.customer, addressLine1: '7 Bay Street', phone: '0412 345 678' },
    });
    const now = aDraft([aPerson('Mia', { [TUESDAY]: 1 }, { note: 'no olives' })], {
      customer: { ...before.customer, firstName: 'Mary' },
    });
    expect(rebaseDraft({ before, mine, now })).toMatchObject({
      weeklyDeliveryDay: FRIDAY,
      windowByDate: { [FRIDAY]: '16:00-18:00' },
      customer: { firstName: 'Mary', addressLine1: '7 Bay Street', phone: '0412 345 678' },
      people: [{ allergens: ['sesame'], note: 'no olives' }],
    });
  });

  test('of who gets the food has each field that the customer changed, while the order is for someone', () => {
    const rose = {
      ...EMPTY_RECIPIENT,
      firstName: 'Rose',
      lastName: 'Quill',
      phone: '0498 765 432',
    };
    const before = aDraft([], { recipient: rose });
    const mine = aDraft([], { recipient: { ...rose, message: 'Get well' } });
    const now = aDraft([], { recipient: { ...rose, phone: '0498 000 111' } });
    expect(rebaseDraft({ before, mine, now }).recipient).toEqual({
      ...rose,
      phone: '0498 000 111',
      message: 'Get well',
    });
    expect(rebaseDraft({ before, mine, now: aDraft([]) }).recipient).toBeUndefined();
    expect(rebaseDraft({ before: aDraft([]), mine: aDraft([]), now }).recipient).toEqual(
      now.recipient,
    );
  });
});
