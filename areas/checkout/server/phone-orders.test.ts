/** Orders that staff take on the phone: held for the caller, paid by a link, given back if not. */
import { and, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import type { TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { purgeUnpaidCheckouts } from '#areas/checkout/server/end-checkout.ts';
import { remindPhoneOrders } from '#areas/checkout/server/write-phone-order.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages, textRefusals } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { rotateSecret } from '#areas/office/server/rotate-keys.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import {
  aCall,
  anOpenedPayment,
  aPhoneOrder,
  openPayment,
  payPage,
  send,
  tokenIn,
} from '#quality/support/a-phone-order.ts';
import {
  A_CUSTOMER,
  anItem,
  checkOut,
  day,
  DECLINED_CARD,
  menuOf,
  pay,
  place,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { silentGateway } from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let clerk: StaffClient;
let gateway: Gateway;

beforeAll(async () => {
  t = await startTestApp();
  clerk = await aStaffClient(t, { role: 'phone' });
  gateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(messages);
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
});

const firstSlot = async () =>
  (
    await t.context.db
      .select()
      .from(deliverySlots)
      .where(eq(deliverySlots.date, day(0)))
  )[0];

const kindsSent = async () =>
  (await t.context.db.select().from(messages).orderBy(messages.id)).map(
    ({ kind, channel }) => `${kind} by ${channel}`,
  );

const listed = async () =>
  (await clerk.get('/api/admin/phone-orders')).json<{ phoneOrders: PhoneOrderReply[] }>()
    .phoneOrders;

const cancel = (id: string, body: object = {}) =>
  clerk.post(`/api/admin/phone-orders/${id}/cancel`, body);

async function payByLink(token: string) {
  const opened = await anOpenedPayment(t, token);
  await pay(t, opened);
  return place(t, opened.paymentIntentId);
}

const textOf = async (kind: string) => {
  const [found] = await t.context.db
    .select()
    .from(messages)
    .where(and(like(messages.dedupeKey, `${kind}:%`), eq(messages.channel, 'email')));
  return found?.mail?.text ?? '';
};

describe('taking an order', () => {
  test('holds its places for two hours, says who took it, and writes the link by email and text', async () => {
    const taken = await aPhoneOrder(t, clerk);
    expect(taken).toMatchObject({
      state: 'waiting',
      takenBy: clerk.staff.email,
      takenAt: '2026-01-07T02:00:00.000Z',
      heldUntil: '2026-01-07T04:00:00.000Z',
      remindedAt: null,
      sends: 1,
      customer: { firstName: 'Mia', email: 'mia@example.com', phone: '+61412345678' },
      meals: 1,
      deliveries: [{ date: day(0), window: '11:00-13:00' }],
      order: null,
    });
    expect(await firstSlot()).toMatchObject({ held: 1, booked: 0 });
    expect(await kindsSent()).toEqual(['phone_order_link by email', 'phone_order_link by text']);
    const [audited] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, taken.id));
    expect(audited).toMatchObject({ action: 'phone_order.take', staffEmail: clerk.staff.email });
    expect(JSON.stringify(audited)).not.toContain('mia');
    await sendMessages(t.context);
    const email = await textOf('phone_order_link');
    expect(email).toContain(taken.link);
    expect(email).toContain('2pm on Wed 7 Jan');
    expect(email).toMatch(
      /For Mia, lunch\s+(?:Contains: |No declared allergens|Allergens: ask us)/,
    );
    await sendTexts(t.context);
    const [text] = await t.context.db.select().from(messages).where(eq(messages.channel, 'text'));
    expect(text?.textMessage?.body).toContain(`by 2pm on Wed 7 Jan`);
    expect(text?.textMessage?.body).toContain(taken.link);
    expect(text?.textMessage?.body.length).toBeLessThanOrEqual(160);
  });

  test('sends no text when none is wanted, to a landline, or to someone who refused them', async () => {
    await send(clerk, await aCall(t), 'email');
    const landline = { ...A_CUSTOMER, phone: '07 3555 0164' };
    await send(clerk, await aCall(t, { customer: landline }));
    await t.context.db
      .insert(textRefusals)
      .values({ phone: '+61412345678', reason: 'stopped', at: new Date(t.context.clock()) });
    await send(clerk, await aCall(t));
    await t.context.db.delete(textRefusals);
    expect(await kindsSent()).toEqual(Array(3).fill('phone_order_link by email'));
  });

  test('is done once, however often it is clicked', async () => {
    const call = await aCall(t);
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(clerk, call)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map((reply) => reply.json<PhoneOrderReply>().id)).size).toBe(1);
    expect((await send(clerk, call)).statusCode).toBe(200);
    expect(await listed()).toHaveLength(1);
    expect(await kindsSent()).toHaveLength(2);
    expect(await firstSlot()).toMatchObject({ held: 1 });
  });

  test('again with the same basket changed replaces it in silence, and the first link is dead', async () => {
    const call = await aCall(t);
    const first = (await send(clerk, call)).json<PhoneOrderReply>();
    const changed = { ...call, customer: { ...call.customer, firstName: 'Maya' } };
    const second = (await send(clerk, changed)).json<PhoneOrderReply>();
    expect(second.id).not.toBe(first.id);
    expect(await payPage(t, tokenIn(first.link ?? ''))).toMatchObject({ state: 'cancelled' });
    expect(await firstSlot()).toMatchObject({ held: 1 });
    expect(await kindsSent()).not.toContain('phone_order_cancelled by email');
  });

  test('refuses what a customer would be refused, and holds nothing', async () => {
    const call = await aCall(t);
    const dearer = await send(clerk, { ...call, total: '1.00' });
    expect(dearer.json()).toMatchObject({ code: 'quote_changed' });
    const nowhere = await send(clerk, {
      ...call,
      customer: { ...A_CUSTOMER, address: '1 Far Away Road, Hobart' },
    });
    expect(nowhere.statusCode).toBe(400);
    expect(Object.keys(nowhere.json<{ fields: object }>().fields)).toEqual([
      'orderData.customer.address',
    ]);
    t.setNow('2026-01-11T07:00:00Z');
    expect((await send(clerk, call)).json()).toMatchObject({ code: 'past_cutoff' });
    expect(await listed()).toEqual([]);
    expect(await kindsSent()).toEqual([]);
  });

  test('shortly before the cutoff holds its places for the minutes of grace, without a reminder', async () => {
    t.setNow('2026-01-11T06:55:00Z');
    const taken = await aPhoneOrder(t, clerk);
    expect(taken.heldUntil).toBe('2026-01-11T07:10:00.000Z');
    t.setNow('2026-01-11T07:08:00Z');
    expect(await remindPhoneOrders(t.context)).toBe(0);
    expect((await payByLink(taken.token)).statusCode).toBe(200);
  });

  test('needs no answer of the card provider', async () => {
    t.context.gateway = await silentGateway(t);
    const { token } = await aPhoneOrder(t, clerk);
    expect((await openPayment(t, token)).statusCode).toBe(503);
    t.context.gateway = gateway;
    expect((await payByLink(token)).statusCode).toBe(200);
  });
});

describe('the link', () => {
  test('shows what was ordered, and pays for it as for any order', async () => {
    const people = [
      { name: 'Mia', calorieTarget: 1500, allergens: ['peanut' as const], diets: [], note: '' },
    ];
    const safe = (await menuOf(t)).find(
      ({ mealType, allergens }) =>
        mealType === 'lunch' && allergens && !allergens.includes('peanut'),
    )!;
    const { token, id, total } = await aPhoneOrder(t, clerk, {
      people,
      orderItems: [anItem(safe)],
    });
    expect(await payPage(t, token)).toMatchObject({
      state: 'open',
      firstName: 'Mia',
      orderNumber: null,
      order: {
        quote: { total },
        people: [{ name: 'Mia', allergens: ['peanut'] }],
        address: '12 Shore Street West, Unit 3, Cleveland 4163',
      },
    });
    const opened = await anOpenedPayment(t, token);
    expect((await pay(t, opened, DECLINED_CARD)).statusCode).toBe(402);
    const placed = await payByLink(token);
    expect(placed.statusCode).toBe(200);
    const { orderNumber } = placed.json<{ orderNumber: string }>();
    const [row] = await t.context.db.select().from(orders).where(eq(orders.checkoutId, id));
    expect(row).toMatchObject({ number: orderNumber, status: 'confirmed' });
    expect(await t.context.db.$count(payments)).toBe(1);
    expect(await listed()).toMatchObject([
      { state: 'paid', link: null, order: { id: row!.id, orderNumber } },
    ]);
    expect(await clerk.order(row!.id)).toMatchObject({ takenOnPhoneBy: clerk.staff.email });
    const timeline = (
      await clerk.get(`/api/admin/orders/${row!.id}/timeline`)
    ).json<TimelineReply>();
    const taken = timeline.entries.find(
      (entry) => entry.kind === 'change' && entry.change.action === 'phone_order.take',
    );
    expect(taken).toMatchObject({ change: { staffEmail: clerk.staff.email } });
    const sent = timeline.entries.filter(({ kind }) => kind === 'message');
    expect(sent).toHaveLength(3);
  });

  test('of an order for someone else shows whom it is for, and so does taking it up again', async () => {
    const recipient = {
      firstName: 'Ruth',
      lastName: 'Okafor',
      phone: '+61498765432',
      isGift: true,
      message: 'Happy birthday',
      news: 'both' as const,
      namesPayer: true,
    };
    const { token, id } = await aPhoneOrder(t, clerk, { recipient });
    expect(await payPage(t, token)).toMatchObject({ order: { recipient } });
    expect((await clerk.get(`/api/admin/phone-orders/${id}`)).json()).toMatchObject({
      orderData: { recipient },
    });
    await sendMessages(t.context);
    const email = await textOf('phone_order_link');
    expect(email).toContain('Ruth Okafor, 0498 765 432');
    expect(email).toContain('On the card: Happy birthday');
    expect((await payByLink(token)).statusCode).toBe(200);
    const [row] = await t.context.db.select().from(orders).where(eq(orders.checkoutId, id));
    expect(await clerk.order(row!.id)).toMatchObject({ recipient });
  });

  test('after paying says so without the order and without its other link', async () => {
    const { token } = await aPhoneOrder(t, clerk);
    const { trackingToken, orderNumber } = (await payByLink(token)).json<{
      trackingToken: string;
      orderNumber: string;
    }>();
    const page = await payPage(t, token);
    expect(page).toMatchObject({ state: 'paid', orderNumber, order: null });
    expect(JSON.stringify(page)).not.toContain(trackingToken);
    expect((await openPayment(t, token)).json()).toMatchObject({ code: 'already_paid' });
  });

  test('that is made up, or of another purpose, opens nothing', async () => {
    const { token, id } = await aPhoneOrder(t, clerk);
    const [checkout] = await t.context.db.select().from(checkouts).where(eq(checkouts.id, id));
    for (const forged of ['nobody', `${token}x`, token.toLowerCase(), id, checkout!.cartKey]) {
      expect((await t.app.inject(`/api/pay/${forged}`)).statusCode, forged).toBe(404);
      expect((await openPayment(t, forged)).statusCode, forged).toBe(404);
    }
    expect((await t.app.inject(`/api/orders/track/${token}`)).statusCode).toBe(404);
  });

  test('shared between two who pay at once is charged once', async () => {
    const { token, id } = await aPhoneOrder(t, clerk);
    const [his, hers] = await Promise.all([anOpenedPayment(t, token), anOpenedPayment(t, token)]);
    expect(his.paymentIntentId).toBe(hers.paymentIntentId);
    await Promise.all([pay(t, his), pay(t, hers)]);
    await Promise.all([place(t, his.paymentIntentId), place(t, hers.paymentIntentId)]);
    expect(await t.context.db.$count(orders, eq(orders.checkoutId, id))).toBe(1);
  });

  test('is not for anyone who knows the key of its basket', async () => {
    const call = await aCall(t);
    const { id } = (await send(clerk, call)).json<PhoneOrderReply>();
    const stranger = { ...call, customer: { ...call.customer, email: 'eve@example.com' } };
    for (const order of [call, stranger]) {
      const refused = await checkOut(t, order);
      expect(refused.json()).toMatchObject({ code: 'payment_in_progress' });
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    expect(await listed()).toMatchObject([{ id, state: 'waiting' }]);
    await payByLink(tokenIn((await listed())[0]!.link ?? ''));
    const afterwards = await checkOut(t, call);
    expect(afterwards.json()).toMatchObject({ code: 'payment_in_progress' });
    expect(afterwards.headers['set-cookie']).toBeUndefined();
  });

  test('does not replace what someone is paying online with the same key', async () => {
    const call = await aCall(t);
    await checkOut(t, call);
    expect((await send(clerk, call)).json()).toMatchObject({ code: 'payment_in_progress' });
  });

  test('changes with the secret, and the old one is dead', async () => {
    const { token } = await aPhoneOrder(t, clerk);
    const { trackingSecret } = t.context;
    await rotateSecret(t.context, 'tracking');
    expect((await t.app.inject(`/api/pay/${token}`)).statusCode).toBe(404);
    expect(trackingSecret).toBe(t.context.trackingSecret);
  });
});

describe('the reminder', () => {
  test('goes once, when half of the time is over', async () => {
    const { id } = await aPhoneOrder(t, clerk);
    t.advanceMinutes(59);
    expect(await remindPhoneOrders(t.context)).toBe(0);
    t.advanceMinutes(1);
    const runs = await Promise.all([remindPhoneOrders(t.context), remindPhoneOrders(t.context)]);
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await remindPhoneOrders(t.context)).toBe(0);
    expect((await kindsSent()).filter((kind) => kind.startsWith('phone_order_reminder'))).toEqual([
      'phone_order_reminder by email',
      'phone_order_reminder by text',
    ]);
    expect(await listed()).toMatchObject([{ id, state: 'reminded' }]);
    await sendMessages(t.context);
    expect(await textOf('phone_order_reminder')).toContain('2pm on Wed 7 Jan');
  });

  test('is not for who has paid, or whose order was cancelled', async () => {
    const paid = await aPhoneOrder(t, clerk);
    await payByLink(paid.token);
    const cancelled = await aPhoneOrder(t, clerk);
    await cancel(cancelled.id);
    t.advanceMinutes(61);
    expect(await remindPhoneOrders(t.context)).toBe(0);
  });

  test('that was written and not yet sent is not sent to who pays meanwhile', async () => {
    const { token } = await aPhoneOrder(t, clerk);
    t.advanceMinutes(61);
    await remindPhoneOrders(t.context);
    await payByLink(token);
    await sendMessages(t.context);
    expect(await textOf('phone_order_reminder')).toBe('');
    expect(await textOf('order_confirmation')).not.toBe('');
  });
});

describe('an order that is not paid', () => {
  test('gives its places back once the payment is cancelled, tells the caller once, and shows on Today until seen', async () => {
    const { id, token } = await aPhoneOrder(t, clerk);
    const opened = await anOpenedPayment(t, token);
    await sendMessages(t.context);
    t.advanceMinutes(121);
    expect((await openPayment(t, token)).json()).toMatchObject({ code: 'hold_ended' });
    expect(await firstSlot()).toMatchObject({ held: 1 });
    await Promise.all([expireCheckouts(t.context), expireCheckouts(t.context)]);
    await expireCheckouts(t.context);
    expect(await firstSlot()).toMatchObject({ held: 0, booked: 0 });
    const intent = await t.context.gateway.retrieveIntent(opened.paymentIntentId);
    expect(intent?.status).toBe('canceled');
    await sendMessages(t.context);
    expect(await textOf('phone_order_expired')).toContain('Nothing was charged');
    const ends = (await kindsSent()).filter((kind) => kind.startsWith('phone_order_expired'));
    expect(ends).toEqual(['phone_order_expired by email', 'phone_order_expired by text']);
    expect(await payPage(t, token)).toMatchObject({ state: 'ended', order: null });
    expect((await pay(t, opened)).statusCode).not.toBe(200);
    expect(await listed()).toMatchObject([{ id, state: 'not_paid', link: null }]);
    const today = () => clerk.today('unpaid_phone_order');
    expect(await today()).toMatchObject([{ title: 'Mia Nguyễn did not pay a phone order' }]);
    const seen = await clerk.post(`/api/admin/phone-orders/${id}/seen`);
    expect(seen.json<PhoneOrderReply>().seenAt).not.toBeNull();
    expect(await today()).toEqual([]);
  });

  test('keeps its places while the card provider is silent', async () => {
    const { token } = await aPhoneOrder(t, clerk);
    await anOpenedPayment(t, token);
    t.advanceMinutes(121);
    t.context.gateway = await silentGateway(t);
    await expireCheckouts(t.context);
    expect(await firstSlot()).toMatchObject({ held: 1 });
    expect(await payPage(t, token)).toMatchObject({ state: 'ended' });
    expect(await kindsSent()).not.toContain('phone_order_expired by email');
    t.context.gateway = gateway;
    await expireCheckouts(t.context);
    expect(await firstSlot()).toMatchObject({ held: 0 });
  });

  test('that was paid in the last moment is an order, and nobody is told otherwise', async () => {
    const { token } = await aPhoneOrder(t, clerk);
    const opened = await anOpenedPayment(t, token);
    t.advanceMinutes(121);
    await pay(t, opened);
    await Promise.all([
      expireCheckouts(t.context),
      settlePayment(t.context, opened.paymentIntentId),
    ]);
    expect(await listed()).toMatchObject([{ state: 'paid' }]);
    expect(await firstSlot()).toMatchObject({ held: 0, booked: 1 });
    expect(await kindsSent()).not.toContain('phone_order_expired by email');
  });

  test('can be taken up again: it says what was ordered', async () => {
    const { id } = await aPhoneOrder(t, clerk);
    t.advanceMinutes(121);
    await expireCheckouts(t.context);
    const again = await clerk.get(`/api/admin/phone-orders/${id}`);
    expect(again.json()).toMatchObject({
      orderData: {
        customer: { address: '12 Shore Street West, Unit 3, Cleveland' },
        orderItems: [{ personName: 'Mia', mealDate: day(0), deliveryWindow: '11:00-13:00' }],
      },
    });
  });

  test('is forgotten after a week, and its link with it', async () => {
    const { id, token } = await aPhoneOrder(t, clerk);
    t.advanceMinutes(121);
    await expireCheckouts(t.context);
    t.advanceMinutes(8 * 24 * 60);
    await purgeUnpaidCheckouts(t.context);
    expect(await listed()).toEqual([]);
    expect((await t.app.inject(`/api/pay/${token}`)).statusCode).toBe(404);
    expect((await clerk.get(`/api/admin/phone-orders/${id}`)).statusCode).toBe(404);
  });
});

describe('cancelling', () => {
  test('frees the places once the payment is cancelled, and tells the caller', async () => {
    const { id, token } = await aPhoneOrder(t, clerk);
    const opened = await anOpenedPayment(t, token);
    expect((await cancel(id)).json()).toMatchObject({
      state: 'cancelled',
      cancelledBy: clerk.staff.email,
      link: null,
    });
    expect((await cancel(id)).json()).toMatchObject({ state: 'cancelled' });
    expect(await firstSlot()).toMatchObject({ held: 0 });
    expect((await pay(t, opened)).statusCode).not.toBe(200);
    await sendMessages(t.context);
    expect(await textOf('phone_order_cancelled')).toContain('Nothing was charged');
    expect(await textOf('phone_order_link')).toBe('');
    expect(await payPage(t, token)).toMatchObject({ state: 'cancelled', order: null });
    expect((await openPayment(t, token)).json()).toMatchObject({ code: 'order_cancelled' });
  });

  test('tells nobody when the caller knows', async () => {
    const { id } = await aPhoneOrder(t, clerk);
    await cancel(id, { notify: false });
    expect(await kindsSent()).not.toContain('phone_order_cancelled by email');
  });

  test('while the customer pays: one of both wins, and all agree on which', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await aPhoneOrder(t, clerk);
      const opened = await anOpenedPayment(t, token);
      const [paid, cancelled] = await Promise.all([pay(t, opened), cancel(id)]);
      await settlePayment(t.context, opened.paymentIntentId).catch(() => {});
      const isPaid = paid.statusCode === 200;
      expect(cancelled.statusCode).toBe(isPaid ? 409 : 200);
      const [found] = (await listed()).filter((each) => each.id === id);
      expect(found?.state).toBe(isPaid ? 'paid' : 'cancelled');
    }
  });

  test('while the card provider is silent is finished later', async () => {
    const { id, token } = await aPhoneOrder(t, clerk);
    await anOpenedPayment(t, token);
    t.context.gateway = await silentGateway(t);
    expect((await cancel(id)).statusCode).toBe(503);
    expect(await listed()).toMatchObject([{ state: 'ending' }]);
    expect(await payPage(t, token)).toMatchObject({ state: 'cancelled' });
    t.context.gateway = gateway;
    await expireCheckouts(t.context);
    expect(await listed()).toMatchObject([{ state: 'cancelled' }]);
    expect(await kindsSent()).toContain('phone_order_cancelled by email');
  });

  test('is refused once it is paid or over', async () => {
    const paid = await aPhoneOrder(t, clerk);
    await payByLink(paid.token);
    expect((await cancel(paid.id)).json()).toMatchObject({ code: 'already_paid' });
    const over = await aPhoneOrder(t, clerk);
    t.advanceMinutes(121);
    await expireCheckouts(t.context);
    expect((await cancel(over.id)).json()).toMatchObject({ code: 'not_open' });
  });
});

describe('sending again', () => {
  const again = (id: string, sends: number) =>
    clerk.post(`/api/admin/phone-orders/${id}/send`, { sends });

  test('writes one more link, however often it is clicked', async () => {
    const { id } = await aPhoneOrder(t, clerk);
    await Promise.all([again(id, 1), again(id, 1), again(id, 1)]);
    expect(await listed()).toMatchObject([{ sends: 2 }]);
    expect(await kindsSent()).toEqual([
      'phone_order_link by email',
      'phone_order_link by text',
      'phone_order_link by email',
      'phone_order_link by text',
    ]);
  });

  test('is refused when it can no longer be paid', async () => {
    const { id } = await aPhoneOrder(t, clerk);
    t.advanceMinutes(120);
    expect((await again(id, 1)).json()).toMatchObject({ code: 'not_open' });
  });
});

test('a kitchen may hold for a quarter of an hour, or for two days', async () => {
  const quarter = await startTestApp({ business: { phoneHoldMinutes: 15 } });
  const taken = await aPhoneOrder(quarter, await aStaffClient(quarter));
  expect(taken.heldUntil).toBe('2026-01-07T02:15:00.000Z');
  await quarter.close();
});
