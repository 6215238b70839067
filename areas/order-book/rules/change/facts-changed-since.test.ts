/** What a change does not touch is not checked again: whatever the owner has changed since the order was sold. */
import { describe, expect, test } from 'vitest';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import { cutoffFor, orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import {
  checkCustomerChange,
  readSentChange,
  type SentChange,
} from '#areas/order-book/rules/change/customer-change.ts';
import { checkEdit } from '#areas/order-book/rules/change/edit-order.ts';
import { checkOrder } from '#areas/order-book/rules/check-order.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

/** Whatever is read when an order is sold. A fact that is read there, too, from now on does not compile without its line. */
type SoldBy = keyof (Parameters<typeof checkOrder>[2] & Parameters<typeof orderingWeekAt>[1]);

const DATES = ['2026-01-13', '2026-01-14', '2026-01-15'];
const NOW = Temporal.Instant.from('2026-01-07T02:00:00Z').epochMilliseconds;

/** A value of each with which the order below is refused. Null: no value refuses one. */
const BREAKS: { [Fact in SoldBy]: BusinessFacts[Fact] | null } = {
  suburbs: [{ name: 'Mt Cotton', postcode: '4165' }],
  people: { min: 1, max: 1 },
  dailyFromMeals: 7,
  defaultCaloriePlan: null,
  deliveryWindows: [{ timeSlot: '06:00-08:00', label: null, weekdays: [0, 1, 2, 3, 4, 5, 6] }],
  closures: DATES.map((date) => ({ from: date, until: date, reason: 'Holiday' })),
  cutoff: { weekday: 3, minuteOfDay: 0 },
  orderWeekStart: 4,
  timeZone: null,
};

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

const sell = (facts: BusinessFacts) => checkOrder(order, orderingWeekAt(NOW, facts), facts);

function soldOrder(): Pick<Order, 'customer' | 'recipient' | 'deliveries' | 'deliveryType'> {
  const check = sell(defaultBusiness);
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
const { line1, line2, suburb } = sold.customer.address;
const contact = {
  ...order.customer,
  address: joinAddress({ line1, line2, suburb: suburb.name }),
};
const asSent = ({ id, mealId, mealType, mealDate, deliveryDate, personName }: OrderItem) => ({
  id,
  mealId,
  mealType,
  mealDate,
  deliveryDate,
  personName,
});

const changes: [string, SentChange][] = [
  ['only the phone', { customer: { phone: '0498 765 432' } }],
  ['only the note', { customer: { specialInstructions: 'Ring twice' } }],
  ['a meal less', { orderItems: meals.slice(1).map(asSent) }],
];

describe.each(Object.entries(BREAKS).filter(([, value]) => value !== null))(
  'once %s has changed',
  (fact, value) => {
    const facts = { ...defaultBusiness, [fact]: value };

    test('the same order new is refused', () => {
      expect(sell(facts).outcome).not.toBe('ok');
    });

    test.each(changes)('staff correct %s', (_, { customer = {}, orderItems }) => {
      const check = checkEdit(
        // Their form sends the whole order.
        {
          contact: { ...contact, phone: customer.phone ?? contact.phone },
          specialInstructions: customer.specialInstructions,
          items: orderItems ?? meals.map(asSent),
        },
        { ...sold, items: meals },
        orderingWeekAt(NOW, facts).today,
        facts,
      );
      expect(check).toMatchObject({ outcome: 'ok' });
    });

    test.each(changes)('the customer corrects %s', (_, sent) => {
      const check = checkCustomerChange(readSentChange(sent, sold), sold, NOW, facts);
      expect(check).toMatchObject({ outcome: 'ok' });
    });
  },
);

test('more people than today’s rule allows, or too few meals for daily delivery, are refused where they are new', () => {
  const strict = { ...defaultBusiness, people: { min: 1, max: 1 } };
  const [first] = meals.map(asSent);
  const third = [...meals.map(asSent), { ...first!, id: null, personName: 'Cy' }];
  const edit = checkEdit({ items: third }, { ...sold, items: meals }, '2026-01-07', strict);
  expect(edit).toMatchObject({ problems: [{ field: 'orderItems' }] });

  const few = readSentChange({ orderItems: meals.slice(2).map(asSent) }, sold);
  expect(checkCustomerChange(few, sold, NOW, defaultBusiness)).toMatchObject({
    problems: [{ field: 'deliveryType' }],
  });
});
