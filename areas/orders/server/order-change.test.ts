import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ChangeQuoteReply, PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { finishChanges } from './waiting-change.ts';
import { endTopUps } from './top-ups.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import {
  aPaidOrder,
  aStaffClient,
  orderThatOwes,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf, pay } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const A_SECOND_BEFORE = '2026-01-11T06:59:59Z';
const HALF_A_MINUTE_AFTER = '2026-01-11T07:00:30Z';

let t: TestApp;
let staffClient: StaffClient;
/** Lunches of three prices. */
let cheap: MealReply;
let usual: MealReply;
let dear: MealReply;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
  const lunches = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch').slice(0, 3);
  const prices = ['12.00', '15.00', '17.50'];
  for (const [index, lunch] of lunches.entries()) {
    await setPrice(lunch, prices[index] ?? '');
  }
  const menu = await menuOf(t);
  const at = (index: number) => menu.find(({ id }) => id === lunches[index]?.id) as MealReply;
  [cheap, usual, dear] = [at(0), at(1), at(2)];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

async function setPrice(meal: MealReply, price: string): Promise<void> {
  const { name, description, calories, protein, carbs, fat, mealType, isActive } = meal;
  const spec = { name, description, calories, protein, carbs, fat, mealType, isActive, price };
  const reply = await staffClient.put(`/api/meals/${meal.id}`, spec);
  expect(reply.statusCode, reply.body).toBe(200);
}
const itemOf = (meal: MealReply, change: Partial<PreparedItem> = {}) => anItem(meal, change);
async function anOrderOf(...items: PreparedItem[]) {
  const order = await aPaidOrder(t, { orderItems: items });
  return { ...order, token: await trackingTokenOf(t, order.id) };
}
const send = (token: string, what: 'quote' | 'change', body: object) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/${what}`, body });
async function quoted(token: string, body: object): Promise<ChangeQuoteReply> {
  const reply = await send(token, 'quote', body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ChangeQuoteReply>();
}
async function changed(token: string, body: object): Promise<TrackedOrderReply> {
  const reply = await send(token, 'change', body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<TrackedOrderReply>();
}
async function due(token: string, body: object): Promise<PaymentDueReply> {
  const reply = await send(token, 'change', body);
  expect(reply.statusCode, reply.body).toBe(402);
  return reply.json<PaymentDueReply>();
}
const look = async (token: string) =>
  (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>();
const mealsIn = ({ deliveries }: TrackedOrderReply) =>
  deliveries.flatMap(({ items }) => items.map(({ mealName }) => mealName));
const placesOn = async (index: number) => {
  const rows = await t.context.db
    .select()
    .from(deliverySlots)
    .where(eq(deliverySlots.date, day(index)));
  return rows.map(({ held, booked }) => ({ held, booked })).filter((row) => row.held + row.booked);
};
const emails = async () => {
  await sendMessages(t.context);
  const rows = await t.context.db.select().from(messages).orderBy(messages.id);
  return rows.filter(({ kind }) => kind === 'order_changed').map(({ mail }) => mail);
};
const states = async () =>
  (await t.context.db.select().from(orderChanges)).map(({ state }) => state);

const swapped = (was: MealReply, is: MealReply) =>
  `Mia, Tue 13 Jan lunch: ${was.name} → ${is.name}`;

describe('a swap for a cheaper meal', () => {
  test('is quoted first, then made at once, and the difference goes back by itself', async () => {
    const { token, paymentIntentId } = await anOrderOf(itemOf(dear));
    const body = { orderItems: [itemOf(usual)] };
    const quote = await quoted(token, body);
    expect(quote).toMatchObject({ difference: '-2.50', due: '0.00', back: '2.50' });
    const words = swapped(dear, usual);
    expect(quote.what).toEqual([words]);
    expect(quote).not.toHaveProperty('blocked');
    expect(mealsIn(await look(token))).toEqual([dear.name]);

    const order = await changed(token, { ...body, expectedTotal: quote.quote.total });
    expect(mealsIn(order)).toEqual([usual.name]);
    expect(order).toMatchObject({ total: quote.quote.total, owed: null });
    expect(order.refunds).toMatchObject([{ amount: '2.50', state: 'succeeded' }]);
    expect(order.changes).toMatchObject([
      { by: 'customer', what: quote.what, paid: null, refund: '2.50', isRefused: false },
    ]);
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.map(({ amount }) => amount)).toEqual([250]);
    const [email] = await emails();
    expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(email?.text).toContain('$2.50 goes back');
  });

  test('sent twice is made once', async () => {
    const { token, paymentIntentId } = await anOrderOf(itemOf(dear));
    const body = { orderItems: [itemOf(cheap)] };
    const replies = await Promise.all([1, 2, 3].map(() => send(token, 'change', body)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect((await look(token)).changes).toHaveLength(1);
  });

  test('is refused while a bank looks into the payment', async () => {
    const { token, paymentIntentId } = await anOrderOf(itemOf(dear));
    await t.context.db.execute(
      `insert into disputes (id, order_id, payment_intent_id, amount_cents, reason, status, created_at, updated_at)
       values ('dp_1', null, '${paymentIntentId}', 100, 'fraudulent', 'needs_response', now(), now())`,
    );
    const body = { orderItems: [itemOf(cheap)] };
    expect((await quoted(token, body)).blocked).toMatchObject({ code: 'dispute_open' });
    const reply = await send(token, 'change', body);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'dispute_open']);
  });
});

describe('a swap for a dearer meal', () => {
  const wish = () => ({ orderItems: [itemOf(dear)] });

  test('changes nothing until the difference is paid, and then says what was paid', async () => {
    const { id, token } = await anOrderOf(itemOf(usual));
    const quote = await quoted(token, wish());
    expect(quote).toMatchObject({ difference: '2.50', due: '2.50', back: '0.00' });
    const payment = await due(token, { ...wish(), expectedTotal: quote.quote.total });
    expect(payment).toMatchObject({ code: 'payment_due', amount: '2.50' });
    expect(mealsIn(await look(token))).toEqual([usual.name]);

    await pay(t, payment);
    const order = await changed(token, { paymentIntentId: payment.paymentIntentId });
    expect(mealsIn(order)).toEqual([dear.name]);
    expect(order).toMatchObject({ owed: null, changes: [{ paid: '2.50', what: quote.what }] });
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', warning: null });
    const again = await changed(token, { paymentIntentId: payment.paymentIntentId });
    expect(again.changes).toHaveLength(1);
    const [email] = await emails();
    expect(email?.text).toContain('You paid $2.50');
  });

  test('is made from the card provider’s event when the browser is closed', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, wish());
    await pay(t, payment);
    const told: (string | null)[] = [];
    const stopListening = t.context.changes.onWorkDue((kind) => told.push(kind));
    await settlePayment(t.context, payment.paymentIntentId);
    await expect.poll(() => told).toContain('order_changes');
    stopListening();
    expect(await finishChanges(t.context)).toEqual({ finished: 1 });
    expect(mealsIn(await look(token))).toEqual([dear.name]);
    expect(await emails()).toHaveLength(1);
    const sent = await t.context.db.select({ kind: messages.kind }).from(messages);
    expect(sent.map(({ kind }) => kind)).not.toContain('order_payment_received');
  });

  test('asked for again, has the same payment; asked for otherwise, the first can no longer be paid', async () => {
    const { token } = await anOrderOf(itemOf(cheap));
    const first = await due(token, wish());
    expect((await due(token, wish())).paymentIntentId).toBe(first.paymentIntentId);
    const other = await due(token, { orderItems: [itemOf(usual)] });
    expect(other.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await t.context.gateway.retrieveIntent(first.paymentIntentId))?.status).toBe(
      'canceled',
    );
    await pay(t, other);
    expect(mealsIn(await changed(token, { paymentIntentId: other.paymentIntentId }))).toEqual([
      usual.name,
    ]);
    expect((await states()).toSorted()).toEqual(['applied', 'ended']);
  });

  test('that nobody pays ends with its hold, and the order stays', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, wish());
    t.advanceMinutes(16);
    await endTopUps(t.context);
    await finishChanges(t.context);
    expect(await states()).toEqual(['ended']);
    const late = await send(token, 'change', { paymentIntentId: payment.paymentIntentId });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'hold_ended']);
    expect(mealsIn(await look(token))).toEqual([usual.name]);
  });

  test('that is not paid yet is asked for again', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const { paymentIntentId } = await due(token, wish());
    expect((await due(token, { paymentIntentId })).paymentIntentId).toBe(paymentIntentId);
  });

  test('keeps the price at which it was opened, whatever the menu says by then', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, wish());
    await setPrice(dear, '19.90');
    await pay(t, payment);
    const order = await changed(token, { paymentIntentId: payment.paymentIntentId });
    await setPrice(dear, '17.50');
    expect(order).toMatchObject({ subtotal: '17.50', owed: null });
  });

  test('paid after staff changed the order sends the money back and says so', async () => {
    const { id, token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, wish());
    await pay(t, payment);
    const { version, customer, orderItems } = await staffClient.order(id);
    const items = orderItems.map(({ id: item, deliveryDate, mealType }) => ({
      id: item,
      mealId: cheap.id,
      deliveryDate,
      mealType,
    }));
    const edit = await staffClient.put(`/api/admin/orders/${id}`, {
      version,
      customer,
      orderItems: items,
    });
    expect(edit.statusCode, edit.body).toBe(200);
    const reply = await send(token, 'change', { paymentIntentId: payment.paymentIntentId });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'order_changed']);
    const back = await refundsAtGateway(t, payment.paymentIntentId);
    expect(back.map(({ amount }) => amount)).toEqual([250]);
    const order = await look(token);
    expect(mealsIn(order)).toEqual([cheap.name]);
    expect(order.changes).toMatchObject([
      { by: 'us', isRefused: false },
      { by: 'customer', isRefused: true, paid: '2.50', refund: '2.50' },
    ]);
    expect((await emails()).map((email) => email?.subject)).toContainEqual(
      expect.stringMatching(/^We couldn’t change order/),
    );
  });

  test('is kept apart from what the order owes already: opening that payment ends the change', async () => {
    const { token, owed } = await orderThatOwes(t, staffClient);
    const items = (await look(token)).deliveries.flatMap(({ date, timeSlot, items: theirs }) =>
      theirs.map(({ mealId, mealType, mealDate, personName }) => ({
        mealId,
        mealType,
        mealDate,
        personName,
        deliveryDate: date,
        deliveryWindow: timeSlot,
      })),
    );
    const [lunch] = items;
    const payment = await due(token, {
      orderItems: [...items, { ...lunch, personName: 'Zoe', mealId: lunch?.mealId }],
    });
    expect(payment.amount).not.toBe(owed);
    const reply = await t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/pay` });
    expect(reply.json()).toMatchObject({ amount: owed });
    expect(await states()).toContain('ended');
    expect((await t.context.gateway.retrieveIntent(payment.paymentIntentId))?.status).toBe(
      'canceled',
    );
  });
});

describe('the cutoff', () => {
  test('a change that was opened a second before it and paid half a minute after is made', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    t.setNow(A_SECOND_BEFORE);
    const payment = await due(token, { orderItems: [itemOf(dear)] });
    t.setNow(HALF_A_MINUTE_AFTER);
    await pay(t, payment);
    expect(mealsIn(await changed(token, { paymentIntentId: payment.paymentIntentId }))).toEqual([
      dear.name,
    ]);
  });

  test('a change after it is refused, cheaper or dearer, and says whom to call', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    t.setNow(HALF_A_MINUTE_AFTER);
    for (const meal of [cheap, dear]) {
      const body = { orderItems: [itemOf(meal)] };
      expect((await quoted(token, body)).blocked).toMatchObject({ code: 'past_cutoff' });
      const reply = await send(token, 'change', body);
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'past_cutoff']);
      expect(reply.json<{ message: string }>().message).toContain('(07) 5550 0164');
    }
    const all = await send(token, 'change', { orderItems: [] });
    expect(all.json()).toMatchObject({ code: 'past_cutoff' });
  });

  test('what is cooked by the time the money arrives stays as it is, and the money goes back', async () => {
    const { id, token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, { orderItems: [itemOf(dear)] });
    const [delivery] = (await staffClient.order(id)).deliveries;
    const set = { deliveries: [{ id: delivery?.id }], status: 'cooked' };
    expect((await staffClient.post('/api/admin/deliveries/status', set)).statusCode).toBe(200);
    await pay(t, payment);
    const reply = await send(token, 'change', { paymentIntentId: payment.paymentIntentId });
    expect(reply.json()).toMatchObject({ code: 'order_changed' });
    expect(await refundsAtGateway(t, payment.paymentIntentId)).toHaveLength(1);
    expect(mealsIn(await look(token))).toEqual([usual.name]);
  });
});

describe('places', () => {
  const fill = async (index: number) => {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(index), window: '11:00-13:00', maxDeliveries: 0 });
  };
  const moved = (meal: MealReply, index: number) =>
    itemOf(meal, { deliveryDate: day(index), mealDate: day(index) });

  test('move with a delivery that goes to another day', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const order = await changed(token, { orderItems: [moved(usual, 2)] });
    expect(order.deliveries).toMatchObject([{ date: day(2) }]);
    expect(order.changes[0]?.what[0]).toMatch(/^Tue 13 Jan.* → /);
    expect([await placesOn(0), await placesOn(2)]).toEqual([[], [{ held: 0, booked: 1 }]]);
  });

  test('a full window is refused, and the order keeps its own place', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    await fill(2);
    const body = { orderItems: [moved(cheap, 2)] };
    expect((await quoted(token, body)).blocked).toMatchObject({
      code: 'slot_full',
      full: [{ date: day(2), timeSlot: '11:00-13:00' }],
    });
    const reply = await send(token, 'change', body);
    expect(reply.json()).toMatchObject({ code: 'slot_full' });
    expect(await placesOn(0)).toEqual([{ held: 0, booked: 1 }]);
  });

  test('are held while a change waits for its payment, and given back when nobody pays', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    await due(token, { orderItems: [moved(dear, 2)] });
    expect([await placesOn(0), await placesOn(2)]).toEqual([
      [{ held: 0, booked: 1 }],
      [{ held: 1, booked: 0 }],
    ]);
    t.advanceMinutes(16);
    await endTopUps(t.context);
    await finishChanges(t.context);
    expect([await placesOn(0), await placesOn(2)]).toEqual([[{ held: 0, booked: 1 }], []]);
    expect(await t.context.db.select().from(holds)).toEqual([]);
  });

  test('that were held are booked although the window was closed meanwhile', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, { orderItems: [moved(dear, 2)] });
    await t.context.db
      .update(deliverySlots)
      .set({ maxDeliveries: 0, isActive: false })
      .where(eq(deliverySlots.date, day(2)));
    await pay(t, payment);
    await changed(token, { paymentIntentId: payment.paymentIntentId });
    expect([await placesOn(0), await placesOn(2)]).toEqual([[], [{ held: 0, booked: 1 }]]);
  });

  test('the last one is sold once, to one of two orders that want it at once', async () => {
    const one = await anOrderOf(itemOf(usual));
    const two = await anOrderOf(itemOf(usual));
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(3), window: '11:00-13:00', maxDeliveries: 1 });
    const replies = await Promise.all(
      [one, two].map(({ token }) => send(token, 'change', { orderItems: [moved(usual, 3)] })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await placesOn(3)).toEqual([{ held: 0, booked: 1 }]);
  });
});

describe('several at once', () => {
  test('two tabs that change it differently end with one of the two, and books that agree', async () => {
    const { id, token } = await anOrderOf(itemOf(usual));
    const { version } = await look(token);
    const replies = await Promise.all(
      [cheap, dear].map((meal) => send(token, 'change', { version, orderItems: [itemOf(meal)] })),
    );
    for (const reply of replies) expect([200, 402, 409]).toContain(reply.statusCode);
    const waiting = replies.find(({ statusCode }) => statusCode === 402);
    if (waiting) {
      await pay(t, waiting.json<PaymentDueReply>());
      await settlePayment(t.context, waiting.json<PaymentDueReply>().paymentIntentId);
      await finishChanges(t.context);
    }
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00' });
  });

  test('a tab that shows an older version is told so', async () => {
    const { token } = await anOrderOf(itemOf(dear));
    const { version } = await look(token);
    await changed(token, { version, orderItems: [itemOf(usual)] });
    const reply = await send(token, 'change', { version, orderItems: [itemOf(cheap)] });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'order_changed']);
  });

  test('another total than expected changes nothing and quotes the new one', async () => {
    const { token } = await anOrderOf(itemOf(dear));
    const reply = await send(token, 'change', {
      orderItems: [itemOf(cheap)],
      expectedTotal: '1.00',
    });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'quote_changed', difference: '-5.50' });
    expect(mealsIn(await look(token))).toEqual([dear.name]);
  });

  test('is finished once by browser, event and job at the same time', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const payment = await due(token, { orderItems: [itemOf(dear)] });
    await pay(t, payment);
    const { paymentIntentId } = payment;
    await Promise.all([
      send(token, 'change', { paymentIntentId }),
      send(token, 'change', { paymentIntentId }),
      settlePayment({ ...t.context }, paymentIntentId).then(() => finishChanges(t.context)),
    ]);
    expect((await look(token)).changes).toHaveLength(1);
    expect(await states()).toEqual(['applied']);
  });
});

describe('people, and the whole order', () => {
  test('one person is cancelled with their meals, and their fee goes back', async () => {
    const { token, paymentIntentId } = await anOrderOf(
      itemOf(usual),
      itemOf(cheap, { personName: 'Ben' }),
    );
    const order = await changed(token, { orderItems: [itemOf(usual)] });
    expect(order.changes).toMatchObject([{ what: ['Ben taken off: 1 lunch'], refund: '17.99' }]);
    expect((await refundsAtGateway(t, paymentIntentId)).map(({ amount }) => amount)).toEqual([
      1799,
    ]);
  });

  test('without any meal the order is cancelled and all of its money goes back', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const { total } = await look(token);
    expect(await quoted(token, { orderItems: [] })).toMatchObject({
      difference: `-${total}`,
      what: ['order cancelled'],
    });
    const order = await changed(token, { orderItems: [], expectedTotal: '0.00' });
    expect(order).toMatchObject({ status: 'cancelled', refunds: [{ amount: total }] });
    expect(await placesOn(0)).toEqual([]);
  });

  test('a new address must be in a served suburb, and an email address stays', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const order = await changed(token, { customer: { address: '7 Bay Street, Wellington Point' } });
    expect(order.address).toContain('Wellington Point');
    expect(order.changes).toMatchObject([{ what: ['new address'], paid: null, refund: null }]);
    for (const [customer, field] of [
      [{ address: '7 Queen Street, Melbourne' }, 'customer.address'],
      [{ email: 'else@example.com' }, 'customer.email'],
    ] as const) {
      const reply = await send(token, 'change', { customer });
      expect(reply.statusCode).toBe(400);
      expect(reply.json<{ fields: object }>().fields).toHaveProperty([field]);
    }
  });

  test('an allergy that a meal of the order declares is refused with the clash', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const allergens = usual.allergens ?? [];
    expect(allergens.length).toBeGreaterThan(0);
    const reply = await send(token, 'change', {
      people: [{ name: 'Mia', allergens: allergens.slice(0, 1) }],
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'allergen_clash' });
  });

  test('meals keep the price at which they were sold; only new ones cost today’s', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    await setPrice(usual, '16.00');
    const quote = await quoted(token, {
      orderItems: [itemOf(usual), itemOf(usual, { personName: 'Mia', mealDate: day(1) })],
    });
    await setPrice(usual, '15.00');
    expect(quote.quote.items.map(({ price }) => price)).toEqual(['15.00', '16.00']);
    expect(quote.difference).toBe('16.00');
  });

  test('a day that is not in the ordering week is refused by its field', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const far = { deliveryDate: day(9), mealDate: day(9) };
    const reply = await send(token, 'change', { orderItems: [itemOf(usual, far)] });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ fields: object }>().fields).toHaveProperty(['orderItems.0.deliveryDate']);
  });

  test('daily delivery of too few meals is refused as in the wizard', async () => {
    const { token } = await anOrderOf(itemOf(usual));
    const reply = await send(token, 'change', {
      orderItems: [itemOf(usual), itemOf(usual, { deliveryDate: day(1), mealDate: day(1) })],
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ fields: object }>().fields).toHaveProperty(['deliveryType']);
  });
});

test('staff read every change in the timeline: who, what, and what was paid', async () => {
  const { id, token } = await anOrderOf(itemOf(usual));
  const payment = await due(token, { orderItems: [itemOf(dear)] });
  await pay(t, payment);
  await changed(token, { paymentIntentId: payment.paymentIntentId });
  const { version, customer, orderItems } = await staffClient.order(id);
  const items = orderItems.map(({ id: item, deliveryDate, mealType }) => ({
    id: item,
    mealId: cheap.id,
    deliveryDate,
    mealType,
  }));
  await staffClient.put(`/api/admin/orders/${id}`, { version, customer, orderItems: items });
  const timeline = await staffClient.get(`/api/admin/orders/${id}/timeline`);
  const words = timeline
    .json<TimelineReply>()
    .entries.flatMap((entry) =>
      entry.kind === 'change' && entry.words !== null
        ? [[entry.change.staffEmail, entry.words]]
        : [],
    );
  expect(words).toEqual([
    [staffClient.staff.email, swapped(dear, cheap)],
    [null, `${swapped(usual, dear)}, $2.50 paid`],
  ]);
});

test('a stranger’s link, and another order’s payment, are answered as unknown', async () => {
  const mine = await anOrderOf(itemOf(usual));
  const theirs = await anOrderOf(itemOf(usual));
  const payment = await due(theirs.token, { orderItems: [itemOf(dear)] });
  expect((await send('somebody-elses', 'change', { orderItems: [] })).statusCode).toBe(404);
  expect((await send('somebody-elses', 'quote', {})).statusCode).toBe(404);
  const { paymentIntentId } = payment;
  expect((await send(mine.token, 'change', { paymentIntentId })).statusCode).toBe(404);
});
