/** Money beats an unpaid hold: places that are booked once a bank has approved, and what may fail on the way. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { readSnapshot } from '#areas/checkout/server/order-snapshot.ts';
import { sealedAt } from '#areas/checkout/server/hold-bounds.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { captureApprovals } from '#areas/orders/server/top-ups.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { Unavailable } from '#platform/server/errors.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import {
  listenForAlarms,
  providerLedger,
  sendEvent,
  signedEvent,
} from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const ASKS_BANK = '4000 0025 0000 3155';
const NEVER_CAPTURED = '4000 0000 0000 9300';
const LOSES_THE_ANSWER = '4000 0000 0000 9318';
const SILENCE = () => Promise.reject(new Unavailable('payment_unavailable', 'no answer'));

let t: TestApp;
let lunch: MealReply;
let gateway: Gateway;

beforeAll(async () => {
  t = await startTestApp();
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  gateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await onePlace();
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
  const { db } = t.context;
  const slots = await db.select().from(deliverySlots);
  for (const { booked, maxDeliveries } of slots) expect(booked).toBeLessThanOrEqual(maxDeliveries);
  // Nobody is charged without an order, and nobody's order is for nothing.
  const taken = (await providerLedger(t)).payment_intents.filter((one) => one.amount_received > 0);
  expect(await db.$count(payments)).toBe(taken.length);
});

/** The window that everyone here wants has one. */
async function onePlace() {
  await t.clearOrders();
  await t.context.db.delete(deliverySlots);
  await t.context.db.insert(deliverySlots).values({
    date: day(0),
    window: DELIVERY_WINDOWS[0],
    maxDeliveries: 1,
  });
}

const buyer = (n: number): PreparedOrder['customer'] => ({
  ...A_CUSTOMER,
  email: `buyer${n}@example.com`,
  phone: `04${String(20_000_000 + n)}`,
});

async function open(n: number, change: Partial<PreparedOrder> & { onPayment?: boolean } = {}) {
  const { onPayment = true, ...order } = change;
  const orderData = await priced(t, anOrder([lunch], { customer: buyer(n), ...order }));
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { amount: Number(orderData.total), orderData, onPayment },
  });
  return { orderData, reply, checkout: reply.json<CheckoutReply>() };
}

/** One holds the only place and does not pay; another is to be booked on payment. */
async function aHolderAndABuyer() {
  const holder = await open(1);
  expect(holder.checkout).not.toHaveProperty('place');
  const buys = await open(2);
  expect(buys.reply.statusCode, buys.reply.body).toBe(200);
  return { holder, buys };
}

const statusOf = async ({ checkout }: { checkout: CheckoutReply }) =>
  (await gateway.retrieveIntent(checkout.paymentIntentId))?.status;
const placed = ({ checkout }: { checkout: CheckoutReply }) => place(t, checkout.paymentIntentId);
const slot = async () => (await t.context.db.select().from(deliverySlots))[0];
const allOrders = () => t.context.db.select().from(orders);
const told = async () => (await t.context.db.select().from(messages)).map(({ kind }) => kind);
const chooseWindow = (id: string, clientSecret: string, orderData: PreparedOrder) =>
  t.app.inject({
    method: 'POST',
    url: `/api/checkouts/${id}/windows`,
    body: { clientSecret, orderData },
  });

describe('a window whose last place is only held', () => {
  test('is still for sale: nothing is held, the card is charged only if the place is theirs', async () => {
    const { buys } = await aHolderAndABuyer();
    expect(buys.checkout).toMatchObject({
      place: 'on_payment',
      crowded: [{ date: day(0), timeSlot: DELIVERY_WINDOWS[0] }],
    });
    expect(buys.checkout.alternatives?.length).toBeGreaterThan(0);
    expect(await slot()).toMatchObject({ held: 1, booked: 0 });
  });

  test('is full for a caller that does not know of it', async () => {
    await open(1);
    const { reply } = await open(2, { onPayment: false });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'slot_full' });
  });

  test('goes to the first to pay; the hold gives way and is told so', async () => {
    const { holder, buys } = await aHolderAndABuyer();
    expect((await pay(t, buys.checkout)).json()).toMatchObject({ status: 'requires_capture' });
    const first = await placed(buys);
    expect(first.statusCode, first.body).toBe(200);
    expect((await placed(buys)).json()).toEqual(first.json());
    expect(await statusOf(buys)).toBe('succeeded');
    expect(await slot()).toMatchObject({ held: 0, booked: 1 });
    expect(await told()).toEqual(['order_confirmation']);
    expect(await statusOf(holder)).toBe('canceled');
    expect((await pay(t, holder.checkout)).statusCode).toBe(400);
    const gave = await placed(holder);
    expect(gave.json()).toMatchObject({ code: 'hold_gave_way' });
    expect(gave.statusCode).toBe(409);
  });

  test('is settled by the provider’s event, and by the clock, when the browser is closed', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    const type = 'payment_intent.amount_capturable_updated';
    const intentId = buys.checkout.paymentIntentId;
    await sendEvent(t, signedEvent(t, { id: 'evt_approved', type, intentId }));
    expect(await allOrders()).toHaveLength(1);
    await onePlace();
    const again = await aHolderAndABuyer();
    await pay(t, again.buys.checkout);
    expect(await reconcileYoung(t.context)).toMatchObject({ alarms: [] });
    expect(await allOrders()).toHaveLength(1);
    expect(await statusOf(again.buys)).toBe('succeeded');
  });

  test('is not taken from a holder who has paid meanwhile: theirs is settled, ours is gone', async () => {
    const { holder, buys } = await aHolderAndABuyer();
    await pay(t, holder.checkout);
    await pay(t, buys.checkout);
    const gone = await placed(buys);
    expect(gone.statusCode).toBe(409);
    expect(gone.json()).toMatchObject({ code: 'slot_full', approvedUntil: expect.any(String) });
    expect(await allOrders()).toMatchObject([{ email: 'buyer1@example.com' }]);
    expect(await statusOf(buys)).toBe('requires_capture');
  });

  test('a holder who is with their bank gives way last', async () => {
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 2 });
    const withBank = await open(1);
    expect((await pay(t, withBank.checkout, ASKS_BANK)).json()).toMatchObject({
      status: 'requires_action',
    });
    t.advanceMinutes(1);
    const idle = await open(3);
    const buys = await open(2);
    await pay(t, buys.checkout);
    expect((await placed(buys)).statusCode).toBe(200);
    expect(await statusOf(withBank)).toBe('requires_action');
    expect(await statusOf(idle)).toBe('canceled');
  });

  test('while the gateway is silent the hold stays, and the buyer waits', async () => {
    const { holder, buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    t.context.gateway = { ...gateway, cancelIntent: SILENCE };
    const waits = await placed(buys);
    expect(waits.statusCode).toBe(409);
    expect(waits.json()).toMatchObject({ code: 'place_pending' });
    expect(await slot()).toMatchObject({ held: 1, booked: 0 });
    t.context.gateway = gateway;
    expect((await placed(buys)).statusCode).toBe(200);
    expect(await statusOf(holder)).toBe('canceled');
  });

  test('a hold that is dropped was cancelled at the gateway first', async () => {
    const { holder, buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    const heldWhenCancelled: unknown[] = [];
    t.context.gateway = {
      ...gateway,
      cancelIntent: async (id) => {
        heldWhenCancelled.push((await slot())?.held);
        return gateway.cancelIntent(id);
      },
    };
    await placed(buys);
    expect(heldWhenCancelled).toEqual([1]);
    expect(await statusOf(holder)).toBe('canceled');
  });

  test('two buyers of the last place: one order, one uncharged', async () => {
    for (let round = 0; round < 5; round += 1) {
      await onePlace();
      await open(1);
      const two = [await open(2), await open(3)];
      await Promise.all(two.map(({ checkout }) => pay(t, checkout)));
      const replies = await Promise.all(two.map((one) => placed(one)));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(await allOrders()).toHaveLength(1);
      expect((await Promise.all(two.map((one) => statusOf(one)))).toSorted()).toEqual([
        'requires_capture',
        'succeeded',
      ]);
      for (const { checkout } of two) await gateway.cancelIntent(checkout.paymentIntentId);
    }
  });

  test('the displaced one pays in the same second: one of the two has the order', async () => {
    const { holder, buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    await Promise.all([placed(buys), pay(t, holder.checkout)]);
    await Promise.all([placed(buys), placed(holder)]);
    expect(await allOrders()).toHaveLength(1);
    const captured = [await statusOf(buys), await statusOf(holder)].filter(
      (status) => status === 'succeeded',
    );
    expect(captured).toHaveLength(1);
  });

  test('closed by staff meanwhile, it is booked all the same', async () => {
    const { buys } = await aHolderAndABuyer();
    await t.context.db.update(deliverySlots).set({ isActive: false });
    await pay(t, buys.checkout);
    expect((await placed(buys)).statusCode).toBe(200);
  });
});

describe('money that a bank has approved', () => {
  test('whose answer to being taken is lost, every time, counts once the intent is read', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout, LOSES_THE_ANSWER);
    expect((await placed(buys)).statusCode).toBe(200);
    expect(await told()).toEqual(['order_confirmation']);
    expect(await captureApprovals(t.context)).toEqual({ captured: 0, waiting: 0 });
  });

  test('is no money until it is taken: the queue asks again after silence', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    let isSilent = false;
    t.context.gateway = {
      ...gateway,
      retrieveIntent: (id) => (isSilent ? SILENCE() : gateway.retrieveIntent(id)),
      captureIntent: async (id, key) => {
        await gateway.captureIntent(id, key);
        isSilent = true;
        return SILENCE();
      },
    };
    expect((await placed(buys)).statusCode).toBe(200);
    expect(await told()).toEqual([]);
    const owner = await aStaffClient(t);
    const [order] = await allOrders();
    const shown = await owner.get(`/api/admin/orders/${order!.id}`);
    expect(shown.json()).toMatchObject({ status: 'confirmed', paid: '0.00', warning: null });
    t.context.gateway = gateway;
    expect(await captureApprovals(t.context)).toMatchObject({ captured: 1 });
    expect(await captureApprovals(t.context)).toMatchObject({ captured: 0 });
    expect(await told()).toEqual(['order_confirmation']);
  });

  test('killed after the commit and before the capture, the queue takes it; after ten minutes it is an alarm', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    t.context.gateway = { ...gateway, captureIntent: SILENCE };
    expect((await placed(buys)).statusCode).toBe(200);
    const alarms = listenForAlarms(t);
    expect(await captureApprovals(t.context)).toMatchObject({ captured: 0, waiting: 1 });
    expect(alarms).toEqual([]);
    t.advanceMinutes(11);
    expect(await captureApprovals(t.context)).toMatchObject({ captured: 0, waiting: 1 });
    expect(alarms).toEqual(['capture_open']);
    t.context.gateway = gateway;
    t.advanceMinutes(10);
    expect(await captureApprovals(t.context)).toMatchObject({ captured: 1 });
  });

  test('that can never be taken ends its order: the place is free, and they are told', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout, NEVER_CAPTURED);
    expect((await placed(buys)).statusCode).toBe(200);
    await captureApprovals(t.context);
    expect(await allOrders()).toMatchObject([{ status: 'cancelled' }]);
    expect(await slot()).toMatchObject({ held: 0, booked: 0 });
    expect(await told()).toEqual(['payment_fell_through']);
  });

  test('that can never be taken leaves them their free first delivery', async () => {
    const entry = { email: buyer(2).email, suburb: 'Cleveland' };
    await t.context.db.insert(waitlistEntries).values(entry);
    const fee = async () => (await priced(t, anOrder([lunch], { customer: buyer(2) }))).deliveryFee;
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout, NEVER_CAPTURED);
    await placed(buys);
    expect(await fee()).not.toBe('0.00');
    await captureApprovals(t.context);
    expect(await fee()).toBe('0.00');
    await t.context.db.delete(waitlistEntries);
  });

  test('for an order that was cancelled before it was taken is let go', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    t.context.gateway = { ...gateway, captureIntent: SILENCE };
    await placed(buys);
    t.context.gateway = gateway;
    const owner = await aStaffClient(t);
    const [order] = await allOrders();
    await owner.delete(`/api/admin/orders/${order!.id}`);
    await captureApprovals(t.context);
    expect(await statusOf(buys)).toBe('canceled');
    expect(await told()).toEqual(['cancelled']);
  });

  test('is let go when a recipe changed before it was booked, and they are told', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    const allergens = lunch.allergens ?? [];
    const changed = buys.orderData;
    expect(changed.orderItems).toHaveLength(1);
    const { frozenOrder } = (
      await t.context.db.select().from(checkouts).where(eq(checkouts.id, buys.checkout.checkoutId))
    )[0]!;
    const people = frozenOrder.people.map((person) => ({
      ...person,
      allergens: ['lupin' as const],
    }));
    await t.context.db
      .update(checkouts)
      .set({ frozenOrder: { ...frozenOrder, people } })
      .where(eq(checkouts.id, buys.checkout.checkoutId));
    await t.context.db
      .update(meals)
      .set({ allergens: [...allergens, 'lupin'] })
      .where(eq(meals.id, lunch.id));
    const refused = await placed(buys);
    await t.context.db.update(meals).set({ allergens }).where(eq(meals.id, lunch.id));
    t.context.site.renew();
    expect(refused.json()).toMatchObject({ code: 'recipe_changed' });
    expect(await statusOf(buys)).toBe('canceled');
    expect(await told()).toEqual(['not_ordered']);
  });

  test.each([
    ['is booked in the minutes of grace after the cut-off', -1, 200],
    ['is let go once the kitchen counts, and they are told', 1, 409],
  ])('%s', async (_, minutes, statusCode) => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    const { business } = await t.context.site.current();
    const deliveries = buys.orderData.orderItems.map(({ deliveryDate: date }) => ({ date }));
    const sealed = sealedAt(deliveries, business);
    t.setNow(new Date(sealed + minutes * 60_000).toISOString());
    const reply = await placed(buys);
    expect(reply.statusCode, reply.body).toBe(statusCode);
    if (statusCode === 200) return;
    expect(reply.json()).toMatchObject({ code: 'past_cutoff' });
    expect(await statusOf(buys)).toBe('canceled');
    expect(await told()).toEqual(['not_ordered']);
  });

  test('for another total than was agreed is not taken', async () => {
    const { buys } = await aHolderAndABuyer();
    await t.context.db
      .update(checkouts)
      .set({ totalCents: 1 })
      .where(eq(checkouts.id, buys.checkout.checkoutId));
    await pay(t, buys.checkout);
    const alarms = listenForAlarms(t);
    expect((await placed(buys)).json()).toMatchObject({ code: 'amount_differs' });
    expect(alarms).toEqual(['approval_differs']);
    expect(await statusOf(buys)).toBe('canceled');
  });

  test('of a basket that was changed is let go', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    const other = await open(2, {
      cartKey: buys.orderData.cartKey!,
      orderItems: [anItem(lunch, { deliveryWindow: DELIVERY_WINDOWS[1] })],
    });
    expect(other.reply.statusCode).toBe(200);
    expect(await statusOf(buys)).toBe('canceled');
  });

  test('that an old backup knows nothing of is let go', async () => {
    const { buys } = await aHolderAndABuyer();
    await pay(t, buys.checkout);
    await t.context.db.delete(checkouts).where(eq(checkouts.id, buys.checkout.checkoutId));
    expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1 });
    expect(await statusOf(buys)).toBe('canceled');
  });
});

describe('a place that is gone when the bank approves', () => {
  async function gone() {
    const { holder, buys } = await aHolderAndABuyer();
    await pay(t, holder.checkout);
    await placed(holder);
    await pay(t, buys.checkout);
    const reply = await placed(buys);
    expect(reply.json()).toMatchObject({ code: 'slot_full' });
    return { ...buys, reply };
  }
  const elsewhere = (order: PreparedOrder, index = 0): PreparedOrder => ({
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      deliveryDate: day(index),
      mealDate: day(index),
      deliveryWindow: DELIVERY_WINDOWS[1],
    })),
  });

  test('keeps the approval for another window at the same total', async () => {
    const { checkout, orderData, reply } = await gone();
    const { approvedUntil, alternatives } = reply.json<{
      approvedUntil: string;
      alternatives: { date: string; timeSlot: string }[];
    }>();
    expect(Date.parse(approvedUntil) - t.context.clock()).toBe(10 * 60_000);
    expect(alternatives).toContainEqual(
      expect.objectContaining({ date: day(0), timeSlot: DELIVERY_WINDOWS[1] }),
    );
    const { checkoutId, clientSecret } = checkout;
    const chosen = await chooseWindow(checkoutId, clientSecret, elsewhere(orderData));
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect((await placed({ checkout })).json()).toEqual(chosen.json());
    // By its copy at the card provider it would be rebuilt in this window, not the one that was full.
    const listed = await t.context.gateway.listIntentsSince(0);
    const copy = listed.find(({ id }) => id === checkout.paymentIntentId)!;
    expect(readSnapshot(copy.metadata)?.items).toMatchObject([
      { deliveryDate: day(0), deliveryWindow: DELIVERY_WINDOWS[1] },
    ]);
    expect(await allOrders()).toHaveLength(2);
  });

  test('books none of the other windows of its order, until there is another for it', async () => {
    const holder = await open(1);
    const days = [0, 1, 2, 3, 4].map((on) =>
      anItem(lunch, { deliveryDate: day(on), mealDate: day(on) }),
    );
    const buys = await open(2, { deliveryType: 'daily', orderItems: days });
    await pay(t, holder.checkout);
    await placed(holder);
    await pay(t, buys.checkout);
    expect((await placed(buys)).json()).toMatchObject({ code: 'slot_full' });
    const booked = async () =>
      (await t.context.db.select().from(deliverySlots)).reduce((sum, row) => sum + row.booked, 0);
    expect(await booked()).toBe(1);
    const { checkoutId, clientSecret } = buys.checkout;
    const [first, ...others] = buys.orderData.orderItems;
    const chosen = await chooseWindow(checkoutId, clientSecret, {
      ...buys.orderData,
      orderItems: [{ ...first!, deliveryWindow: DELIVERY_WINDOWS[1] }, ...others],
    });
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect(await booked()).toBe(1 + days.length);
  });

  test('not for another total, and for nobody else', async () => {
    const { checkout, orderData } = await gone();
    const { checkoutId, clientSecret } = checkout;
    const more = await priced(t, {
      ...elsewhere(orderData),
      orderItems: [...elsewhere(orderData).orderItems, ...elsewhere(orderData).orderItems],
    });
    const dearer = await chooseWindow(checkoutId, clientSecret, more);
    expect(dearer.statusCode).toBe(409);
    expect(dearer.json()).toMatchObject({ code: 'quote_changed' });
    const strangers = [
      await chooseWindow(checkoutId, 'pi_x_secret_y', elsewhere(orderData)),
      await chooseWindow(crypto.randomUUID(), clientSecret, elsewhere(orderData)),
    ];
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(strangers[0]!.json()).toEqual(strangers[1]!.json());
    expect(await statusOf({ checkout })).toBe('requires_capture');
  });

  test('asking again does not keep it longer, and after ten minutes it is let go and told', async () => {
    const { checkout, reply } = await gone();
    t.advanceMinutes(5);
    expect((await placed({ checkout })).json()).toMatchObject({
      approvedUntil: reply.json<{ approvedUntil: string }>().approvedUntil,
    });
    expect(await expireCheckouts(t.context)).toMatchObject({ ended: 0 });
    expect(await statusOf({ checkout })).toBe('requires_capture');
    t.advanceMinutes(6);
    expect(await expireCheckouts(t.context)).toMatchObject({ ended: 1 });
    expect(await statusOf({ checkout })).toBe('canceled');
    expect((await told()).filter((kind) => kind === 'not_ordered')).toHaveLength(1);
  });

  test('is booked by itself when it comes free while the approval is kept', async () => {
    const { checkout } = await gone();
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 2 });
    expect(await expireCheckouts(t.context)).toMatchObject({ paid: 1 });
    expect(await statusOf({ checkout })).toBe('succeeded');
  });

  test('the page that is loaded again gets the same answer', async () => {
    const { orderData } = await gone();
    const again = await t.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { amount: Number(orderData.total), orderData, onPayment: true },
    });
    expect(again.json()).toMatchObject({ code: 'slot_full', approvedUntil: expect.any(String) });
  });

  test('“No, let it go” lets it go at once, and tells nothing', async () => {
    const { checkout } = await gone();
    const { checkoutId, clientSecret } = checkout;
    const go = await t.app.inject({
      method: 'POST',
      url: `/api/checkouts/${checkoutId}/let-go`,
      body: { clientSecret },
    });
    expect(go.json()).toEqual({ state: 'ended' });
    expect(await statusOf({ checkout })).toBe('canceled');
    expect(await told()).toEqual(['order_confirmation']);
  });
});

test('sold is sold: 409, whatever the caller knows', async () => {
  await aPaidOrder(t);
  const { reply } = await open(2);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'slot_full' });
});
