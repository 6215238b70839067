import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { expect, test } from 'vitest';
import { changeSentence, wordsOfChange } from '#areas/order-book/rules/change-words.ts';
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
  const is = {
    customer,
    recipient: null,
    deliveryType: 'weekly' as const,
    items: after,
    people: [person],
    ...more,
  };
  return wordsOfChange(was, is, defaultBusiness);
}

test('a swap says whose, when, what went and what came', () => {
  expect(words([item(1, 'Butter Chicken')], [item(1, 'Barramundi')])).toEqual([
    'Mia, Tue 13 Jan lunch: Butter Chicken → Barramundi',
  ]);
  expect(words([item(1, 'Butter Chicken')], [item(null, 'Barramundi')])).toEqual([
    'Mia, Tue 13 Jan lunch: Butter Chicken → Barramundi',
  ]);
});

test('meals of a day that come on top or are taken off are named, or counted', () => {
  const dinner = item(2, 'Dal', { mealType: 'dinner' });
  expect(words([item(1, 'Satay'), dinner], [])).toEqual(['Mia taken off: 1 lunch and 1 dinner']);
  expect(words([item(1, 'Satay')], [item(1, 'Satay'), { ...dinner, id: null }])).toEqual([
    'Mia, Tue 13 Jan: Dal added',
  ]);
  const later = { mealDate: '2026-01-14' };
  const stays = item(3, 'Barramundi', later);
  expect(words([item(1, 'Satay'), dinner, stays], [stays])).toEqual([
    'Mia, Tue 13 Jan: 2 meals taken off',
  ]);
});

test('anyone who is new at the table is added with what they eat', () => {
  const leo = { personName: 'Leo', mealType: 'dinner' } as const;
  const theirs = [item(null, 'Dal', leo), item(null, 'Laksa', { ...leo, mealDate: '2026-01-14' })];
  expect(words([item(1, 'Satay')], [item(1, 'Satay'), ...theirs])).toEqual([
    'Leo added: 2 dinners',
  ]);
});

test('meals that come at another time are moved, not swapped', () => {
  const to = { deliveryDate: '2026-01-14', mealDate: '2026-01-14' };
  const before = [item(1, 'Satay'), item(2, 'Barramundi')];
  expect(words(before, [item(1, 'Satay', to), item(2, 'Barramundi', to)])).toEqual([
    'Tue 13 Jan, 11am-1pm → Wed 14 Jan, 11am-1pm',
  ]);
  const evening = { deliveryWindow: '16:00-18:00' } as const;
  expect(words(before, [item(1, 'Satay', evening), item(2, 'Barramundi', evening)])).toEqual([
    'Tue 13 Jan: 11am-1pm → 4pm-6pm',
  ]);
  expect(words(before, [item(1, 'Satay', { mealDate: '2026-01-14' }), before[1]!])).toEqual([
    'Mia, Satay: Tue 13 Jan → Wed 14 Jan',
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
