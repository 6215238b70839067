import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import {
  A_CUSTOMER,
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  menu = await menuOf(t);
});
afterAll(() => t.close());

function quoteReply(orderData: object) {
  return t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
}

async function quote(orderData: object): Promise<QuoteReply> {
  const reply = await quoteReply(orderData);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

test('a quote explains every fee and holds no places', async () => {
  const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
  const orderItems = ['Mia', 'Ben'].flatMap((personName) =>
    [0, 1, 2, 3, 4]
      .map(day)
      .map((date) => anItem(dinner, { personName, mealDate: date, deliveryDate: date })),
  );
  const { orderItems: _, ...rest } = anOrder(menu);
  const unpriced = orderItems.map(({ price: __, ...item }) => item);
  const answer = await quote({ ...rest, orderItems: unpriced, deliveryType: 'daily' });
  expect(answer.fees).toEqual([
    { personName: 'Mia', reason: 'Mia: 5 dates × $2.99', amount: '14.95' },
    { personName: 'Ben', reason: 'Ben: 5 dates × $2.99', amount: '14.95' },
  ]);
  expect(answer).toMatchObject({ deliveryType: 'daily', deliveryFee: '29.90', tax: '0.00' });
  expect(await t.context.db.$count(checkouts)).toBe(0);
});

test('meals eaten more than three days after delivery come with advice to freeze them', async () => {
  const dinner = menu.find((meal) => meal.mealType === 'dinner' && meal.freezable)!;
  const orderItems = [3, 4].map(day).map((mealDate) => anItem(dinner, { mealDate }));
  const answer = await quote(anOrder(menu, { orderItems }));
  expect(answer.items.map((item) => item.advice)).toEqual([null, 'Freeze on arrival']);
});

test('a meal that cannot be frozen is not sold for a day after its eat-by date', async () => {
  const salad = menu.find((meal) => meal.freezable === false && meal.shelfLifeDays === 3)!;
  const asked = [3, 4].map(day).map((mealDate) => anItem(salad, { mealDate }));
  const refused = await quoteReply(anOrder(menu, { orderItems: asked }));
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    code: 'will_not_keep',
    items: [
      {
        personName: 'Mia',
        mealId: salad.id,
        mealName: salad.name,
        deliveryDate: day(0),
        mealDate: day(4),
        eatBy: day(3),
      },
    ],
  });
  const answer = await quote(anOrder(menu, { orderItems: asked.slice(0, 1) }));
  expect(answer.items.map((item) => item.advice)).toEqual([null]);
});

test('the first order of someone on the waitlist is delivered free, once, and never for two baskets', async () => {
  await t.context.db
    .insert(waitlistEntries)
    .values({ email: 'Lan@Example.com', suburb: 'Capalaba' });
  const customer = { ...A_CUSTOMER, email: 'lan@example.com' };
  const basket = anOrder(menu, { customer });
  const offered = await quote(basket);
  expect(offered).toMatchObject({
    deliveryFee: '0.00',
    offers: [{ code: 'waitlist_first_order', amount: '-5.99' }],
  });

  const two = [await priced(t, basket), await priced(t, anOrder(menu, { customer }))];
  const replies = await Promise.all(two.map((order) => checkOut(t, order)));
  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);

  t.advanceMinutes(16);
  await expireCheckouts(t.context);
  const { checkout } = await anOpenCheckout(t, { customer });
  expect(checkout.quote.deliveryFee).toBe('0.00');
  await pay(t, checkout);
  expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
  const later = await quote(anOrder(menu, { customer }));
  expect(later).toMatchObject({
    deliveryFee: '5.99',
    offerRefused: 'Your free delivery was used on 7 Jan.',
  });
  await t.context.db
    .insert(waitlistEntries)
    .values({ email: 'kim@example.com', suburb: 'Capalaba' });
  const neighbour = { ...customer, email: 'kim@example.com' };
  expect(await quote(anOrder(menu, { customer: neighbour }))).toMatchObject({
    deliveryFee: '5.99',
    offerRefused:
      'We’ve delivered to this phone or address before, so the first-order offer doesn’t apply.',
  });
});

describe('weekly instead of daily', () => {
  const freezable = () => menu.find((meal) => meal.mealType === 'dinner' && meal.freezable)!;
  const daily = (change: object = {}) => {
    const orderItems = [0, 1, 2, 3, 4, 5, 6].map((index) =>
      anItem(freezable(), { mealDate: day(index), deliveryDate: day(index) }),
    );
    return anOrder(menu, { orderItems, deliveryType: 'daily', ...change });
  };

  test('says what the same order would save, to the cent of its own quote', async () => {
    const asked = daily({ customer: { ...A_CUSTOMER, deliveryPreference: 'warm' } });
    // Dinners that come for dinner: at noon nothing of it would be warm.
    const order = {
      ...asked,
      orderItems: asked.orderItems.map((item) => ({
        ...item,
        deliveryWindow: '16:00-18:00' as const,
      })),
    };
    expect((await quote(asked)).weeklyInstead).toMatchObject({ losesWarm: false });
    const now = await quote(order);
    const { weeklyInstead } = now;
    expect(weeklyInstead).toMatchObject({ date: day(0), timeSlot: '16:00-18:00', losesWarm: true });
    const weekly = await quote({
      ...order,
      customer: A_CUSTOMER,
      deliveryType: 'weekly',
      orderItems: order.orderItems.map((item) => ({
        ...item,
        deliveryDate: weeklyInstead!.date,
        deliveryWindow: weeklyInstead!.timeSlot,
      })),
    });
    expect(Number(weeklyInstead!.saves)).toBeCloseTo(Number(now.total) - Number(weekly.total), 5);
    const frozen = weekly.items.filter(({ advice }) => advice === 'Freeze on arrival').length;
    expect(weeklyInstead!.toFreeze).toBe(frozen);
    expect(weekly.weeklyInstead).toBeNull();
  });

  test('is not said when its window is full, nor to someone whose delivery is free', async () => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: '11:00-13:00', maxDeliveries: 0 })
      .onConflictDoUpdate({
        target: [deliverySlots.date, deliverySlots.window],
        set: { maxDeliveries: 0 },
      });
    expect((await quote(daily())).weeklyInstead).toBeNull();
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 20 });
    expect((await quote(daily())).weeklyInstead).not.toBeNull();
    const email = 'weekly-free@example.com';
    await t.context.db.insert(waitlistEntries).values({ email, suburb: 'Cleveland' });
    const customer = {
      ...A_CUSTOMER,
      email,
      phone: '07 3824 0000',
      address: '3 Bay Street, Cleveland',
    };
    const free = await quote(daily({ customer }));
    expect(free.offers).toHaveLength(1);
    expect(free.weeklyInstead).toBeNull();
  });
});
