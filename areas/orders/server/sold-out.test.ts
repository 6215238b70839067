/** A meal with a limit, from the basket to the kitchen: sold to the last portion, never beyond, and given back once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LimitsReply } from '#areas/menu/calls/meal-limits.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refundOverdueUndecided } from '#areas/orders/server/decide-order.ts';
import { endTopUps } from './top-ups.ts';
import { finishChanges } from './waiting-change.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import {
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { aPhoneOrder } from '#quality/support/a-phone-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let menu: MealReply[];
let salmon: MealReply;
let other: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  menu = await menuOf(t);
  [salmon, other] = menu.filter(({ mealType }) => mealType === 'dinner') as [MealReply, MealReply];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

const setLimits = (limits: object[], meal = salmon) =>
  staffClient.put(`/api/admin/meals/${meal.id}/limits`, { limits });
async function limit(portions: number | null, on = 0, meal = salmon): Promise<void> {
  const reply = await setLimits([{ date: day(on), portions }], meal);
  expect(reply.statusCode, reply.body).toBe(200);
}
async function rowOf(on = 0, scope: 'day' | 'week' = 'day', meal = salmon) {
  const url = `/api/admin/meals/${meal.id}/limits?from=${day(0)}&to=${day(6)}`;
  const { limits } = (await staffClient.get(url)).json<LimitsReply>();
  const row = limits.find((each) => each.date === day(on) && each.scope === scope);
  return row && { portions: row.portions, held: row.held, booked: row.booked, left: row.left };
}
const dinner = (change: Partial<PreparedItem> = {}) => anItem(salmon, change);
const another = (change: Partial<PreparedItem> = {}) => anItem(other, change);
const aSalmonOrder = (...items: PreparedItem[]) =>
  aPaidOrder(t, { orderItems: items.length > 0 ? items : [dinner()] });
const aBasket = (orderItems: PreparedItem[] = [dinner()], change: Partial<PreparedOrder> = {}) =>
  priced(t, anOrder(menu, { orderItems, ...change }));
async function roomForAll(places = 100): Promise<void> {
  for (const window of DELIVERY_WINDOWS)
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window, maxDeliveries: places });
}
async function buyers(number: number, orderItems: PreparedItem[]) {
  return checkOutAtOnce(number, await aBasket(orderItems));
}
function checkOutAtOnce(number: number, basket: PreparedOrder) {
  return Promise.all(
    Array.from({ length: number }, () => checkOut(t, { ...basket, cartKey: randomUUID() })),
  );
}
async function payFor(checkout: CheckoutReply) {
  await pay(t, checkout);
  return place(t, checkout.paymentIntentId);
}
async function editOf(id: number, change: (items: object[]) => object[], more: object = {}) {
  const order = await staffClient.order(id);
  const items = order.orderItems.map((item) => ({
    id: item.id,
    mealId: item.mealId,
    mealType: item.mealType,
    personName: item.personName,
    deliveryDate: item.deliveryDate,
    mealDate: item.mealDate,
  }));
  const { customer } = order;
  return staffClient.put(`/api/admin/orders/${id}`, {
    customer: {
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      address: customer.address,
    },
    orderItems: change(items),
    ...more,
  });
}
const statusOf = (id: number, status: string, more: object = {}) =>
  staffClient.put(`/api/admin/orders/${id}/status`, { status, ...more });
const setDeliveries = (orderId: number, status: 'cooked' | 'planned') =>
  t.context.db.update(deliveries).set({ status }).where(eq(deliveries.orderId, orderId));

describe('many buyers at once', () => {
  test('500 for 40 portions: 40 are sold, and everyone else is told that none is left', async () => {
    await roomForAll();
    await limit(40);
    const replies = await buyers(500, [dinner()]);
    const sold = replies.filter(({ statusCode }) => statusCode === 200);
    const refused = replies.filter(({ statusCode }) => statusCode === 409);
    expect(sold).toHaveLength(40);
    expect(refused).toHaveLength(460);
    expect(refused.map((reply) => reply.json())).toEqual(
      refused.map(() =>
        expect.objectContaining({
          code: 'meal_sold_out',
          meals: [{ mealId: salmon.id, date: day(0), left: 0 }],
        }),
      ),
    );
    expect(await rowOf()).toEqual({ portions: 40, held: 40, booked: 0, left: 0 });
    const paid = await Promise.all(sold.map((reply) => payFor(reply.json<CheckoutReply>())));
    expect(paid.map(({ statusCode }) => statusCode)).toEqual(paid.map(() => 200));
    expect(await rowOf()).toEqual({ portions: 40, held: 0, booked: 40, left: 0 });
  }, 120_000);

  test('200 who want two, with 81 portions: 40 get them and one portion is left', async () => {
    await roomForAll();
    await limit(81);
    const replies = await buyers(200, [dinner(), dinner({ personName: 'Ben' })]);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(40);
    expect(await rowOf()).toEqual({ portions: 81, held: 80, booked: 0, left: 1 });
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      meals: [{ left: 1 }],
    });
  }, 120_000);

  test('baskets over several meals and days, in any order and of rows that nobody has made yet, neither deadlock nor oversell', async () => {
    const dinners = menu.filter(({ mealType }) => mealType === 'dinner').slice(0, 4);
    for (const meal of dinners.slice(0, 2)) await limit(7, 1, meal);
    const baskets = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const items = [0, 1, 2, 3, 4].flatMap((on) =>
          dinners.map((meal, person) =>
            anItem(meal, {
              personName: `Person ${person}`,
              mealDate: day(on),
              deliveryDate: day(on),
              deliveryWindow: DELIVERY_WINDOWS[index % 2],
            }),
          ),
        );
        const rotated = [...items.slice(index % 20), ...items.slice(0, index % 20)];
        return aBasket(index % 3 === 0 ? rotated.toReversed() : rotated, { deliveryType: 'daily' });
      }),
    );
    const replies = await Promise.all(baskets.map((basket) => checkOut(t, basket)));
    expect(replies.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual(
      [],
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    expect(await rowOf(1)).toMatchObject({ held: 7, left: 0 });
  }, 60_000);

  test('a limit that is set while 50 checkouts are open loses none of them and sells none beyond', async () => {
    await roomForAll();
    const basket = await aBasket();
    const open = await buyers(50, [dinner()]);
    const refused = await setLimits([{ date: day(0), portions: 49 }]);
    expect(refused.json()).toMatchObject({
      fields: {
        'limits.0.portions': '50 are sold or being paid for. Set 50 or more, or stop selling.',
      },
    });
    const racing = checkOutAtOnce(10, basket);
    const stopped = await setLimits([{ date: day(0), stop: true }]);
    const late = (await racing).filter(({ statusCode }) => statusCode === 200).length;
    expect(stopped.statusCode).toBe(200);
    const paid = await Promise.all(open.map((reply) => payFor(reply.json<CheckoutReply>())));
    expect(paid.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    const row = await rowOf();
    expect(row).toMatchObject({ booked: 50, held: late });
    expect(row?.portions).toBe(50 + late);
    expect((await checkOut(t, basket)).json()).toMatchObject({ code: 'meal_sold_out' });
  }, 60_000);
});

describe('a basket', () => {
  test('hears at the quote, too, what is sold; what others hold unpaid closes nothing, what staff hold does', async () => {
    await limit(2);
    const orderItems = [dinner(), dinner({ personName: 'Ben' })];
    const { orderData } = await anOpenCheckout(t, { orderItems });
    const quote = () => t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
    expect((await quote()).statusCode).toBe(200);
    // Back to the basket, one person less, and to the payment again.
    const fewer = await priced(t, { ...orderData, orderItems: [dinner()] });
    expect((await checkOut(t, fewer)).statusCode).toBe(200);
    expect(await rowOf()).toMatchObject({ held: 1, left: 1 });
    await aPhoneOrder(t, staffClient, { orderItems: [dinner()] });
    expect((await quote()).json()).toMatchObject({
      code: 'meal_sold_out',
      meals: [{ mealId: salmon.id, date: day(0), left: 1 }],
    });
  });

  test('gets the last portions if it pays first: those that held them unpaid give way', async () => {
    await limit(1);
    const { checkout: holder } = await anOpenCheckout(t, { orderItems: [dinner()] });
    const orderData = await aBasket([dinner()]);
    const opened = await t.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { amount: Number(orderData.total), orderData, onPayment: true },
    });
    const checkout = opened.json<CheckoutReply>();
    expect(checkout).toMatchObject({ place: 'on_payment' });
    await pay(t, checkout);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    expect(await rowOf(0, 'day')).toMatchObject({ held: 0, left: 0 });
    expect((await pay(t, holder)).statusCode).toBe(400);
  });

  test('gets all or nothing: no place and no portion is held when one meal is sold out', async () => {
    await limit(9, 0, other);
    const orderItems = [dinner(), dinner({ personName: 'Ben' }), another({ personName: 'Ava' })];
    const basket = await aBasket(orderItems);
    await limit(1);
    expect((await checkOut(t, basket)).json()).toMatchObject({
      code: 'meal_sold_out',
      meals: [{ mealId: salmon.id, left: 1 }],
    });
    expect(await rowOf(0, 'day', other)).toMatchObject({ held: 0, left: 9 });
    expect(await t.context.db.$count(checkouts)).toBe(0);
    const slots = await t.context.db.select().from(deliverySlots);
    expect(slots.filter(({ held }) => held > 0)).toEqual([]);
  });

  test('is bounded by the week as well, and hears the smaller of both', async () => {
    await setLimits([
      { date: day(0), scope: 'week', portions: 3 },
      { date: day(0), portions: 9 },
    ]);
    await aSalmonOrder(dinner(), dinner({ mealDate: day(2), personName: 'Ben' }));
    expect(await rowOf(0, 'week')).toMatchObject({ booked: 2, left: 1 });
    const two = [dinner(), dinner({ mealDate: day(1), personName: 'Ben' })];
    const quote = await t.app.inject({
      method: 'POST',
      url: '/api/quote',
      body: { orderData: anOrder(menu, { orderItems: two }) },
    });
    expect(quote.json()).toMatchObject({
      code: 'meal_sold_out',
      meals: [
        { date: day(0), left: 1 },
        { date: day(1), left: 1 },
      ],
    });
  });

  test('counts a weekly customer’s meal for the day it is eaten', async () => {
    await limit(1, 4);
    await aSalmonOrder(dinner({ mealDate: day(4), deliveryDate: day(3) }));
    expect(await rowOf(4)).toMatchObject({ booked: 1, left: 0 });
    expect(await rowOf(3)).toMatchObject({ booked: 0, left: null });
  });

  test('a second helping is a portion more', async () => {
    await limit(5);
    await aSalmonOrder(dinner(), dinner());
    expect(await rowOf()).toMatchObject({ booked: 2, left: 3 });
  });
});

describe('what the ordering week says', () => {
  test('is a number from five down, 0 when sold out, and nothing while there are plenty', async () => {
    await limit(7);
    const limited = async () =>
      (await t.app.inject('/api/ordering-week')).json<OrderingWeekReply>().days[0]?.limited;
    await aSalmonOrder();
    expect(await limited()).toEqual([]);
    await aSalmonOrder();
    expect(await limited()).toEqual([{ mealId: salmon.id, left: 5 }]);
    await setLimits([{ date: day(0), stop: true }]);
    expect(await limited()).toEqual([{ mealId: salmon.id, left: 0 }]);
    expect((await t.app.inject('/api/ordering-week')).headers['cache-control']).toBe('no-store');
  });
});

describe('when time runs out or the money comes late', () => {
  test('a hold that expires gives its portions back', async () => {
    await limit(1);
    await anOpenCheckout(t, { orderItems: [dinner()] });
    expect(await rowOf()).toMatchObject({ held: 1, left: 0 });
    t.advanceMinutes(16);
    await expireCheckouts(t.context);
    expect(await rowOf()).toMatchObject({ held: 0, left: 1 });
  });

  test('settled as often as it is reported, it is booked once', async () => {
    await limit(3);
    const { checkout } = await anOpenCheckout(t, { orderItems: [dinner()] });
    await pay(t, checkout);
    await Promise.all(
      [1, 2, 3].map(() => settlePayment({ ...t.context }, checkout.paymentIntentId)),
    );
    expect(await rowOf()).toEqual({ portions: 3, held: 0, booked: 1, left: 2 });
  });

  test('paid after the hold was given back and someone else has the last one: staff decide, and it is refunded in time', async () => {
    await limit(1);
    const late = await anOpenCheckout(t, { orderItems: [dinner()] });
    await pay(t, late.checkout);
    await t.context.db.execute(`update checkouts set state = 'expired'`);
    await t.context.db.execute(`
      with gone as (delete from holds),
      slots as (update delivery_slots set held = 0) update meal_days set held = 0`);
    await aSalmonOrder();
    await place(t, late.checkout.paymentIntentId);
    const [pending] = await t.context.db.select().from(orders).where(eq(orders.status, 'pending'));
    expect(pending).toMatchObject({ pendingReason: 'meal_sold_out' });
    expect(await rowOf()).toMatchObject({ booked: 1, left: 0 });
    const url = `/api/admin/payments/orders/${pending?.id}/keep`;
    const refused = await staffClient.post(url, {});
    expect(refused.json()).toMatchObject({ code: 'meal_sold_out', meals: [{ left: 0 }] });
    const kept = await staffClient.post(url, { overLimit: 'The chef has one more' });
    expect(kept.statusCode, kept.body).toBe(200);
    expect(await rowOf()).toMatchObject({ booked: 2, left: 0 });
  });

  test('nobody decides: refunded, and no portion was ever its own', async () => {
    await limit(0);
    const { checkout } = await anOpenCheckout(t, { orderItems: [another()] });
    await pay(t, checkout);
    await t.context.db.execute(`update checkouts set state = 'expired'`);
    await t.context.db.execute(`
      with gone as (delete from holds),
      slots as (update delivery_slots set held = 0) update meal_days set held = 0`);
    await setLimits([{ date: day(0), stop: true }], other);
    await place(t, checkout.paymentIntentId);
    expect(await rowOf(0, 'day', other)).toMatchObject({ booked: 0 });
    t.advanceMinutes(31);
    expect(await refundOverdueUndecided(t.context)).toBe(1);
    expect(await rowOf(0, 'day', other)).toMatchObject({ booked: 0 });
  });
});

describe('an order that is changed by staff', () => {
  test('takes and gives back only the difference; a swap between two people of one day is nothing', async () => {
    await limit(2);
    await limit(1, 0, other);
    const { id } = await aSalmonOrder(dinner(), another({ personName: 'Ben' }));
    const swapped = await editOf(id, (items) =>
      items.map((item, index) => {
        const { mealId } = items[1 - index] as { mealId: number };
        return { ...item, mealId };
      }),
    );
    expect(swapped.statusCode, swapped.body).toBe(200);
    expect([await rowOf(), await rowOf(0, 'day', other)]).toEqual([
      { portions: 2, held: 0, booked: 1, left: 1 },
      { portions: 1, held: 0, booked: 1, left: 0 },
    ]);
    const both = await editOf(id, (items) => items.map((item) => ({ ...item, mealId: other.id })));
    expect(both.statusCode).toBe(409);
    expect(both.json()).toMatchObject({
      code: 'meal_sold_out',
      message: `Sold out: ${other.name} on Tue 13 Jan 2026. Nothing was changed.`,
    });
    expect(await rowOf()).toMatchObject({ booked: 1 });
  });

  test('goes over the limit with a reason, which is audited; the first cancel only undoes the excess', async () => {
    await limit(1);
    const first = await aSalmonOrder();
    const second = await aPaidOrder(t, { orderItems: [another()] });
    const swap = (items: object[]) => items.map((item) => ({ ...item, mealId: salmon.id }));
    expect((await editOf(second.id, swap)).statusCode).toBe(409);
    expect((await editOf(second.id, swap, { overLimit: 'short' })).statusCode).toBe(400);
    const over = await editOf(second.id, swap, { overLimit: 'One more in the cold room' });
    expect(over.statusCode, over.body).toBe(200);
    expect(await rowOf()).toMatchObject({ portions: 1, booked: 2, left: 0 });
    const { rows } = await t.context.db.execute(
      `select after ->> 'overLimit' as why from audit_log where action = 'order.edit' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ why: 'One more in the cold room' }]);
    await statusOf(first.id, 'cancelled');
    expect(await rowOf()).toMatchObject({ booked: 1, left: 0 });
    await statusOf(second.id, 'cancelled');
    expect(await rowOf()).toMatchObject({ booked: 0, left: 1 });
  });

  test('a preview says what is sold out, and saves nothing', async () => {
    await limit(0);
    const { id } = await aPaidOrder(t, { orderItems: [another()] });
    const order = await staffClient.order(id);
    const reply = await staffClient.post(`/api/admin/orders/${id}/preview`, {
      customer: {
        firstName: 'Mia',
        lastName: 'Ng',
        email: 'mia@example.com',
        phone: '0412 345 678',
        address: order.customer.address,
      },
      orderItems: order.orderItems.map(({ id: item, mealType, deliveryDate, personName }) => ({
        id: item,
        mealType,
        deliveryDate,
        personName,
        mealId: salmon.id,
      })),
    });
    expect(reply.json(), reply.body).toMatchObject({
      soldOut: [{ mealId: salmon.id, date: day(0), left: 0 }],
    });
    expect(await rowOf()).toMatchObject({ booked: 0 });
  });
});

describe('an order that is cancelled', () => {
  test('then edited, then cancelled again gives its portion back once', async () => {
    await limit(2);
    const { id } = await aSalmonOrder(dinner(), another({ personName: 'Ben' }));
    await statusOf(id, 'cancelled');
    expect(await rowOf()).toMatchObject({ booked: 0 });
    expect((await editOf(id, (items) => items)).statusCode).toBe(409);
    await statusOf(id, 'confirmed');
    expect(await rowOf()).toMatchObject({ booked: 1 });
    await editOf(id, (items) => items.slice(0, 1));
    await statusOf(id, 'cancelled');
    await statusOf(id, 'cancelled');
    expect(await rowOf()).toMatchObject({ booked: 0, left: 2 });
  });

  test('is opened again only while portions are left, or with a reason', async () => {
    await limit(1);
    const { id } = await aSalmonOrder();
    await statusOf(id, 'cancelled');
    await aSalmonOrder();
    const refused = await statusOf(id, 'confirmed');
    expect(refused.json()).toMatchObject({ code: 'meal_sold_out' });
    const over = await statusOf(id, 'confirmed', { overLimit: 'Promised on the phone' });
    expect(over.statusCode, over.body).toBe(200);
    expect(await rowOf()).toMatchObject({ booked: 2, left: 0 });
  });

  test('keeps the portion of what was cooked, which is waste, and does not take it twice', async () => {
    await limit(3);
    const { id } = await aSalmonOrder();
    await setDeliveries(id, 'cooked');
    await statusOf(id, 'cancelled');
    expect(await rowOf()).toMatchObject({ booked: 1, left: 2 });
    await statusOf(id, 'confirmed');
    expect(await rowOf()).toMatchObject({ booked: 1, left: 2 });
  });

  test('a meal that is taken off after it was cooked is kept, too', async () => {
    await limit(3);
    const { id } = await aSalmonOrder(dinner(), another({ personName: 'Ben' }));
    await setDeliveries(id, 'cooked');
    await editOf(id, (items) => items.slice(1));
    expect(await rowOf()).toMatchObject({ booked: 1, left: 2 });
  });

  test('a refund of money gives no portion back', async () => {
    await limit(2);
    const { id } = await aSalmonOrder();
    const order = await staffClient.order(id);
    const items = order.orderItems.map((item) => item.id);
    await staffClient.refund(id, { part: { items }, reason: 'Cold' });
    expect(await rowOf()).toMatchObject({ booked: 1 });
  });
});

describe('an order that its customer changes', () => {
  const send = (token: string, what: 'quote' | 'change', body: object) =>
    t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/${what}`, body });
  async function anOrderWith(...items: PreparedItem[]) {
    const order = await aSalmonOrder(...items);
    return { ...order, token: await trackingTokenOf(t, order.id) };
  }

  test('hears that a meal is sold out, at the quote and at the change', async () => {
    await limit(0);
    const { token } = await anOrderWith(another());
    const body = { orderItems: [dinner()] };
    expect((await send(token, 'quote', body)).json()).toMatchObject({
      blocked: { code: 'meal_sold_out', meals: [{ mealId: salmon.id, date: day(0), left: 0 }] },
    });
    const refused = await send(token, 'change', body);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'meal_sold_out', meals: [{ left: 0 }] });
  });

  test('holds what is added until it is paid, and keeps what goes until then', async () => {
    await limit(1);
    await limit(1, 0, other);
    const { token } = await anOrderWith(another());
    const body = { orderItems: [dinner(), dinner({ personName: 'Ben', mealDate: day(1) })] };
    const due = await send(token, 'change', body);
    expect(due.statusCode, due.body).toBe(402);
    expect([await rowOf(), await rowOf(0, 'day', other)]).toMatchObject([
      { held: 1, booked: 0, left: 0 },
      { held: 0, booked: 1, left: 0 },
    ]);
    const payment = due.json<PaymentDueReply>();
    await pay(t, payment);
    const made = await send(token, 'change', { paymentIntentId: payment.paymentIntentId });
    expect(made.statusCode, made.body).toBe(200);
    expect([await rowOf(), await rowOf(0, 'day', other)]).toMatchObject([
      { held: 0, booked: 1, left: 0 },
      { held: 0, booked: 0, left: 1 },
    ]);
  });

  test('that is not paid in time gives back what it held', async () => {
    await limit(1);
    const { token } = await anOrderWith(another());
    const body = { orderItems: [another(), dinner({ personName: 'Ben' })] };
    expect((await send(token, 'change', body)).statusCode).toBe(402);
    expect(await rowOf()).toMatchObject({ held: 1 });
    t.advanceMinutes(30);
    await endTopUps(t.context);
    await finishChanges(t.context);
    expect(await rowOf()).toMatchObject({ held: 0, booked: 0, left: 1 });
  });
});
