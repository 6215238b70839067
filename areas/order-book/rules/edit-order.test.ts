import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { CheckedCustomer } from '#areas/order-book/rules/check-customer.ts';
import { checkEdit, type ItemChange } from '#areas/order-book/rules/edit-order.ts';

const TODAY = '2026-01-07';

const contact = {
  firstName: 'Mia',
  lastName: 'Nguyen',
  email: 'mia@example.com',
  phone: '0412 345 678',
  address: '12 Shore Street, Cleveland',
};

const customer: CheckedCustomer = {
  ...contact,
  phone: '+61412345678',
  address: {
    line1: '12 Shore Street',
    line2: '',
    suburb: { name: 'Cleveland', postcode: '4163' },
  },
  deliveryPreference: 'cold',
  specialInstructions: 'Ring twice',
};

type AgreedItem = Parameters<typeof checkEdit>[1]['items'][number];

const agreed: AgreedItem = {
  id: 1,
  mealId: 7,
  mealType: 'lunch',
  mealDate: '2026-01-15',
  deliveryDate: '2026-01-13',
  deliveryWindow: '16:00-18:00',
  personName: 'Mia',
};

const sent: ItemChange = { id: 1, mealId: 7, mealType: 'lunch', deliveryDate: '2026-01-13' };

function edit(
  items: ItemChange[],
  deliveryType: 'daily' | 'weekly' = 'weekly',
  agreedItems: AgreedItem[] = [agreed],
) {
  return checkEdit(
    { contact, items },
    { customer, recipient: null, items: agreedItems, deliveryType },
    TODAY,
    defaultBusiness,
  );
}

test('a name that says what someone can’t have is refused of who is new, and stays of who is known', () => {
  const rename = (personName: string, known = 'Mia') =>
    edit([{ ...sent, personName }], 'weekly', [{ ...agreed, personName: known }]);
  expect(rename('Mia (nut allergy)')).toEqual({
    outcome: 'invalid',
    problems: [
      {
        field: 'orderItems.0.personName',
        message: 'Please write only their name here, and what they can’t have below it',
      },
    ],
  });
  expect(rename('Mia (nut allergy)', 'Mia (nut allergy)')).toMatchObject({ outcome: 'ok' });
});

function editedItem(item: ItemChange, deliveryType: 'daily' | 'weekly' = 'weekly') {
  const check = edit([item], deliveryType);
  if (check.outcome === 'invalid') throw new Error(JSON.stringify(check.problems));
  return check.order.items[0];
}

describe('what is left out', () => {
  test('stays as it was', () => {
    expect(editedItem(sent)).toEqual({
      id: 1,
      mealId: 7,
      mealType: 'lunch',
      mealDate: '2026-01-15',
      deliveryDate: '2026-01-13',
      deliveryWindow: '16:00-18:00',
      personName: 'Mia',
    });
  });

  test('follows from the rest for a new item', () => {
    const fresh = { ...sent, id: null, mealType: 'dinner', personName: 'Ben' } as const;
    expect(editedItem(fresh)).toMatchObject({
      id: null,
      mealDate: '2026-01-13',
      deliveryWindow: '16:00-18:00',
    });
    expect(editedItem({ ...sent, id: null })).toMatchObject({ personName: 'Person 1' });
  });

  test.each([
    ['weekly', '2026-01-14', '2026-01-15'],
    ['weekly', '2026-01-16', '2026-01-16'],
    ['daily', '2026-01-14', '2026-01-14'],
  ] as const)('the meal of a %s order delivered on %s is eaten on %s', (type, date, mealDate) => {
    expect(editedItem({ ...sent, deliveryDate: date }, type)).toMatchObject({ mealDate });
  });
});

test('a change of the instructions alone leaves the rest as it was, even a suburb we no longer serve', () => {
  const order = { customer, recipient: null, items: [agreed], deliveryType: 'weekly' } as const;
  const nowhere = { ...defaultBusiness, suburbs: [] };
  expect(checkEdit({ specialInstructions: 'Call first' }, order, TODAY, nowhere)).toEqual({
    outcome: 'ok',
    order: {
      customer: { ...customer, specialInstructions: 'Call first' },
      recipient: null,
      items: [agreed],
      deliveryType: 'weekly',
      drops: [{ date: '2026-01-13', window: '16:00-18:00' }],
    },
  });
  expect(edit([sent])).toMatchObject({ order: { customer } });
});

test('meals on several dates make a weekly order daily; on one date it stays what it was', () => {
  const other = { ...sent, id: null, mealType: 'dinner', deliveryDate: '2026-01-16' } as const;
  expect(edit([sent, other])).toMatchObject({ order: { deliveryType: 'daily' } });
  expect(edit([sent])).toMatchObject({ order: { deliveryType: 'weekly' } });
  expect(edit([sent], 'daily')).toMatchObject({ order: { deliveryType: 'daily' } });
});

test('the past may be put right, within a year; what was agreed may be older', () => {
  expect(editedItem({ ...sent, deliveryDate: '2025-12-31', mealDate: '2026-01-01' })).toBeTruthy();
  expect(edit([{ ...sent, deliveryDate: '2025-01-05', mealDate: '2025-01-05' }])).toMatchObject({
    problems: [{ field: 'orderItems.0.deliveryDate' }, { field: 'orderItems.0.mealDate' }],
  });
  const old = { ...agreed, deliveryDate: '2020-01-01', mealDate: '2020-01-01' };
  expect(edit([{ ...sent, deliveryDate: '2020-01-01' }], 'weekly', [old]).outcome).toBe('ok');
});

test('each thing that is wrong is named by its field', () => {
  const check = edit([
    { ...sent, id: 2 },
    { ...sent, mealDate: '2026-01-12' },
    { ...sent, personName: ' ' },
  ]);
  expect(check).toMatchObject({ outcome: 'invalid' });
  expect(check.outcome === 'invalid' && check.problems.map((problem) => problem.field)).toEqual([
    'orderItems.0.id',
    'orderItems.2.id',
    'orderItems.1.deliveryDate',
    'orderItems.2.personName',
  ]);
});

test.each([
  ['only the phone', { phone: '0498 765 432' }, 'ok'],
  ['the street, spelled otherwise', { address: '12 Shore St, Cleveland' }, 'ok'],
  ['another address there', { address: '14 Shore Street, Cleveland' }, 'invalid'],
  ['a suburb that is served now', { address: '12 Shore Street, Mt Cotton' }, 'ok'],
])('where the suburb has been renamed since, %s', (_, corrected, outcome) => {
  const renamed = { ...defaultBusiness, suburbs: [{ name: 'Mt Cotton', postcode: '4165' }] };
  const order = { customer, recipient: null, items: [agreed], deliveryType: 'weekly' } as const;
  const check = checkEdit({ contact: { ...contact, ...corrected } }, order, TODAY, renamed);
  expect(check.outcome).toBe(outcome);
});
