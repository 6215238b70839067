import { expect, test } from 'vitest';
import {
  changeOrdersAddress,
  emptyListText,
  ALL_ORDERS,
  readOrdersAddress,
} from '#areas/orders/web/portal/orders-address.ts';

function read(text: string) {
  return readOrdersAddress(new URLSearchParams(text));
}

function change(text: string, to: Parameters<typeof changeOrdersAddress>[1]) {
  return changeOrdersAddress(new URLSearchParams(text), to).toString();
}

const everything = { ...ALL_ORDERS, status: 'all', sort: '-placed' } as const;

test('an address that says nothing asks for all orders', () => {
  expect(read('tab=orders')).toMatchObject({ filter: everything, orderId: null, isEditing: false });
});

test('filter and open order are read from the address', () => {
  expect(read('tab=orders&status=pending&q=mia&date=2026-01-13&order=7&edit=1')).toMatchObject({
    filter: { ...everything, status: 'pending', q: 'mia', deliveryDate: '2026-01-13' },
    orderId: 7,
    isEditing: true,
  });
  const shared =
    'tab=orders&window=16:00-18:00&meal=5&suburb=Victoria+Point&allergies=yes&balance=owed';
  expect(read(shared).filter).toEqual({
    ...everything,
    window: '16:00-18:00',
    mealId: '5',
    suburb: 'Victoria Point',
    allergies: 'yes',
    balance: 'owed',
  });
  expect(new URLSearchParams(change('tab=orders', read(shared).filter))).toEqual(
    new URLSearchParams(shared),
  );
});

test('what makes no sense is left aside', () => {
  expect(read('status=eaten&date=2026-02-30&order=-1&edit=1&do=refund')).toMatchObject({
    filter: everything,
    orderId: null,
    isEditing: false,
  });
  expect(read('window=noon&meal=salmon&allergies=no&balance=3&sort=colour').filter).toEqual(
    everything,
  );
  expect(read(`q=${'x'.repeat(200)}`).filter.q).toHaveLength(100);
});

test('a filter is put in and taken out, and the rest stays', () => {
  expect(change('tab=orders', { status: 'pending' })).toBe('tab=orders&status=pending');
  expect(change('tab=orders&status=pending&q=mia', { status: 'all' })).toBe('tab=orders&q=mia');
  expect(change('tab=orders&q=mia', { q: '', deliveryDate: '2026-01-13' })).toBe(
    'tab=orders&date=2026-01-13',
  );
});

test('the sequence is in the address, unless it is the usual one', () => {
  expect(change('tab=orders', { sort: '-net' })).toBe('tab=orders&sort=-net');
  expect(read('tab=orders&sort=-net').filter.sort).toBe('-net');
  expect(change('tab=orders&sort=-net', { sort: '-placed' })).toBe('tab=orders');
});

test('opening an order keeps the filter to come back to', () => {
  expect(change('tab=orders&q=mia', { order: { id: 7 } })).toBe('tab=orders&q=mia&order=7');
  expect(change('tab=orders&q=mia&order=7', { order: { id: 7, isEditing: true } })).toBe(
    'tab=orders&q=mia&order=7&edit=1',
  );
  expect(change('tab=orders&q=mia&order=7&edit=1', { order: null })).toBe('tab=orders&q=mia');
});

test.each([
  ['order=7&do=refund', { deed: 'refund', deliveryId: null }],
  ['order=7&do=move&delivery=12', { deed: 'move', deliveryId: 12 }],
  ['order=7&do=change&item=101', { deed: 'change', itemId: 101, isEditing: true }],
  ['order=7&do=eat&delivery=x', { deed: null, deliveryId: null }],
  ['do=refund', { deed: null }],
])('what is done to an order is in its address: %s', (text, deed) => {
  expect(read(text)).toMatchObject(deed);
});

test('what was done leaves the address, and the filter stays', () => {
  const at = change('tab=orders&q=mia&order=7', {
    order: { id: 7, deed: 'cancel', deliveryId: 12 },
  });
  expect(at).toBe('tab=orders&q=mia&order=7&do=cancel&delivery=12');
  expect(change(at, { order: { id: 7 } })).toBe('tab=orders&q=mia&order=7');
});

test('an empty list says why in the words of the specification', () => {
  expect(emptyListText(everything)).toBe('No orders found');
  expect(emptyListText({ ...everything, status: 'pending' })).toBe('No pending orders found');
  expect(emptyListText({ ...everything, status: 'pending', q: 'mia' })).toBe(
    'No orders match your search criteria',
  );
  expect(emptyListText({ ...everything, balance: 'owed' })).toBe(
    'No orders match your search criteria',
  );
  expect(emptyListText({ ...everything, deliveryDate: '2026-01-13' })).toBe(
    'No orders match your search criteria',
  );
});
