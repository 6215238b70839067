import { expect, test } from 'vitest';
import {
  addItem,
  chooseMeal,
  setDeliveryWindow,
  daysOfEdit,
  editCustomer,
  editOf,
  isEdited,
  missingItemFields,
  moveDelivery,
  moveMeal,
  removeItem,
  renamePerson,
  requestOfEdit,
  takeOver,
} from '#areas/orders/web/portal/order-edit.ts';
import { anAdminItem, anAdminOrder, CHICKEN_BOWL } from '#areas/orders/web/portal/test-order.ts';

const order = anAdminOrder({
  orderItems: [
    anAdminItem({ id: 101 }),
    anAdminItem({ id: 102, mealType: 'dinner', mealId: 12, mealDate: '2026-01-15' }),
  ],
});
const start = editOf(order);

test('an order that nobody touched asks for nothing and sends itself', () => {
  expect(isEdited(start, order)).toBe(false);
  expect(missingItemFields(start)).toEqual({});
  expect(requestOfEdit(start, order.version, '11:00-13:00')).toEqual({
    version: 1,
    customer: order.customer,
    recipient: null,
    orderItems: [
      {
        id: 101,
        mealId: 11,
        mealType: 'lunch',
        mealDate: '2026-01-13',
        deliveryDate: '2026-01-13',
        deliveryWindow: '11:00-13:00',
        price: '14.99',
        personName: 'Mia',
      },
      {
        id: 102,
        mealId: 12,
        mealType: 'dinner',
        mealDate: '2026-01-15',
        deliveryDate: '2026-01-13',
        deliveryWindow: '11:00-13:00',
        price: '14.99',
        personName: 'Mia',
      },
    ],
  });
});

test('a meal brings its type and price, a name is kept as typed', () => {
  let edit = chooseMeal(start, 'item-101', { id: 20, mealType: 'dinner', price: '16.50' });
  edit = renamePerson(edit, 'item-101', 'Ben ');
  expect(edit.items[0]).toMatchObject({
    mealId: 20,
    mealType: 'dinner',
    price: '16.50',
    personName: 'Ben ',
  });
  expect(edit.items[1]).toEqual(start.items[1]);
});

test('a delivery takes along all that comes with it, and leaves the day of what is eaten later', () => {
  const { items, windows } = moveDelivery(start, '2026-01-13', '2026-01-14');
  expect(items).toMatchObject([
    { deliveryDate: '2026-01-14', mealDate: '2026-01-14' },
    { deliveryDate: '2026-01-14', mealDate: '2026-01-15' },
  ]);
  expect(windows['2026-01-14']).toBe('11:00-13:00');
});

test('a meal never comes after the day it is eaten', () => {
  expect(moveDelivery(start, '2026-01-13', '2026-01-16').items[1]).toMatchObject({
    deliveryDate: '2026-01-16',
    mealDate: '2026-01-16',
  });
  expect(moveMeal(start, 'item-102', '2026-01-12', 'weekly').items[1]).toMatchObject({
    deliveryDate: '2026-01-12',
    mealDate: '2026-01-12',
  });
});

test('with daily delivery the delivery goes along with the meal, with weekly delivery it stays', () => {
  expect(moveMeal(start, 'item-101', '2026-01-16', 'daily').items[0]).toMatchObject({
    deliveryDate: '2026-01-16',
    mealDate: '2026-01-16',
  });
  expect(moveMeal(start, 'item-101', '2026-01-16', 'weekly').items[0]).toMatchObject({
    deliveryDate: '2026-01-13',
    mealDate: '2026-01-16',
  });
});

test('a window is chosen for everything that comes on its date', () => {
  const moved = moveMeal(start, 'item-101', '2026-01-14', 'daily');
  const edit = setDeliveryWindow(moved, '2026-01-13', '16:00-18:00');
  const days = daysOfEdit(edit, '11:00-13:00').map(({ date, window }) => ({ date, window }));
  expect(days.toSorted((x, y) => (x.date < y.date ? -1 : 1))).toEqual([
    { date: '2026-01-13', window: '16:00-18:00' },
    { date: '2026-01-14', window: '11:00-13:00' },
  ]);
  expect(
    requestOfEdit(edit, 1, '11:00-13:00')?.orderItems.map(({ deliveryWindow }) => deliveryWindow),
  ).toEqual(['11:00-13:00', '16:00-18:00']);
});

test('a new item waits for its meal before anything is sent', () => {
  const edit = addItem(start);
  expect(edit.items[2]).toMatchObject({ id: null, mealId: null, personName: 'Mia' });
  expect(missingItemFields(edit)).toEqual({ 'orderItems.2.mealId': 'Please choose a meal' });
  expect(requestOfEdit(edit, 1, '11:00-13:00')).toBeNull();
  const chosen = chooseMeal(edit, 'new-0', CHICKEN_BOWL);
  expect(requestOfEdit(chosen, 1, '11:00-13:00')?.orderItems).toHaveLength(3);
});

test('an emptied date is asked for by name', () => {
  const edit = moveMeal(start, 'item-102', '', 'weekly');
  expect(missingItemFields(edit)).toEqual({ 'orderItems.1.mealDate': 'Please choose a date' });
});

test('the last meal can be taken out, but not saved so', () => {
  const edit = removeItem(removeItem(start, 'item-101'), 'item-102');
  expect(missingItemFields(edit)).toEqual({
    orderItems: 'Please keep at least one meal or cancel the order',
  });
  expect(requestOfEdit(edit, 1, '11:00-13:00')).toBeNull();
});

test('two new items never share a key, even when one was taken out between', () => {
  const edit = addItem(removeItem(addItem(start), 'new-0'));
  expect(edit.items.map(({ key }) => key)).toEqual(['item-101', 'item-102', 'new-1']);
});

test('a change that is taken back by hand is none', () => {
  const edit = editCustomer(start, { firstName: 'Mai' });
  expect(isEdited(edit, order)).toBe(true);
  expect(isEdited(editCustomer(edit, { firstName: 'Mia' }), order)).toBe(false);
});

test('a window of a date on which nothing comes any more is no change', () => {
  const away = setDeliveryWindow(
    moveDelivery(start, '2026-01-13', '2026-01-14'),
    '2026-01-14',
    '16:00-18:00',
  );
  expect(isEdited(moveDelivery(away, '2026-01-14', '2026-01-13'), order)).toBe(false);
});

test('overwriting restores as new what someone else removed', () => {
  const now = anAdminOrder({
    version: 2,
    orderItems: [anAdminItem({ id: 102 }), anAdminItem({ id: 103 })],
  });
  expect(takeOver(start, now).items.map(({ id }) => id)).toEqual([null, 102]);
});
