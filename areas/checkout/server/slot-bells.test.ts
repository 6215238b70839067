import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { BellsReply } from '#areas/checkout/calls/slot-bells.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { askForBell, BELLS_OF_NETWORK, ringBells } from '#areas/checkout/server/bell-routes.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { A_CUSTOMER, anOpenCheckout, day, pay, place } from '#quality/support/an-order.ts';
import { aPhoneOrder } from '#quality/support/a-phone-order.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const NOON = '11:00-13:00';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
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
    body: { date: day(0), window: NOON, email, ...change },
  });

async function buy(email: string): Promise<PlacedOrderReply> {
  const { checkout } = await anOpenCheckout(t, { customer: { ...A_CUSTOMER, email } });
  await pay(t, checkout);
  return (await place(t, checkout.paymentIntentId)).json<PlacedOrderReply>();
}

/** A window with one place, which someone has bought. */
async function aFullWindow(): Promise<PlacedOrderReply> {
  await t.context.db.insert(deliverySlots).values({ date: day(0), window: NOON, maxDeliveries: 1 });
  return buy('other@example.com');
}

async function addPlaces(places: number): Promise<void> {
  await t.context.db
    .update(deliverySlots)
    .set({ maxDeliveries: sql`${deliverySlots.maxDeliveries} + ${places}` });
}

const ring = () => ringBells(t.context);
const bells = () => t.context.db.select().from(slotBells).orderBy(asc(slotBells.id));
const states = async () => (await bells()).map(({ state }) => state);
const slot = async () => (await t.context.db.select().from(deliverySlots))[0]!;
const emails = () =>
  t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'slot_bell'))
    .orderBy(asc(messages.id));
const told = async () =>
  (await emails())
    .filter(({ facts }) => !facts.bell?.isToConfirm)
    .map(({ recipient }) => recipient);
const tokenOf = async (email: string) => {
  const bell = (await bells()).find((each) => each.email === email);
  return linkTokenFor('slot bell', bell!.id, t.context.trackingSecret);
};
const look = async (token: string) =>
  t.app.inject({ url: `/api/slot-bells?token=${encodeURIComponent(token)}` });
const press = (what: 'confirm' | 'stop', token: string) =>
  t.app.inject({ method: 'POST', url: `/api/slot-bells/${what}`, body: { token } });

async function askAndConfirm(...names: string[]): Promise<void> {
  for (const name of names) {
    expect((await ask(`${name}@example.com`)).statusCode).toBe(202);
    const reply = await press('confirm', await tokenOf(`${name}@example.com`));
    expect(reply.json<BellsReply>().bells[0]?.state).toBe('confirmed');
  }
}

describe('asking', () => {
  test('answers alike whether someone asked before or not, and keeps their turn', async () => {
    await aFullWindow();
    const first = await ask('ana@example.com');
    expect(first.statusCode, first.body).toBe(202);
    await ask('ben@example.com');
    const again = await ask('Ana@Example.com');
    expect([again.statusCode, again.body]).toEqual([202, first.body]);
    expect(first.json()).toEqual({ until: '2026-01-11T07:00:00.000Z', isConfirmed: false });
    expect((await bells()).map(({ email }) => email)).toEqual([
      'ana@example.com',
      'ben@example.com',
    ]);
  });

  test.each([
    ['a day of another week', { date: day(7) }, 'date'],
    ['a day that is over', { date: '2026-01-02' }, 'date'],
    ['a window that is not offered', { window: '07:00-09:00' }, 'window'],
    ['no email', { email: 'ana' }, 'email'],
    ['a window with places', { date: day(1) }, 'window'],
  ])('for %s is refused, naming the field', async (_, change, field) => {
    await aFullWindow();
    const reply = await ask('ana@example.com', change);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await bells()).toEqual([]);
  });

  test('is refused while places are only held unpaid, and allowed where staff hold the rest for callers', async () => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: NOON, maxDeliveries: 2 });
    await anOpenCheckout(t);
    await aPhoneOrder(t, await aStaffClient(t, { role: 'phone' }));
    expect(await slot()).toMatchObject({ held: 2, booked: 0 });
    expect((await ask('ana@example.com')).json()).toMatchObject({
      fields: { window: 'There are places: order now' },
    });
    await addPlaces(-1);
    expect((await ask('ana@example.com')).statusCode).toBe(202);
  });

  test('from one network stops at a few over all windows, unconfirmed included, whatever comes at once', async () => {
    const limited = { ...t.context, throttle: true };
    await aFullWindow();
    const asked = (n: number, ip: string) =>
      askForBell(
        limited,
        { date: day(0), window: NOON, email: `p${n}@example.com` },
        { ip, door: limited.gateway },
      );
    const all = await Promise.allSettled(
      Array.from({ length: 70 }, (_, n) => asked(n, `203.0.113.${n}`)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(BELLS_OF_NETWORK);
    expect(await emails()).toHaveLength(BELLS_OF_NETWORK);
    await asked(80, '198.51.100.1');
  });
});

describe('confirming', () => {
  test('is by a button: opening the link of the email changes nothing', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    await sendMessages(t.context);
    const [sent] = await emails();
    const token = await tokenOf('ana@example.com');
    expect(sent!.mail!.subject).toBe('Confirm: tell me about Tue 13 Jan 2026, 11am-1pm');
    expect(sent!.mail!.text.replaceAll(/\s+/g, '')).toContain(`/bell/${encodeURIComponent(token)}`);
    expect((await look(token)).json()).toEqual({
      bells: [{ date: day(0), window: NOON, state: 'asked' }],
    } satisfies BellsReply);
    await addPlaces(1);
    expect(await ring()).toEqual({ told: 0, ended: 0 });
    await press('confirm', token);
    expect(await ring()).toEqual({ told: 1, ended: 0 });
  });

  test('a mailbox gets one email a day that asks, whatever strangers type, and its page confirms all', async () => {
    await t.context.db.insert(deliverySlots).values([
      { date: day(0), window: NOON, maxDeliveries: 0 },
      { date: day(1), window: NOON, maxDeliveries: 0 },
    ]);
    await Promise.all([
      ask('mia.lee@gmail.com'),
      ask('mialee+x@gmail.com', { date: day(1) }),
      ask('mialee@gmail.com', { date: day(1) }),
    ]);
    expect(await emails()).toHaveLength(1);
    const [bell] = await bells();
    await press('confirm', linkTokenFor('slot bell', bell!.id, t.context.trackingSecret));
    expect(await states()).toEqual(['confirmed', 'confirmed']);
  });

  test('who lost the email of another day gets one more', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    t.advanceMinutes(24 * 60 + 1);
    await ask('ana@example.com');
    await ask('ana@example.com');
    expect(await emails()).toHaveLength(2);
    expect(await bells()).toHaveLength(1);
  });

  test('is not needed with the tracking token of an order with that mailbox', async () => {
    const { trackingToken } = await aFullWindow();
    expect((await ask('ana@example.com', { trackingToken })).json()).toMatchObject({
      isConfirmed: false,
    });
    expect((await ask('other@example.com', { trackingToken })).json()).toMatchObject({
      isConfirmed: true,
    });
    expect(await states()).toEqual(['asked', 'confirmed']);
  });

  test('works only with our secret', async () => {
    await aFullWindow();
    await ask('ana@example.com');
    const forged = `${(await tokenOf('ana@example.com')).split('.')[0]}.${'x'.repeat(32)}`;
    expect((await look(forged)).statusCode).toBe(404);
    expect((await press('confirm', forged)).statusCode).toBe(404);
    expect((await press('stop', forged)).statusCode).toBe(404);
    expect(await states()).toEqual(['asked']);
  });
});

describe('ringing', () => {
  test('tells the first three of one free place, holds nothing, and the next after ten minutes', async () => {
    await aFullWindow();
    await askAndConfirm('ana', 'ben', 'cat', 'dan', 'eve');
    expect(await ring()).toEqual({ told: 0, ended: 0 });
    await addPlaces(1);
    expect(await ring()).toEqual({ told: 3, ended: 0 });
    expect(await ring()).toEqual({ told: 0, ended: 0 });
    expect(await slot()).toMatchObject({ held: 0, booked: 1, maxDeliveries: 2 });
    t.advanceMinutes(9);
    expect(await ring()).toEqual({ told: 0, ended: 0 });
    t.advanceMinutes(2);
    expect(await ring()).toEqual({ told: 2, ended: 0 });
    expect(await told()).toEqual(
      ['ana', 'ben', 'cat', 'dan', 'eve'].map((n) => `${n}@example.com`),
    );
    await checkInvariants(t.context.db);
  });

  test('says in its email which window, that it goes to the first to order, and where', async () => {
    await aFullWindow();
    await askAndConfirm('ana');
    await addPlaces(1);
    await ring();
    await sendMessages(t.context);
    const sent = (await emails()).at(-1)!;
    expect(sent.mail!.subject).toBe('A place came free on Tue 13 Jan 2026, 11am-1pm');
    const text = sent.mail!.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('It goes to whoever orders first');
    expect(text).toContain('/order?step=2');
  });

  test('sends nothing to anyone who ordered or gave up meanwhile', async () => {
    await aFullWindow();
    await askAndConfirm('ana', 'ben');
    await addPlaces(2);
    await ring();
    await buy('ana@example.com');
    await ring();
    await sendMessages(t.context);
    expect((await emails()).slice(-2).map(({ state }) => state)).toEqual(['withdrawn', 'kept']);
    expect(await states()).toEqual(['used', 'told']);
  });

  test('is over for anyone who does not want it any more', async () => {
    await aFullWindow();
    await askAndConfirm('ana', 'ben');
    await press('stop', await tokenOf('ana@example.com'));
    await addPlaces(1);
    expect(await ring()).toMatchObject({ told: 1 });
    expect(await told()).toEqual(['ben@example.com']);
    expect(await states()).toEqual(['over', 'told']);
  });

  test('waits while the window is closed, and rings when it opens again', async () => {
    await aFullWindow();
    await askAndConfirm('ana');
    await t.context.db.update(deliverySlots).set({ isActive: false, maxDeliveries: 2 });
    expect(await ring()).toMatchObject({ told: 0 });
    await t.context.db.update(deliverySlots).set({ isActive: true });
    expect(await ring()).toMatchObject({ told: 1 });
  });

  test('rings for a cancelled order', async () => {
    const { trackingToken } = await aFullWindow();
    await askAndConfirm('ana');
    const cancelled = await t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${trackingToken}/cancel`,
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    expect(await ring()).toMatchObject({ told: 1 });
  });

  test('ends with the cut-off of its week, and no address is kept', async () => {
    await aFullWindow();
    await askAndConfirm('ana');
    await ask('ben@example.com');
    t.setNow('2026-01-11T07:00:00Z');
    expect(await ring()).toEqual({ told: 0, ended: 2 });
    expect(await bells()).toEqual([]);
  });

  test('tells in order and nobody twice, however many processes ring at once', async () => {
    await aFullWindow();
    const names = Array.from({ length: 20 }, (_, n) => `p${n}`);
    await askAndConfirm(...names);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([addPlaces(1), ring(), ring(), ring(), ring()]);
      t.advanceMinutes(11);
    }
    const recipients = await told();
    expect(recipients).toEqual(names.slice(0, recipients.length).map((n) => `${n}@example.com`));
    expect(recipients.length).toBeGreaterThan(10);
  });
});

test('staff see who waits and who was told', async () => {
  await aFullWindow();
  await askAndConfirm('ana', 'ben', 'cat', 'dan');
  await ask('eve@example.com');
  await addPlaces(1);
  await ring();
  const reply = await (
    await aStaffClient(t)
  ).get(`/api/admin/delivery-slots?from=${day(0)}&to=${day(0)}`);
  expect(reply.json<SlotReply[]>()).toMatchObject([
    { timeSlot: NOON, held: 0, bells: { waiting: 1, told: 3 } },
  ]);
});

test('erasing a customer takes their bells', async () => {
  await aFullWindow();
  await askAndConfirm('ana');
  await addPlaces(1);
  await ring();
  await eraseCustomer(t.context, null, 'ANA@example.com');
  expect(await bells()).toEqual([]);
  expect((await emails()).map(({ recipient }) => recipient)).toEqual(['', '']);
});
