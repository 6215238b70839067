import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { remindToOrder } from './order-again.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** Wednesday noon in Brisbane; the order is for the week from Tue 13 Jan, which closes on Sunday at 5pm. */
const ORDERED = '2026-01-07T02:00:00Z';
const A_WEEK_LATER = '2026-01-14T02:00:00Z';

let t: TestApp;
let office: StaffClient;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
  menu = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.delete(orderReminders);
  await t.clearOrders();
  t.setNow(ORDERED);
});

async function anOrderAt(change: Parameters<typeof aPaidOrder>[1] = {}) {
  const order = await aPaidOrder(t, change);
  return { ...order, token: await trackingTokenOf(t, order.id) };
}

const look = async (token: string) => t.app.inject(`/api/orders/track/${token}/again`);
const ask = (token: string, isAsked = true) =>
  t.app.inject({ method: 'PUT', url: `/api/orders/track/${token}/reminder`, body: { isAsked } });
const reminders = () =>
  t.context.db.select().from(messages).where(eq(messages.kind, 'reorder_reminder'));

/** What has reached the mailbox, or is kept for it. */
async function sent() {
  await remindToOrder(t.context);
  await sendMessages(t.context);
  return (await reminders()).filter(({ state }) => state === 'kept' || state === 'sent');
}

describe('ordering again', () => {
  test('takes people with their plans and needs, meals, windows and address; contact details stay veiled', async () => {
    const lunch = menu.find((meal) => meal.mealType === 'lunch' && meal.allergens?.length === 0)!;
    const { token, orderNumber } = await anOrderAt({
      orderItems: [anItem(lunch), anItem(lunch)],
      people: [{ name: 'Mia', calorieTarget: 1800, allergens: ['cashew'], note: 'No mushrooms' }],
    });
    const reply = await look(token);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json()).toMatchObject({
      orderNumber,
      placedOn: '2026-01-07',
      customer: {
        firstName: 'Mia',
        lastName: 'Nguyễn',
        email: 'm…@example.com',
        phone: '… 678',
        addressLine1: '12 Shore Street West',
        addressLine2: 'Unit 3',
        suburb: 'Cleveland',
      },
      deliveryType: 'weekly',
      people: [{ name: 'Mia', calorieTarget: 1800, allergens: ['cashew'], note: 'No mushrooms' }],
      items: [
        { personName: 'Mia', mealId: lunch.id, mealName: lunch.name, mealDate: day(0) },
        { personName: 'Mia', mealId: lunch.id, deliveryWindow: '11:00-13:00' },
      ],
      reminder: { isAsked: false, canAsk: true, at: '2026-01-14T02:00:00.000Z' },
    });
    expect(reply.body).not.toMatch(/mia@example|412345|0412/);
  });

  test('a link that is nobody’s answers as the tracking page does', async () => {
    expect((await look('nobody')).statusCode).toBe(404);
    expect((await ask('nobody')).statusCode).toBe(404);
  });

  test('the new order goes to the contact of the one behind the link, which the browser never reads', async () => {
    const { token } = await anOrderAt();
    const customer = { ...A_CUSTOMER, email: '', phone: '' };
    const orderData = await priced(t, { ...anOrder(menu), customer, contactOf: token });
    const checkout = (await checkOut(t, orderData)).json();
    expect(JSON.stringify(checkout)).not.toContain('mia@example.com');
    await pay(t, checkout);
    const { orderNumber } = (await place(t, checkout.paymentIntentId)).json();
    const [row] = await t.context.db.select().from(orders).where(eq(orders.number, orderNumber));
    expect(row).toMatchObject({ email: 'mia@example.com', phone: '+61412345678' });
  });

  test.each([
    ['an unknown link', 'nobody', ['orderData.customer.email', 'orderData.customer.phone']],
    ['no link', undefined, ['orderData.customer.email', 'orderData.customer.phone']],
  ])('%s gives no contact', async (_, contactOf, fields) => {
    const customer = { ...A_CUSTOMER, email: '', phone: '' };
    const orderData = { ...anOrder(menu), customer, ...(contactOf && { contactOf }) };
    const reply = await t.app.inject({ method: 'POST', url: '/api/quote', body: { orderData } });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual(fields);
  });
});

describe('the reminder', () => {
  test('is never sent unasked', async () => {
    await anOrderAt();
    t.setNow(A_WEEK_LATER);
    expect(await sent()).toEqual([]);
  });

  test('goes once, a week later, with the way to the order and one tap to stop', async () => {
    const { token, id } = await anOrderAt();
    expect((await ask(token)).json()).toMatchObject({ isAsked: true, canAsk: true });
    t.setNow('2026-01-14T01:59:00Z');
    expect(await sent()).toEqual([]);
    t.setNow(A_WEEK_LATER);
    await Promise.all([remindToOrder(t.context), remindToOrder(t.context)]);
    const [email, ...others] = await sent();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ orderId: id, recipient: 'mia@example.com' });
    expect(email?.mail?.text).toContain('until 5pm on Sun 18 Jan 2026');
    expect(email?.mail?.html).toContain(`/track/${token}#again`);
    expect(email?.mail?.headers['List-Unsubscribe']).toContain('/api/orders/reminders/unsubscribe');
    t.setNow('2026-01-15T02:00:00Z');
    expect(await sent()).toHaveLength(1);
    expect((await look(token)).json().reminder).toMatchObject({ canAsk: false });
    expect((await ask(token)).json()).toMatchObject({ code: 'reminder_over' });
  });

  test('waits for the new week, for the morning, and is dropped once that week is about to close', async () => {
    // After the cutoff of Sun 4 Jan: the order is for the week from the 13th; a week later that week is still open.
    const { token } = await anOrderAt();
    await ask(token);
    for (const [now, count] of [
      ['2026-01-11T06:59:59Z', 0],
      ['2026-01-14T11:00:00Z', 0],
      ['2026-01-18T01:00:00Z', 0],
      ['2026-01-21T02:00:00Z', 0],
      ['2026-01-18T00:59:59Z', 1],
    ] as const) {
      t.setNow(now);
      expect(await sent(), now).toHaveLength(count);
    }
  });

  test('a mail server that was down until the week had closed sends none', async () => {
    const { token } = await anOrderAt();
    await ask(token);
    t.setNow('2026-01-18T00:59:59Z');
    await remindToOrder(t.context);
    t.setNow('2026-01-18T07:00:00Z');
    await sendMessages(t.context);
    expect(await reminders()).toMatchObject([{ state: 'withdrawn' }]);
  });

  test.each([
    ['before it is written', false],
    ['when it is written already', true],
  ])('a cancelled order sends none, cancelled %s', async (_, isWritten) => {
    const { token, id } = await anOrderAt();
    await ask(token);
    t.setNow(A_WEEK_LATER);
    if (isWritten) await remindToOrder(t.context);
    await office.delete(`/api/admin/orders/${id}?refund=none`);
    expect(await sent()).toEqual([]);
    expect((await ask(token)).statusCode).toBe(409);
  });

  test.each([
    ['before it is written', false],
    ['when it is written already', true],
  ])('unticked %s, none is sent', async (_, isWritten) => {
    const { token } = await anOrderAt();
    await ask(token);
    t.setNow(A_WEEK_LATER);
    if (isWritten) await remindToOrder(t.context);
    expect((await ask(token, false)).json()).toMatchObject({ isAsked: false });
    expect(await sent()).toEqual([]);
  });

  test('who has ordered for the new week already is not reminded', async () => {
    const { token } = await anOrderAt();
    await ask(token);
    t.setNow(A_WEEK_LATER);
    const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
    await aPaidOrder(t, {
      orderItems: [anItem(lunch, { mealDate: day(8), deliveryDate: day(8) })],
      customer: { ...A_CUSTOMER, email: 'MIA@example.com' },
    });
    expect(await sent()).toEqual([]);
  });

  test('one tap stops all that were asked for; looking at the link changes nothing', async () => {
    const { token, id } = await anOrderAt();
    await ask(token);
    const stop = linkTokenFor('stop reminders', id, t.context.trackingSecret);
    const url = `/api/orders/reminders/unsubscribe?token=${stop}`;
    expect((await t.app.inject(url)).json()).toEqual({
      email: 'm…@example.com',
      isSubscribed: true,
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const stopped = await t.app.inject({
      method: 'POST',
      url,
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.json()).toMatchObject({ isSubscribed: false });
    t.setNow(A_WEEK_LATER);
    expect(await sent()).toEqual([]);
    const ratings = linkTokenFor('stop ratings', id, t.context.trackingSecret);
    const other = await t.app.inject(`/api/orders/reminders/unsubscribe?token=${ratings}`);
    expect(other.statusCode).toBe(404);
  });

  test('is erased with the customer', async () => {
    const { token, id } = await anOrderAt();
    await ask(token);
    t.setNow('2026-02-14T02:00:00Z');
    await office.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
    await eraseCustomer(t.context, null, 'mia@example.com');
    expect(await t.context.db.$count(orderReminders)).toBe(0);
    expect((await look(token)).statusCode).toBe(404);
  });
});
