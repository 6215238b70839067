import { expect, test } from 'vitest';
import { changeSentence, wordsOfChange } from '#areas/order-book/rules/change/change-words.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

type Before = Parameters<typeof wordsOfChange>[0];
type After = Parameters<typeof wordsOfChange>[1];
type Item = After['items'][number];

const customer = {
  firstName: 'Mia',
  lastName: 'Nguyen',
  email: 'mia@example.com',
  phone: '+61412345678',
  address: {
    line1: '12 Shore Street',
    line2: '',
    suburb: { name: 'Cleveland', postcode: '4163' },
  },
  deliveryPreference: 'cold',
  specialInstructions: '',
} as const;

function item(id: number | null, mealName: string, change: Partial<Item> = {}): Item {
  const made = {
    id,
    mealId: mealName.length,
    mealType: 'lunch',
    mealDate: '2026-01-13',
    deliveryDate: '2026-01-13',
    deliveryWindow: '11:00-13:00',
    personName: 'Mia',
    meal: { name: mealName },
    ...change,
  };
  return made as Item;
}

const person = { name: 'Mia', calorieTarget: 1500, ...NO_FOOD_NEEDS };

function words(before: Item[], after: Item[], more: Partial<After> = {}): string[] {
  const delivery = { people: [{ ...person, items: before }] };
  const was = {
    customer,
    recipient: null,
    deliveryType: 'weekly',
    deliveries: [delivery],
  } as unknown as Before;
  return wordsOfChange(was, {
    customer,
    recipient: null,
    deliveryType: 'weekly',
    items: after,
    people: [person],
    ...more,
  });
}

test('a swap says what went and what came', () => {
  expect(words([item(1, 'Butter Chicken')], [item(1, 'Barramundi')])).toEqual([
    '−1 Butter Chicken',
    '+1 Barramundi',
  ]);
});

test('several of one meal are counted', () => {
  const two = [item(null, 'Barramundi'), item(null, 'Barramundi')];
  expect(words([item(1, 'Satay')], [item(1, 'Satay'), ...two])).toEqual(['+2 Barramundi']);
});

test('meals that come at another time are moved, not swapped', () => {
  const to = { deliveryDate: '2026-01-14', mealDate: '2026-01-14' };
  const before = [item(1, 'Satay'), item(2, 'Barramundi')];
  const after = [item(1, 'Satay', to), item(2, 'Barramundi', to)];
  expect(words(before, after)).toEqual([
    '2 meals moved from Tue 13 Jan 11am-1pm to Wed 14 Jan 11am-1pm',
  ]);
});

test('a new address, preference and allergy are named without anyone’s words', () => {
  const moved = { ...customer.address, line1: '1 Bay Street' };
  const changed = words([item(1, 'Satay')], [item(1, 'Satay')], {
    customer: { ...customer, address: moved, deliveryPreference: 'warm' },
    people: [{ ...person, allergens: ['peanut'] }],
  });
  expect(changed).toEqual(['new address', 'delivered warm', 'new allergies or diets']);
});

test('what stays as it is says nothing', () => {
  expect(words([item(1, 'Satay')], [item(1, 'Satay')])).toEqual([]);
});

test('the sentence ends with what was paid or refunded', () => {
  const what = ['−1 Satay', '+1 Barramundi'];
  expect(changeSentence(what, { paidCents: 250, refundCents: 0 })).toBe(
    '−1 Satay, +1 Barramundi, $2.50 paid',
  );
  expect(changeSentence(what, { paidCents: 0, refundCents: 300 })).toBe(
    '−1 Satay, +1 Barramundi, $3.00 refunded',
  );
});
