/** What a change does touch is checked by today’s rules. What it does not: `areas/orders/server/facts-changed-since.test.ts`. */
import { expect, test } from 'vitest';
import { CARDS_READY } from '#areas/business/rules/sale-state.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { cutoffFor, orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { checkCustomerChange, readSentChange } from '#areas/order-book/rules/customer-change.ts';
import { checkEdit } from '#areas/order-book/rules/edit-order.ts';
import { checkOrder } from '#areas/order-book/rules/check-order.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

const DATES = ['2026-01-13', '2026-01-14', '2026-01-15'];
const NOW = Temporal.Instant.from('2026-01-07T02:00:00Z').epochMilliseconds;

const order: PreparedOrder = {
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyen',
    email: 'mia@example.com',
    phone: '0412 345 678',
    address: '12 Shore Street, Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  deliveryType: 'daily',
  subtotal: '179.88',
  deliveryFee: '17.94',
  tax: '0.00',
  total: '197.82',
  orderItems: ['Mia', 'Ben'].flatMap((personName) =>
    DATES.flatMap((date) =>
      (['lunch', 'dinner'] as const).map((mealType) => ({
        mealId: 7,
        mealType,
        mealDate: date,
        deliveryDate: date,
        deliveryWindow: '11:00-13:00' as const,
        price: '14.99',
        personName,
      })),
    ),
  ),
};

function soldOrder(): Pick<Order, 'customer' | 'recipient' | 'deliveries' | 'deliveryType'> {
  const check = checkOrder(order, orderingWeekAt(NOW, defaultBusiness), defaultBusiness);
  if (check.outcome !== 'ok') throw new Error(JSON.stringify(check));
  const { customer, deliveryType, drops } = check.order;
  const items = check.order.items.map((item, index) => ({ ...item, id: index + 1 }));
  const deliveries = drops.map((slot, index) => ({
    id: index + 1,
    ...slot,
    status: 'planned',
    changeableUntil: new Date(cutoffFor(slot.date, defaultBusiness)),
    people: ['Mia', 'Ben'].map((name) => ({
      name,
      items: items.filter((item) => item.personName === name && item.deliveryDate === slot.date),
    })),
  })) as unknown as Order['deliveries'];
  return { customer, recipient: null, deliveries, deliveryType };
}

const sold = soldOrder();
const meals = itemsOf(sold);
const asSent = ({ id, mealId, mealType, mealDate, deliveryDate, personName }: OrderItem) => ({
  id,
  mealId,
  mealType,
  mealDate,
  deliveryDate,
  personName,
});

test('more people than today’s rule allows, or too few meals for daily delivery, are refused where they are new', () => {
  const strict = { ...defaultBusiness, people: { min: 1, max: 1 } };
  const [first] = meals.map(asSent);
  const third = [...meals.map(asSent), { ...first!, id: null, personName: 'Cy' }];
  const edit = checkEdit({ items: third }, { ...sold, items: meals }, '2026-01-07', strict);
  expect(edit).toMatchObject({ problems: [{ field: 'orderItems' }] });

  const few = readSentChange({ orderItems: meals.slice(2).map(asSent) }, sold);
  expect(checkCustomerChange(few, sold, NOW, defaultBusiness, CARDS_READY)).toMatchObject({
    problems: [{ field: 'deliveryType' }],
  });
});
