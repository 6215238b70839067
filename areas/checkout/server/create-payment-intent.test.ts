import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutConflictReply, CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
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
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let menu: MealReply[];
let lunch: MealReply;
let dinner: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});

const countCheckouts = () => t.context.db.$count(checkouts);
const theSlot = async () => (await t.context.db.select().from(deliverySlots))[0];

describe('opening a payment', () => {
  test('holds one place per delivery for fifteen minutes and asks the gateway for the quoted amount', async () => {
    const { checkout, orderData } = await anOpenCheckout(t);
    expect(Date.parse(checkout.holdExpiresAt) - Date.parse(AN_ORDINARY_WEDNESDAY)).toBe(
      15 * 60_000,
    );
    expect(checkout.canExtendHold).toBe(true);
    expect(checkout.quote.total).toBe(orderData.total);
    const intent = await t.context.gateway.retrieveIntent(checkout.paymentIntentId);
    expect(intent).toMatchObject({
      amountCents: Math.round(Number(orderData.total) * 100),
      currency: 'aud',
      checkoutId: checkout.checkoutId,
      status: 'requires_payment_method',
    });
    expect(await theSlot()).toMatchObject({
      date: day(0),
      window: '11:00-13:00',
      held: 1,
      booked: 0,
      maxDeliveries: 20,
    });
  });

  test('takes one place per date, however many people and meals it includes', async () => {
    const people = ['Mia', 'Ben', 'Ava'];
    const orderItems = people.flatMap((personName) => [
      anItem(lunch, { personName }),
      anItem(dinner, { personName, mealDate: day(2) }),
    ]);
    await anOpenCheckout(t, { orderItems });
    expect(await t.context.db.select().from(deliverySlots)).toHaveLength(1);
    expect((await theSlot())?.held).toBe(1);
  });

  test('returns its existing checkout to a reloaded page', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    const again = (await checkOut(t, orderData)).json<CheckoutReply>();
    expect(again).toEqual(checkout);
    expect((await theSlot())?.held).toBe(1);
  });

  test('gives a double click and a copied tab one checkout and one intent', async () => {
    const orderData = await priced(t, anOrder(menu));
    const replies = await Promise.all(Array.from({ length: 8 }, () => checkOut(t, orderData)));
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(8).fill(200));
    const intents = new Set(replies.map((reply) => reply.json<CheckoutReply>().paymentIntentId));
    expect(intents.size).toBe(1);
    expect((await theSlot())?.held).toBe(1);
  });

  test('cancels the old intent and releases its places when the basket has changed', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    const changed = await priced(t, {
      ...orderData,
      orderItems: [anItem(dinner, { deliveryWindow: '16:00-18:00' })],
    });
    const next = (await checkOut(t, changed)).json<CheckoutReply>();
    expect(next.paymentIntentId).not.toBe(checkout.paymentIntentId);
    expect((await t.context.gateway.retrieveIntent(checkout.paymentIntentId))?.status).toBe(
      'canceled',
    );
    const slots = await t.context.db.select().from(deliverySlots).orderBy(deliverySlots.window);
    expect(slots.map((slot) => slot.held)).toEqual([0, 1]);
  });

  test('shows the paid order instead of charging a changed basket again', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const changed = await priced(t, { ...orderData, orderItems: [anItem(dinner)] });
    const reply = await checkOut(t, changed);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'already_paid',
      paymentIntentId: checkout.paymentIntentId,
    });
    const placed = await place(t, checkout.paymentIntentId);
    expect(placed.statusCode).toBe(200);
  });

  test('keeps the agreed price and meal, whatever staff change in the meantime', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    await changeMeal(lunch, { priceCents: 9900, isActive: false });
    try {
      const again = await checkOut(t, orderData);
      expect(again.json<CheckoutReply>().quote.total).toBe(checkout.quote.total);
    } finally {
      await restoreMeal(lunch);
    }
  });

  test('never holds places long after the cutoff', async () => {
    t.setNow('2026-01-11T06:59:00Z');
    const { checkout } = await anOpenCheckout(t);
    expect(checkout.holdExpiresAt).toBe('2026-01-11T07:10:00.000Z');
  });
});

describe('more time', () => {
  const extend = (body: object) => t.app.inject({ method: 'POST', url: '/api/extend-hold', body });

  test('is given once, to anyone with the client secret', async () => {
    const { checkout } = await anOpenCheckout(t);
    const { checkoutId, clientSecret } = checkout;
    const stranger = await extend({ checkoutId, clientSecret: 'pi_x_secret_y' });
    expect(stranger.statusCode).toBe(404);
    const extended = await extend({ checkoutId, clientSecret });
    expect(extended.json()).toEqual({
      holdExpiresAt: new Date(Date.parse(checkout.holdExpiresAt) + 10 * 60_000).toISOString(),
      canExtendHold: false,
    });
    expect((await extend({ checkoutId, clientSecret })).statusCode).toBe(409);
  });
});

describe('a price that was not agreed is not charged', () => {
  const forgeries: [string, (order: PreparedOrder) => Partial<PreparedOrder>][] = [
    ['a smaller total', () => ({ total: '1.00' })],
    ['no delivery fee', () => ({ deliveryFee: '0.00' })],
    ['a smaller subtotal', () => ({ subtotal: '0.01' })],
    ['a tax', () => ({ tax: '1.00' })],
    [
      'a cheaper meal',
      (order) => ({ orderItems: order.orderItems.map((item) => ({ ...item, price: '0.01' })) }),
    ],
  ];

  test.each(forgeries)('%s gets the new quote', async (_, forge) => {
    const honest = await priced(t, anOrder(menu));
    const forged = { ...honest, ...forge(honest) };
    const reply = await checkOut(t, forged, Number(honest.total));
    expect(reply.statusCode).toBe(409);
    expect(reply.json<CheckoutConflictReply>()).toMatchObject({
      code: 'quote_changed',
      quote: { total: honest.total },
    });
    expect(await countCheckouts()).toBe(0);
  });

  test.each([0, 0.01, 20.979_999, 99_999])('the amount %d gets the new quote', async (amount) => {
    const honest = await priced(t, anOrder(menu));
    const reply = await checkOut(t, honest, amount);
    expect(reply.statusCode).toBe(409);
    expect(await countCheckouts()).toBe(0);
  });

  test('a price that staff changed between basket and payment gets the new quote', async () => {
    const orderData = await priced(t, anOrder(menu));
    await changeMeal(lunch, { priceCents: 1750 });
    try {
      const reply = await checkOut(t, orderData);
      expect(reply.json<CheckoutConflictReply>()).toMatchObject({
        code: 'quote_changed',
        quote: { subtotal: '17.50' },
      });
    } finally {
      await restoreMeal(lunch);
    }
  });
});

describe('slots', () => {
  test('two hundred concurrent checkouts for twenty places give exactly twenty, and 180 clean refusals', async () => {
    const orders = await Promise.all(Array.from({ length: 200 }, () => priced(t, anOrder(menu))));
    const replies = await Promise.all(orders.map((order) => checkOut(t, order)));
    const statuses = Map.groupBy(replies, (reply) => reply.statusCode);
    expect([...statuses].map(([status, of]) => [status, of.length]).toSorted()).toEqual([
      [200, 20],
      [409, 180],
    ]);
    const refused = replies
      .filter((reply) => reply.statusCode === 409)
      .map((reply) => reply.json());
    expect(new Set(refused.map((reply) => reply.code))).toEqual(new Set(['slot_full']));
    expect(await theSlot()).toMatchObject({ held: 20, booked: 0 });
    expect(await countCheckouts()).toBe(20);
  });

  test('orders over several slots taken in any order neither deadlock nor oversell', async () => {
    const week = [0, 1, 2, 3, 4, 5, 6].map(day);
    for (const date of week) {
      await t.context.db
        .insert(deliverySlots)
        .values({ date, window: '11:00-13:00', maxDeliveries: 5 });
    }
    const baskets = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const dates = [...week.slice(index % 7), ...week.slice(0, index % 7)].slice(0, 5);
        const daily = index % 2 === 0 ? dates : dates.toReversed();
        const orderItems = daily.map((date) =>
          anItem(dinner, { mealDate: date, deliveryDate: date }),
        );
        return priced(t, anOrder(menu, { deliveryType: 'daily', orderItems }));
      }),
    );
    const replies = await Promise.all(baskets.map((basket) => checkOut(t, basket)));
    expect(replies.filter((reply) => reply.statusCode >= 500)).toEqual([]);
    const held = await t.context.db.select().from(deliverySlots);
    const winners = replies.filter((reply) => reply.statusCode === 200).length;
    expect(winners).toBeGreaterThan(0);
    expect(held.every((slot) => slot.held <= 5)).toBe(true);
    expect(held.reduce((sum, slot) => sum + slot.held, 0)).toBe(winners * 5);
    expect(await t.context.db.$count(holds, isNotNull(holds.slotId))).toBe(winners * 5);
  });

  test('a full window is named, along with the free ones, and nothing is held', async () => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(1), window: '16:00-18:00', maxDeliveries: 0 });
    const dates = [0, 1, 2, 3, 4].map(day);
    const orderItems = dates.map((date) =>
      anItem(dinner, { mealDate: date, deliveryDate: date, deliveryWindow: '16:00-18:00' }),
    );
    const reply = await checkOut(
      t,
      await priced(t, anOrder(menu, { deliveryType: 'daily', orderItems })),
    );
    expect(reply.statusCode).toBe(409);
    const refusal = reply.json<CheckoutConflictReply>();
    expect(refusal.code).toBe('slot_full');
    expect(refusal.full).toEqual([{ date: day(1), timeSlot: '16:00-18:00' }]);
    expect(refusal.alternatives).toContainEqual({
      date: day(1),
      timeSlot: '11:00-13:00',
      placesLeft: null,
    });
    expect(refusal.alternatives).not.toContainEqual(
      expect.objectContaining({ date: day(1), timeSlot: '16:00-18:00' }),
    );
    expect((await t.context.db.select().from(deliverySlots)).every((slot) => slot.held === 0)).toBe(
      true,
    );
  });

  test('a slot that staff closed accepts no order', async () => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: '11:00-13:00', maxDeliveries: 20, isActive: false });
    const reply = await checkOut(t, await priced(t, anOrder(menu)));
    expect(reply.json()).toMatchObject({ code: 'slot_full' });
  });
});

describe('bad input is refused with the field’s name, and no row is written', () => {
  const cases: [string, string, (order: PreparedOrder) => object][] = [
    ['an unknown meal', 'orderItems.0.mealId', (order) => withItem(order, { mealId: 999_999 })],
    [
      'a lunch sold as dinner',
      'orderItems.0.mealType',
      (order) => withItem(order, { mealType: 'dinner' }),
    ],
    [
      'a date after the week',
      'orderItems.0.deliveryDate',
      (order) => withItem(order, { deliveryDate: day(7), mealDate: day(7) }),
    ],
    [
      'a date long past',
      'orderItems.0.deliveryDate',
      (order) => withItem(order, { deliveryDate: '2020-01-01', mealDate: '2020-01-01' }),
    ],
    [
      'an impossible date',
      'orderItems.0.deliveryDate',
      (order) => withItem(order, { deliveryDate: '2026-02-30' }),
    ],
    [
      'a delivery after the meal',
      'orderItems.0.deliveryDate',
      (order) => withItem(order, { deliveryDate: day(1) }),
    ],
    [
      'three lunches at once',
      'orderItems.2.mealDate',
      (order) => ({
        ...order,
        orderItems: [...order.orderItems, ...order.orderItems, ...order.orderItems],
      }),
    ],
    ['no meals', 'orderItems', (order) => ({ ...order, orderItems: [] })],
    [
      'seven people',
      'orderItems',
      (order) => ({
        ...order,
        orderItems: [1, 2, 3, 4, 5, 6, 7].map((n) => anItem(lunch, { personName: `Person ${n}` })),
      }),
    ],
    [
      'a window that does not exist',
      'orderItems.0.deliveryWindow',
      (order) => withItem(order, { deliveryWindow: '09:00-10:00' as never }),
    ],
    ['a negative price', 'orderItems.0.price', (order) => withItem(order, { price: '-14.99' })],
    [
      'a price as a number',
      'orderItems.0.price',
      (order) => withItem(order, { price: 14.99 as never }),
    ],
    ['an infinite total', 'total', (order) => ({ ...order, total: '1e309' })],
    [
      'a suburb that is not served',
      'customer.address',
      (order) => withCustomer(order, { address: '1 Queen Street, Brisbane' }),
    ],
    [
      'a postcode that belongs elsewhere',
      'customer.address',
      (order) => withCustomer(order, { address: '1 Queen Street, Cleveland 4000' }),
    ],
    [
      'a short street',
      'customer.address',
      (order) => withCustomer(order, { address: '1 A, Cleveland' }),
    ],
    [
      'a phone number that is not one',
      'customer.phone',
      (order) => withCustomer(order, { phone: '12345' }),
    ],
    [
      'an email that is not one',
      'customer.email',
      (order) => withCustomer(order, { email: 'mia@' }),
    ],
    ['a blank name', 'customer.firstName', (order) => withCustomer(order, { firstName: '   ' })],
    [
      'warm food with weekly delivery',
      'customer.deliveryPreference',
      (order) => withCustomer(order, { deliveryPreference: 'warm' }),
    ],
    [
      'daily delivery of one meal',
      'deliveryType',
      (order) => ({ ...order, deliveryType: 'daily' }),
    ],
    [
      'a misspelt allergy',
      'people.0.alergens',
      (order) => {
        const person = { name: 'Mia', calorieTarget: 1500, alergens: ['milk'] };
        return { ...order, people: [person] };
      },
    ],
    [
      'a NUL in a name',
      'customer.firstName',
      (order) => withCustomer(order, { firstName: 'Mia\u0000' }),
    ],
    [
      'half a character',
      'customer.lastName',
      (order) => withCustomer(order, { lastName: 'x\ud800' }),
    ],
    [
      'an endless instruction',
      'customer.specialInstructions',
      (order) => withCustomer(order, { specialInstructions: 'x'.repeat(501) }),
    ],
  ];

  test.each(cases)('%s', async (_, field, change) => {
    const body = { amount: 20.98, orderData: change(anOrder(menu)) };
    const reply = await t.app.inject({ method: 'POST', url: '/api/create-payment-intent', body });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(
      Object.keys(reply.json().fields).map((path) => path.replace(/^orderData\./, '')),
    ).toContain(field);
    expect(reply.json().message).not.toBe('');
    expect(await countCheckouts()).toBe(0);
    expect(await t.context.db.$count(deliverySlots)).toBe(0);
  });

  test.each([-1, 1e9, Number.NaN, Infinity, '20.98', null])('the amount %s', async (amount) => {
    const body = { amount, orderData: anOrder(menu) };
    const reply = await t.app.inject({ method: 'POST', url: '/api/create-payment-intent', body });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields).toHaveProperty('amount');
  });

  test('a meal that is no longer sold is named', async () => {
    await changeMeal(lunch, { isActive: false });
    try {
      const reply = await checkOut(t, anOrder(menu), 20.98);
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toMatchObject({ code: 'meal_unavailable', mealIds: [lunch.id] });
      expect(reply.json().message).toContain(lunch.name);
    } finally {
      await restoreMeal(lunch);
    }
  });

  test('a week whose cutoff has passed gets the currently open week', async () => {
    const orderData = await priced(t, anOrder(menu));
    t.setNow('2026-01-11T07:00:00Z');
    const reply = await checkOut(t, orderData);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'past_cutoff',
      orderingWeek: { weekStart: '2026-01-20', pastDeadline: true },
    });
    expect(await countCheckouts()).toBe(0);
  });

  test('a body that is not JSON, too large or of another type', async () => {
    const send = (body: string, type = 'application/json') =>
      t.app.inject({
        method: 'POST',
        url: '/api/create-payment-intent',
        headers: { 'content-type': type },
        body,
      });
    expect((await send('{"amount": 20.9')).statusCode).toBe(400);
    expect((await send('{"__proto__": {"x": 1}}')).statusCode).toBe(400);
    expect((await send(`{"amount":"${'9'.repeat(260 * 1024)}"}`)).statusCode).toBe(413);
    expect((await send('amount=20.98', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send('null')).statusCode).toBe(400);
  });
});

test("the spec's own payload, without any of our additions, is enough", async () => {
  const { cartKey: _, ...order } = anOrder(menu, {
    customer: { ...A_CUSTOMER, deliveryPreference: 'cold' },
  });
  const orderItems = order.orderItems.map(({ mealDate: __, ...item }) => ({
    ...item,
    deliveryWindow: '11am-1pm' as never,
  }));
  const orderData = await priced(t, { ...order, orderItems });
  const reply = await checkOut(t, orderData);
  expect(reply.statusCode, reply.body).toBe(200);
});

test('what else is sent of an order is not read', async () => {
  const order = await priced(t, anOrder(menu));
  const more = { discount: '5.00', isAdmin: true };
  const sent = { ...withCustomer(withItem(order, more as never), more as never), ...more };
  const body = { amount: Number(order.total), orderData: sent, ...more };
  const reply = await t.app.inject({ method: 'POST', url: '/api/create-payment-intent', body });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json().quote.total).toBe(order.total);
});

function withItem(order: PreparedOrder, change: Partial<PreparedItem>): PreparedOrder {
  return { ...order, orderItems: order.orderItems.map((item) => ({ ...item, ...change })) };
}

function withCustomer(
  order: PreparedOrder,
  change: Partial<PreparedOrder['customer']>,
): PreparedOrder {
  return { ...order, customer: { ...order.customer, ...change } };
}

/** Waits until the app has been notified by the database. */
async function changeMeal(
  meal: MealReply,
  change: Partial<typeof meals.$inferInsert>,
): Promise<void> {
  const { version } = await t.context.site.current();
  await t.context.db.update(meals).set(change).where(eq(meals.id, meal.id));
  await expect.poll(async () => (await t.context.site.current()).version).not.toBe(version);
}

async function restoreMeal(meal: MealReply): Promise<void> {
  const priceCents = Math.round(Number(meal.price) * 100);
  await changeMeal(meal, { isActive: true, priceCents });
}
