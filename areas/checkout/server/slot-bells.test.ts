import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { BellReply } from '#areas/checkout/calls/slot-bells.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { createPaymentIntent } from '#areas/checkout/server/create-payment-intent.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { askForBell } from '#areas/checkout/server/answer-bell.ts';
import { bellTokenFor } from '#areas/checkout/server/bell-token.ts';
import { ringBells } from '#areas/checkout/server/ring-bells.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';

let t: TestApp;
let menu: MealReply[];
let cookie: string;

beforeAll(async () => {
  t = await startTestApp();
  menu = await menuOf(t);
  ({ cookie } = await signedInStaff(t));
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.execute(sql`truncate messages cascade`);
});

const ask = (email: string, change: object = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/slot-bells',
    body: { date: day(0), timeSlot: NOON, email, ...change },
  });

/** A window with so many places, none of them free: others hold them. */
async function aFullWindow(maxDeliveries = 1): Promise<CheckoutReply[]> {
  await t.context.db.insert(deliverySlots).values({ date: day(0), window: NOON, maxDeliveries });
  const others: CheckoutReply[] = [];
  for (let index = 0; index < maxDeliveries; index += 1)
    others.push((await checkOutWith(await basketOf(`other${index}@example.com`))).json());
  return others;
}

function basketOf(email: string, change: Partial<PreparedOrder> = {}): Promise<PreparedOrder> {
  return priced(t, anOrder(menu, { customer: { ...A_CUSTOMER, email }, ...change }));
}

const checkOutWith = (orderData: PreparedOrder, bell?: string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { amount: Number(orderData.total), orderData, ...(bell && { bell }) },
  });

async function addPlaces(places: number): Promise<void> {
  await t.context.db
    .update(deliverySlots)
    .set({ maxDeliveries: sql`${deliverySlots.maxDeliveries} + ${places}` });
}

const ring = () => ringBells(t.context);
const bells = () => t.context.db.select().from(slotBells).orderBy(asc(slotBells.id));
const slot = async () =>
  (await t.context.db.select().from(deliverySlots).where(eq(deliverySlots.window, NOON)))[0]!;
const told = async () =>
  (
    await t.context.db
      .select({ recipient: messages.recipient })
      .from(messages)
      .where(eq(messages.kind, 'slot_bell'))
      .orderBy(asc(messages.id))
  ).map(({ recipient }) => recipient);
const tokenOf = async (email: string) => {
  const [bell] = await t.context.db
    .select({ id: slotBells.id })
    .from(slotBells)
    .where(eq(slotBells.email, email))
    .orderBy(sql`id desc`);
  return bellTokenFor(bell!.id, t.context.trackingSecret);
};
const look = async (token: string) =>
  t.app.inject({ url: `/api/slot-bells?token=${encodeURIComponent(token)}` });
const giveUp = (token: string) =>
  t.app.inject({ method: 'POST', url: '/api/slot-bells/stop', body: { token } });

describe('asking', () => {
  test('answers alike whether someone asked before or not, and keeps their turn', async () => {
    await aFullWindow();
    const first = await ask('ana@example.com');
    expect(first.statusCode, first.body).toBe(202);
    await ask('ben@example.com');
    const again = await ask('Ana@Example.com');
    expect([again.statusCode, again.body]).toEqual([202, first.body]);
    expect(first.json()).toEqual({ until: '2026-01-11T07:00:00.000Z' });
    expect((await bells()).map(({ email }) => email)).toEqual([
      'ana@example.com',
      'ben@example.com',
    ]);
  });

  test.each([
    ['a day of another week', { date: day(7) }, 'date'],
    ['a day that is over', { date: '2026-01-02' }, 'date'],
    ['a window that is not offered', { timeSlot: '07:00-09:00' }, 'timeSlot'],
    ['no email', { email: 'ana' }, 'email'],
  ])('for %s is refused, naming the field', async (_, change, field) => {
    const reply = await ask('ana@example.com', change);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await bells()).toEqual([]);
  });

  test('from one network stops at a few for a window, where requests are limited', async () => {
    const limited = { ...t.context, throttle: true };
    await aFullWindow();
    const asked = (email: string, ip: string) =>
      askForBell(limited, { date: day(0), timeSlot: NOON, email }, { ip });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await asked(`${name}@example.com`, '203.0.113.7');
    await expect(asked('f@example.com', '203.0.113.9')).rejects.toThrow('on your network');
    await asked('g@example.com', '198.51.100.1');
  });
});

describe('ringing', () => {
  test('holds a freed place for whoever asked first and tells them once, and nobody else gets it', async () => {
    const [other] = await aFullWindow();
    await ask('ana@example.com');
    await ask('ben@example.com');
    expect(await ring()).toEqual({ rung: 0, lapsed: 0, ended: 0 });
    t.advanceMinutes(16);
    await expireCheckouts(t.context);
    expect(other).toBeDefined();
    expect(await ring()).toEqual({ rung: 1, lapsed: 0, ended: 0 });
    expect(await ring()).toEqual({ rung: 0, lapsed: 0, ended: 0 });
    expect(await told()).toEqual(['ana@example.com']);
    expect(await slot()).toMatchObject({ held: 1, booked: 0 });
    await checkInvariants(t.context.db);
    const buyer = await checkOutWith(await basketOf('buyer@example.com'));
    expect([buyer.statusCode, buyer.json().code]).toEqual([409, 'slot_full']);
  });

  test('its email says which window, until when, and leads to the place', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    await addPlaces(1);
    await ring();
    await sendMessages(t.context);
    const [sent] = await t.context.db.select().from(messages).where(eq(messages.kind, 'slot_bell'));
    expect(sent!.mail!.subject).toBe('A place is free for Tue 13 Jan 2026, 11am-1pm');
    const token = await tokenOf('ana@example.com');
    const text = sent!.mail!.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('until 12:20pm');
    expect(text).toContain(`/order?bell=${encodeURIComponent(token)}`);
    expect((await look(token)).json()).toEqual({
      date: day(0),
      timeSlot: NOON,
      state: 'held',
      heldUntil: '2026-01-07T02:20:00.000Z',
    } satisfies BellReply);
  });

  test('is never sent after its place has gone to the next person', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    await addPlaces(1);
    await ring();
    t.advanceMinutes(21);
    await sendMessages(t.context);
    const [unsent] = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'slot_bell'));
    expect(unsent).toMatchObject({ state: 'withdrawn', mail: null });
  });

  test('goes to the next after 20 minutes, and at once when someone gives the place up', async () => {
    await aFullWindow();
    for (const name of ['ana', 'ben', 'cat']) await ask(`${name}@example.com`);
    await addPlaces(1);
    await ring();
    t.advanceMinutes(19);
    expect(await ring()).toEqual({ rung: 0, lapsed: 0, ended: 0 });
    t.advanceMinutes(2);
    expect(await ring()).toEqual({ rung: 1, lapsed: 1, ended: 0 });
    expect((await look(await tokenOf('ana@example.com'))).json().state).toBe('over');
    const given = await giveUp(await tokenOf('ben@example.com'));
    expect(given.json().state).toBe('over');
    expect(await told()).toEqual(['ana@example.com', 'ben@example.com', 'cat@example.com']);
    expect(await slot()).toMatchObject({ held: 2, maxDeliveries: 2 });
    await checkInvariants(t.context.db);
  });

  test('waits while the window is closed, and rings when it opens again', async () => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: NOON, maxDeliveries: 3, isActive: false });
    await ask('ana@example.com');
    expect(await ring()).toMatchObject({ rung: 0 });
    await t.context.db.update(deliverySlots).set({ isActive: true });
    expect(await ring()).toMatchObject({ rung: 1 });
  });

  test('rings for a cancelled order', async () => {
    const [other] = await aFullWindow();
    await pay(t, other!);
    await place(t, other!.paymentIntentId);
    await ask('ana@example.com');
    expect(await ring()).toMatchObject({ rung: 0 });
    const [order] = await t.context.db.select().from(orders);
    const reply = await t.app.inject({
      method: 'DELETE',
      url: `/api/admin/orders/${order!.id}`,
      headers: { cookie },
    });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    expect(await ring()).toMatchObject({ rung: 1 });
    await checkInvariants(t.context.db);
  });

  test('passes over whoever has a delivery in that window by now', async () => {
    const [other] = await aFullWindow();
    await pay(t, other!);
    await place(t, other!.paymentIntentId);
    await ask('other0@example.com');
    await ask('ben@example.com');
    await addPlaces(1);
    await ring();
    expect(await told()).toEqual(['ben@example.com']);
    expect((await bells()).map(({ state }) => state)).toEqual(['stopped', 'rung']);
  });

  test('ends with the cut-off of its week: places come back, and no address is kept', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    await ask('ben@example.com');
    t.setNow('2026-01-11T06:50:00Z');
    await expireCheckouts(t.context);
    await ring();
    expect(await bells()).toMatchObject([{ heldUntil: new Date('2026-01-11T07:00:00Z') }, {}]);
    t.setNow('2026-01-11T07:00:00Z');
    expect(await ring()).toEqual({ rung: 0, lapsed: 0, ended: 2 });
    expect(await bells()).toEqual([]);
    expect(await slot()).toMatchObject({ held: 0 });
    expect(await told()).toEqual(['ana@example.com']);
    await checkInvariants(t.context.db);
  });
});

describe('ordering with a bell', () => {
  async function anaIsRung(): Promise<string> {
    await aFullWindow();
    await ask('ana@example.com');
    await ask('ben@example.com');
    await addPlaces(1);
    await ring();
    return tokenOf('ana@example.com');
  }

  test('uses the held place; a second tab with the same link does not get another', async () => {
    const token = await anaIsRung();
    const baskets = await Promise.all([basketOf('ana@example.com'), basketOf('ana@example.com')]);
    const replies = await Promise.all(baskets.map((basket) => checkOutWith(basket, token)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await slot()).toMatchObject({ held: 2, maxDeliveries: 2 });
    await checkInvariants(t.context.db);
    const checkout = replies.find(({ statusCode }) => statusCode === 200)!.json<CheckoutReply>();
    await pay(t, checkout);
    await place(t, checkout.paymentIntentId);
    expect(await slot()).toMatchObject({ held: 1, booked: 1 });
    expect((await look(token)).json().state).toBe('used');
    expect(await ring()).toMatchObject({ rung: 0 });
  });

  test('works only with our secret', async () => {
    const token = await anaIsRung();
    const forged = `${token.split('.')[0]}.${'x'.repeat(32)}`;
    expect((await look(forged)).statusCode).toBe(404);
    expect((await giveUp(forged)).statusCode).toBe(404);
    const reply = await checkOutWith(await basketOf('mallory@example.com'), forged);
    expect(reply.json().code).toBe('slot_full');
    expect((await bells())[0]).toMatchObject({ state: 'rung' });
  });

  test('keeps the place when the basket changes, also over a time without it', async () => {
    const token = await anaIsRung();
    const cartKey = crypto.randomUUID();
    const basket = await basketOf('ana@example.com', { cartKey });
    expect((await checkOutWith(basket, token)).statusCode).toBe(200);
    const elsewhere = await basketOf('ana@example.com', {
      cartKey,
      orderItems: basket.orderItems.map((item) => ({ ...item, deliveryWindow: EVENING })),
    });
    expect((await checkOutWith(elsewhere, token)).statusCode).toBe(200);
    expect((await bells())[0]).toMatchObject({ state: 'rung', checkoutId: null });
    await checkInvariants(t.context.db);
    const back = { ...basket, customer: { ...basket.customer, specialInstructions: 'Ring' } };
    expect((await checkOutWith(back, token)).statusCode).toBe(200);
    expect((await bells())[0]).toMatchObject({ state: 'taken' });
    await checkInvariants(t.context.db);
  });

  test('passes the place on when its checkout ends unpaid after its time', async () => {
    const token = await anaIsRung();
    t.advanceMinutes(10);
    await checkOutWith(await basketOf('ana@example.com'), token);
    t.advanceMinutes(16);
    await expireCheckouts(t.context);
    await ring();
    expect((await bells()).map(({ state }) => state)).toEqual(['lapsed', 'rung']);
    expect(await told()).toEqual(['ana@example.com', 'ben@example.com']);
    await checkInvariants(t.context.db);
  });

  test('is not refused because the network holds other places of the window', async () => {
    const limited = { ...t.context, throttle: true };
    const token = await anaIsRung();
    const orderData = await basketOf('ana@example.com');
    const request = { amount: Number(orderData.total), orderData };
    const ip = { ip: '127.0.0.1' };
    await expect(createPaymentIntent(limited, request, ip)).rejects.toThrow('on your network');
    await expect(
      createPaymentIntent(limited, { ...request, bell: token }, ip),
    ).resolves.toBeDefined();
  });
});

test('fifty bells are rung in order as places come free one by one, whatever buyers do at the same time', async () => {
  await aFullWindow(2);
  const people = Array.from({ length: 50 }, (_, index) => `p${index}@example.com`);
  for (const email of people) await ask(email);
  const basket = await basketOf('buyer@example.com');
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      addPlaces(1),
      ...Array.from({ length: 4 }, () => ring()),
      ...Array.from({ length: 3 }, () => checkOutWith({ ...basket, cartKey: crypto.randomUUID() })),
    ]);
    const { held, booked, maxDeliveries } = await slot();
    expect(held + booked).toBeLessThanOrEqual(maxDeliveries);
  }
  await ring();
  const rung = await told();
  expect(rung).toEqual(people.slice(0, rung.length));
  const { held, maxDeliveries } = await slot();
  expect(held).toBe(maxDeliveries);
  await checkInvariants(t.context.db);
  // All of them use their places at once, each two times.
  const tokens = await Promise.all(rung.map(tokenOf));
  const replies = await Promise.all(
    [...tokens, ...tokens].map((token) =>
      checkOutWith({ ...basket, cartKey: crypto.randomUUID() }, token),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(rung.length);
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  expect((await slot()).held).toBe(maxDeliveries);
  await checkInvariants(t.context.db);
});

test('staff see who waits and what is offered', async () => {
  await aFullWindow();
  for (const name of ['ana', 'ben', 'cat', 'dan']) await ask(`${name}@example.com`);
  await addPlaces(1);
  await ring();
  const reply = await t.app.inject({
    url: `/api/admin/delivery-slots?from=${day(0)}&to=${day(0)}`,
    headers: { cookie },
  });
  expect(reply.json<SlotReply[]>()).toMatchObject([
    { timeSlot: NOON, held: 2, bells: { waiting: 3, rung: 1 } },
  ]);
});

test('erasing a customer takes their bells and frees what was held for them', async () => {
  await aFullWindow();
  await ask('ana@example.com');
  await addPlaces(1);
  await ring();
  await eraseCustomer(t.context, null, 'ANA@example.com');
  expect(await bells()).toEqual([]);
  expect(await slot()).toMatchObject({ held: 1 });
  const [left] = await t.context.db
    .select({ recipient: messages.recipient })
    .from(messages)
    .where(and(eq(messages.kind, 'slot_bell')));
  expect(left).toEqual({ recipient: '' });
  await checkInvariants(t.context.db);
});

test('an order for another day leaves the place held', async () => {
  await aFullWindow();
  await ask('ana@example.com');
  await addPlaces(1);
  await ring();
  const lunch = menu.find(({ mealType }) => mealType === 'lunch')!;
  const orderItems = [anItem(lunch, { mealDate: day(1), deliveryDate: day(1) })];
  const basket = await basketOf('ana@example.com', { orderItems });
  expect((await checkOutWith(basket, await tokenOf('ana@example.com'))).statusCode).toBe(200);
  expect((await bells())[0]).toMatchObject({ state: 'rung' });
});
