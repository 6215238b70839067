import { expect, test } from 'vitest';
import { matchItems, type SentItem } from '#areas/order-book/rules/people-after.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';

const TUESDAY = '2026-01-13';
const FRIDAY = '2026-01-16';

function agreed(id: number, change: Partial<OrderItem> = {}): OrderItem {
  const item = {
    id,
    mealId: 7,
    mealType: 'lunch',
    mealDate: TUESDAY,
    deliveryDate: TUESDAY,
    deliveryWindow: '11:00-13:00',
    personName: 'Mia',
    priceCents: 1499,
    helping: 1,
    override: null,
    ...change,
  };
  return item as OrderItem;
}

function sent(change: Partial<SentItem> = {}): SentItem {
  return { mealId: 7, mealType: 'lunch', deliveryDate: TUESDAY, personName: 'Mia', ...change };
}

const idsOf = (items: SentItem[], was: OrderItem[]) => matchItems(items, was).map(({ id }) => id);

test('a meal that stays is found, whatever the sequence', () => {
  const was = [agreed(1), agreed(2, { mealId: 8, mealType: 'dinner' })];
  expect(idsOf([sent({ mealId: 8, mealType: 'dinner' }), sent()], was)).toEqual([2, 1]);
});

test('a meal that is moved to another day is the same meal', () => {
  expect(idsOf([sent({ deliveryDate: FRIDAY })], [agreed(1)])).toEqual([1]);
});

test('another meal at the same time takes the place of the one before', () => {
  expect(idsOf([sent({ mealId: 9 })], [agreed(1)])).toEqual([1]);
});

test('a meal that stays is not taken for the swap of another', () => {
  const was = [agreed(1), agreed(2, { mealDate: FRIDAY, deliveryDate: FRIDAY, mealId: 9 })];
  const items = [sent({ mealId: 9 }), sent({ deliveryDate: FRIDAY })];
  // Both meals stay; they have changed their days.
  expect(idsOf(items, was)).toEqual([2, 1]);
});

test('a second helping of the same meal is new, and each is found once', () => {
  expect(idsOf([sent(), sent()], [agreed(1)])).toEqual([1, null]);
});

test('someone with a new name keeps their meals, but a guest gets new ones', () => {
  const was = [agreed(1), agreed(2, { personName: 'Ben' })];
  expect(idsOf([sent({ personName: 'Mia Nguyen' }), sent({ personName: 'Ben' })], was)).toEqual([
    1, 2,
  ]);
  const guest = [sent(), sent({ personName: 'Ben' }), sent({ personName: 'Zoe' })];
  expect(idsOf(guest, was)).toEqual([1, 2, null]);
});

test('an id that was sent stays, also a wrong one', () => {
  expect(idsOf([sent({ id: 5 }), sent()], [agreed(1)])).toEqual([5, 1]);
});
