import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { priceOrder } from '#areas/order-book/rules/order-pricing.ts';
import { repriceOrder } from '#areas/orders/rules/reprice-order.ts';

type AgreedItem = Omit<OrderItem, 'meal' | 'feeDate'>;

function anItem(id: number, change: Partial<AgreedItem> = {}): AgreedItem {
  return {
    id,
    mealId: 1,
    mealType: 'lunch',
    mealDate: '2026-01-13',
    deliveryDate: '2026-01-13',
    deliveryWindow: '11:00-13:00',
    personName: 'Mia',
    priceCents: 1499,
    helping: 1,
    override: null,
    ...change,
  };
}

function anOrder(
  items: AgreedItem[],
  deliveryType: 'daily' | 'weekly',
  isFirstWaitlistOrder = false,
) {
  const price = priceOrder({ items, deliveryType, isFirstWaitlistOrder }, defaultBusiness);
  return { items, deliveryType, price };
}

/** Everything costs more since, and the welcome offer is over. */
const today = {
  ...defaultBusiness,
  dailyFeeCents: 499,
  weeklyFeeCents: 999,
  waitlistFirstOrderFree: false,
};

describe('what was agreed stays agreed', () => {
  test('when nothing that is paid for has changed', () => {
    const order = anOrder([anItem(1), anItem(2, { mealType: 'dinner' })], 'weekly');
    const items = order.items.toReversed().map((item) => ({ ...item, mealDate: '2026-01-14' }));
    expect(repriceOrder(order, { items, deliveryType: 'weekly' }, today)).toBe(order.price);
  });

  test('in the rate of delivery and the welcome offer, when meals are taken out or put in', () => {
    const order = anOrder([anItem(1), anItem(2, { mealType: 'dinner' })], 'weekly');
    const items = [anItem(1), anItem(3, { personName: 'Ben', priceCents: 1999 })];
    expect(repriceOrder(order, { items, deliveryType: 'weekly' }, today)).toMatchObject({
      subtotalCents: 1499 + 1999,
      deliveryFeeCents: 2 * 599,
    });
    const welcome = anOrder([anItem(1)], 'weekly', true);
    expect(repriceOrder(welcome, { items, deliveryType: 'weekly' }, today)).toMatchObject({
      deliveryFeeCents: 0,
      offers: [{ code: 'waitlist_first_order', amountCents: -1198 }],
    });
  });
});

test('a kind of delivery that the order did not have comes at today’s rate', () => {
  const order = anOrder([anItem(1), anItem(2, { mealType: 'dinner' })], 'weekly');
  const items = [anItem(1), anItem(2, { mealType: 'dinner', deliveryDate: '2026-01-15' })];
  expect(repriceOrder(order, { items, deliveryType: 'daily' }, today).deliveryFeeCents).toBe(998);
});

test('a second date or another person costs a fee more, one fewer a fee less', () => {
  const dates = ['2026-01-13', '2026-01-14', '2026-01-15'];
  const items = dates.map((deliveryDate, index) => anItem(index + 1, { deliveryDate }));
  const order = anOrder(items, 'daily');
  const fees = (changed: AgreedItem[]) =>
    repriceOrder(order, { items: changed, deliveryType: 'daily' }, today).deliveryFeeCents;
  expect(fees(items)).toBe(3 * 299);
  expect(fees(items.slice(1))).toBe(2 * 299);
  expect(fees([...items, anItem(4, { personName: 'Ben' })])).toBe(4 * 299);
});

test('a meal that is brought again after a problem costs nothing, nor does its delivery, now or at a later change', () => {
  const agreed = anOrder([anItem(1), anItem(2, { mealType: 'dinner' })], 'daily');
  const again = anItem(3, { deliveryDate: '2026-01-16', priceCents: 0 });
  const items = [...agreed.items, again];
  const dearer = { ...today, taxCents: 500, freeDeliveryFromMeals: 3 };
  expect(repriceOrder(agreed, { items, deliveryType: 'daily' }, dearer)).toBe(agreed.price);
  const withoutDinner = items.filter(({ mealType }) => mealType !== 'dinner');
  expect(
    repriceOrder({ ...agreed, items }, { items: withoutDinner, deliveryType: 'daily' }, today),
  ).toMatchObject({ subtotalCents: 1499, deliveryFeeCents: 299 });
});
