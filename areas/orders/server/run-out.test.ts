import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { RunOutReply } from '#areas/orders/calls/run-out.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { askedMeals } from '#areas/order-book/server/tables/order-changes.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { settleDueChoices } from '#areas/orders/server/settle-choice.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let menu: MealReply[];
/** A dinner that runs out. */
let salmon: MealReply;
/** Other dinners: one with milk in it, one without. */
let creamy: MealReply;
let plain: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  menu = await menuOf(t);
  const dinners = menu.filter(({ mealType, allergens }) => mealType === 'dinner' && allergens);
  creamy = dinners.find(({ allergens }) => allergens?.includes('milk'))!;
  plain = dinners.find(({ allergens }) => !allergens?.includes('milk'))!;
  salmon = dinners.find(
    ({ id, allergens }) => id !== creamy.id && id !== plain.id && !allergens?.includes('milk'),
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(messages);
});

type Person = NonNullable<PreparedOrder['people']>[number];

function orderFor(
  people: Partial<Person>[] = [{ name: 'Mia' }],
  more: PreparedOrder['orderItems'] = [],
): Promise<PaidOrder> {
  const named = people.map((each, index) => ({
    name: `Person ${index + 1}`,
    calorieTarget: 1200,
    ...each,
  }));
  return aPaidOrder(t, {
    people: named,
    orderItems: [...named.map(({ name }) => anItem(salmon, { personName: name })), ...more],
  });
}

const days = { from: day(0), to: day(2) };
const call = (body: object, id = salmon.id) =>
  staff.post(`/api/admin/meals/${id}/run-out`, { ...days, ...body });
/** Running out has stopped its sales. */
async function sellAgain(): Promise<void> {
  const limits = [day(0), day(1), day(2)].map((date) => ({ date, portions: null }));
  const reply = await staff.put(`/api/admin/meals/${salmon.id}/limits`, { limits });
  expect(reply.statusCode, reply.body).toBe(200);
}
async function done(body: object): Promise<RunOutReply> {
  const reply = await call(body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const preview = (body: object) => done({ ...body, dryRun: true });
const sent = async (kind: 'meal_swapped' | 'refund_made' | 'meal_ask' | 'order_changed') => {
  const rows = await t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, kind))
    .orderBy(messages.id);
  return rows.filter(({ channel }) => channel === 'email');
};
const textOf = async (message: typeof messages.$inferSelect | undefined) =>
  (await writeEmail(t.context, message!))?.text?.replaceAll(/\s+/g, ' ');
const allMessages = async () => {
  const rows = await t.context.db.select().from(messages).orderBy(messages.id);
  return rows
    .filter(({ kind }) => kind !== 'order_confirmation')
    .map(({ kind, channel }) => `${kind} ${channel}`);
};
const mealsOf = async (id: number) =>
  (await staff.order(id)).orderItems.map(({ mealId }) => mealId);
/** As the customer sees them on the page of their order. */
async function cancelledOn(id: number) {
  const reply = await t.app.inject(`/api/orders/track/${await trackingTokenOf(t, id)}`);
  return reply.json<TrackedOrderReply>().deliveries.flatMap(({ cancelled }) => cancelled);
}
const brokenRules = () => findBrokenRules(t.context);
const setDelivery = (orderId: number, status: 'packed' | 'cooked') =>
  t.context.db.update(deliveries).set({ status }).where(eq(deliveries.orderId, orderId));

describe('when the salmon runs out from a date', () => {
  test('a preview says who gets what and why not, and changes nothing', async () => {
    const { orderNumber } = await orderFor([{ name: 'Mia' }, { name: 'Sam', allergens: ['milk'] }]);
    const said = await preview({ action: 'swap', swapWith: creamy.id });
    expect(said.rows).toMatchObject([
      { orderNumber, personName: 'Mia', outcome: 'swap', swap: { name: creamy.name }, ok: null },
      { personName: 'Sam', outcome: 'left', why: expect.stringMatching(/contains milk/) },
    ]);
    expect(said).toMatchObject({ isDone: false, refundTotal: '0.00', told: 1 });
    expect(said.counts).toEqual({ swap: 1, refund: 0, ask: 0, left: 1 });
    expect(await allMessages()).toEqual([]);
  });

  test('a swap is at the price that was agreed, and each customer is told once', async () => {
    const { id } = await orderFor();
    const { total } = await staff.order(id);
    const { previewHash } = await preview({ action: 'swap', swapWith: creamy.id });
    const body = { action: 'swap', swapWith: creamy.id, previewHash };
    expect(await done(body)).toMatchObject({ isDone: true, rows: [{ ok: true }] });
    const order = await staff.order(id);
    expect(order.orderItems).toMatchObject([{ mealId: creamy.id, price: salmon.price }]);
    expect([order.total, order.balance, order.refunds]).toEqual([total, '0.00', []]);
    // Another came in its place: nothing of it is cancelled.
    expect(await cancelledOn(id)).toEqual([]);
    expect(await allMessages()).toEqual(['meal_swapped email', 'meal_swapped text']);
    const [message] = await sent('meal_swapped');
    expect(await textOf(message)).toContain(`${salmon.name} ran out. Mia gets ${creamy.name}`);
    // After a crash: who is swapped already holds the meal no more.
    expect((await call(body)).json()).toMatchObject({ code: 'preview_changed' });
    expect((await done({ action: 'swap', swapWith: creamy.id })).rows).toEqual([]);
    expect(await allMessages()).toHaveLength(2);
    expect(await brokenRules()).toEqual([]);
  });

  test('a swap never goes into an allergen, no matter who asks for it; otherwise the money goes back', async () => {
    const { id, paymentIntentId } = await orderFor(
      [{ name: 'Sam', allergens: ['milk'] }],
      [anItem(plain, { personName: 'Sam', mealDate: day(1) })],
    );
    const said = await done({ action: 'swap', swapWith: creamy.id, otherwise: 'refund' });
    expect(said.rows).toMatchObject([{ outcome: 'refund', refund: salmon.price, ok: true }]);
    expect(await mealsOf(id)).toEqual([plain.id]);
    const order = await staff.order(id);
    expect([order.refundedTotal, order.balance]).toEqual([salmon.price, '0.00']);
    expect(await cancelledOn(id)).toMatchObject([
      { personName: 'Sam', mealName: salmon.name, refund: salmon.price },
    ]);
    const [message] = await sent('refund_made');
    expect(await textOf(message)).toContain(`$${salmon.price} goes back to your card`);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect((await done({ action: 'refund' })).rows).toEqual([]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect(await brokenRules()).toEqual([]);
  });

  test('without a meal for all, each gets the nearest they may have', async () => {
    const { id } = await orderFor([{ name: 'Mia' }, { name: 'Sam', allergens: ['milk'] }]);
    const { rows } = await done({ action: 'swap' });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['swap', 'swap']);
    const given = new Map(menu.map((meal) => [meal.id, meal]));
    const sams = (await staff.order(id)).orderItems.find(({ personName }) => personName === 'Sam');
    expect(given.get(sams!.mealId)?.allergens).not.toContain('milk');
    // One message, although two people get something else.
    expect(await allMessages()).toEqual(['meal_swapped email', 'meal_swapped text']);
  });

  test('a refund of all there is cancels the order, and the preview says how much', async () => {
    const { id } = await orderFor();
    const { paid } = await staff.order(id);
    expect((await preview({ action: 'refund' })).refundTotal).toBe(paid);
    await done({ action: 'refund' });
    const order = await staff.order(id);
    expect([order.status, order.refundedTotal]).toEqual(['cancelled', paid]);
    expect(await allMessages()).toEqual(['refund_made email', 'refund_made text']);
    expect(await brokenRules()).toEqual([]);
  });

  const salmonOnTwoDays = () =>
    aPaidOrder(t, {
      deliveryType: 'daily',
      orderItems: [salmon, salmon, creamy, creamy, creamy].map((meal, index) =>
        anItem(meal, { deliveryDate: day(index), mealDate: day(index) }),
      ),
    });

  test('of several days, each choice names its own deadline', async () => {
    await salmonOnTwoDays();
    const { previewHash } = await preview({ action: 'ask' });
    await done({ action: 'ask', previewHash });
    const texts = await Promise.all((await sent('meal_ask')).map(textOf));
    expect(texts.map((text) => /Pick by (.*?),/.exec(text ?? '')?.[1])).toEqual([
      '8pm Mon 12 Jan',
      '8pm Tue 13 Jan',
    ]);
  });

  test('of several days, the sum that goes back is told once', async () => {
    const { id } = await salmonOnTwoDays();
    const { previewHash } = await preview({ action: 'refund' });
    await done({ action: 'refund', previewHash });
    const emails = await sent('refund_made');
    expect(emails).toHaveLength(1);
    const text = await textOf(emails[0]);
    expect(text).toContain('ran out for Tue 13 Jan and Wed 14 Jan.');
    expect(text).toContain(`$${(await staff.order(id)).refunds[0]!.amount} goes back`);
  });

  test('what is packed is left and named; other days and other meals are not touched', async () => {
    const packed = await orderFor();
    await setDelivery(packed.id, 'packed');
    const { rows } = await done({ action: 'refund' });
    expect(rows).toMatchObject([{ outcome: 'left', status: 'packed', why: 'Already packed.' }]);
    expect(await mealsOf(packed.id)).toEqual([salmon.id]);
    await sellAgain();
    const cooked = await orderFor();
    await setDelivery(cooked.id, 'cooked');
    expect((await preview({ action: 'refund', from: day(1) })).rows).toEqual([]);
    expect((await preview({ action: 'refund' })).counts).toMatchObject({ refund: 1, left: 1 });
  });

  test('nothing else is done than was seen', async () => {
    await orderFor();
    const { previewHash } = await preview({ action: 'refund' });
    const second = await orderFor();
    const reply = await call({ action: 'refund', previewHash });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'preview_changed']);
    expect(reply.json().preview.rows).toHaveLength(2);
    expect(await mealsOf(second.id)).toEqual([salmon.id]);
  });

  test('nobody is told when staff say so; the whole is one entry in the trail, and sale stops', async () => {
    await orderFor();
    await done({ action: 'refund', notify: false, stopSelling: true });
    expect(await allMessages()).toEqual([]);
    const [last] = await t.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(last).toMatchObject({
      action: 'meal.run_out',
      entityId: String(salmon.id),
      after: { ...days, action: 'refund', refund: 1, failed: 0 },
    });
    expect((await menuOf(t)).map(({ id }) => id)).not.toContain(salmon.id);
    const { id, ...facts } = salmon;
    await staff.put(`/api/meals/${id}`, { ...facts, isActive: true });
  });

  test.each([
    [{ action: 'refund', from: '2026-01-01' }, 'from'],
    [{ action: 'refund', from: day(2), to: day(0) }, 'to'],
    [{ action: 'ask', notify: false }, 'notify'],
    [{ action: 'ask', askUntil: '2026-01-01T00:00:00Z' }, 'askUntil'],
    [{ action: 'swap', swapWith: 999_999 }, 'swapWith'],
  ])('%j is refused', async (body, field) => {
    const reply = await call(body);
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]]);
  });
});

describe('a customer who is asked', () => {
  let order: PaidOrder;
  let token: string;
  beforeEach(async () => {
    order = await orderFor(
      [{ name: 'Sam', allergens: ['milk'] }],
      [anItem(plain, { personName: 'Sam', mealDate: day(1) })],
    );
    token = await trackingTokenOf(t, order.id);
    expect((await done({ action: 'ask' })).counts).toMatchObject({ ask: 1 });
  });
  const tracked = async (): Promise<TrackedOrderReply> =>
    (await t.app.inject(`/api/orders/track/${token}`)).json();
  const choose = (id: number, mealId: number | null, by = token) =>
    t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${by}/choices/${id}`,
      body: { mealId },
    });
  const expire = () => t.context.db.update(askedMeals).set({ until: new Date(t.context.clock()) });

  test('sees up to four meals they may have and the refund, and is told of them once', async () => {
    const [choice] = (await tracked()).choices;
    expect(choice).toMatchObject({
      personName: 'Sam',
      mealName: salmon.name,
      refund: salmon.price,
      chosen: null,
    });
    expect(choice!.options.length).toBeGreaterThan(1);
    expect(choice!.options.length).toBeLessThanOrEqual(4);
    for (const { mealId } of choice!.options) {
      expect(menu.find(({ id }) => id === mealId)?.allergens).not.toContain('milk');
    }
    expect(await allMessages()).toEqual(['meal_ask email', 'meal_ask text']);
    const [message] = await sent('meal_ask');
    expect(await textOf(message)).toContain('or your money back');
    expect((await done({ action: 'ask' })).rows).toMatchObject([
      { outcome: 'left', why: expect.stringMatching(/^Already asked/) },
    ]);
    expect(await allMessages()).toHaveLength(2);
  });

  test('chooses once: the same answer again is the same, another is too late, another order’s link finds nothing', async () => {
    const { id, options } = (await tracked()).choices[0]!;
    const orderItems = [anItem(plain, { personName: 'Ben' })];
    const stranger = await trackingTokenOf(t, (await aPaidOrder(t, { orderItems })).id);
    expect((await choose(id, options[1]!.mealId, stranger)).statusCode).toBe(404);
    const first = await choose(id, options[1]!.mealId);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json().choices[0].chosen).toEqual({
      isByUs: false,
      mealName: options[1]!.name,
      refund: null,
    });
    expect((await choose(id, options[1]!.mealId)).statusCode).toBe(200);
    const other = await choose(id, options[0]!.mealId);
    expect([other.statusCode, other.json().code]).toEqual([409, 'already_chosen']);
    expect(other.json().message).toMatch(`You already chose ${options[1]!.name}. Call us on`);
    expect(await mealsOf(order.id)).toContain(options[1]!.mealId);
    expect((await staff.order(order.id)).balance).toBe('0.00');
    expect(await brokenRules()).toEqual([]);
  });

  test('may have the money back, once', async () => {
    const { id } = (await tracked()).choices[0]!;
    const [reply, again] = await Promise.all([choose(id, null), choose(id, null)]);
    expect([reply.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(await mealsOf(order.id)).toEqual([plain.id]);
    expect(await refundsAtGateway(t, order.paymentIntentId)).toMatchObject([
      { amount: Math.round(Number(salmon.price) * 100) },
    ]);
    expect((await tracked()).choices[0]!.chosen).toMatchObject({ refund: salmon.price });
  });

  test('can’t choose what was not offered, nor what they may not have', async () => {
    const { id, options } = (await tracked()).choices[0]!;
    expect((await choose(id, creamy.id)).statusCode).toBe(400);
    const offered = menu.find((meal) => meal.id === options[0]!.mealId)!;
    const { id: offeredId, ...facts } = offered;
    const put = (change: Partial<MealReply>) =>
      staff.put(`/api/meals/${offeredId}`, { ...facts, ...change });
    await put({
      allergens: ['milk', ...offered.allergens!.filter((each) => each !== 'milk')],
      ingredients: `${offered.ingredients} Cream (milk).`,
      dietaryTags: [],
    });
    const reply = await choose(id, offeredId);
    await put({});
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'option_gone']);
    expect(await mealsOf(order.id)).toContain(salmon.id);
  });

  test('who says nothing gets the nearest at the deadline and is told; a late click says so', async () => {
    const { id, options } = (await tracked()).choices[0]!;
    expect(await settleDueChoices(t.context)).toBe(0);
    await expire();
    expect(await settleDueChoices(t.context)).toBe(1);
    expect(await settleDueChoices(t.context)).toBe(0);
    expect(await mealsOf(order.id)).toContain(options[0]!.mealId);
    expect((await allMessages()).slice(2)).toEqual(['meal_swapped email', 'meal_swapped text']);
    const late = await choose(id, options[1]!.mealId);
    expect(late.json().message).toMatch(`We already chose ${options[0]!.name}. Call us on`);
    expect(await brokenRules()).toEqual([]);
  });

  test('a click after the deadline but before our job gets the default, not what was clicked', async () => {
    const { id, options } = (await tracked()).choices[0]!;
    await expire();
    expect((await choose(id, options[1]!.mealId)).json().code).toBe('already_chosen');
    expect(await mealsOf(order.id)).toContain(options[0]!.mealId);
  });

  test('what is packed meanwhile stays as it is', async () => {
    const { id, options } = (await tracked()).choices[0]!;
    await setDelivery(order.id, 'packed');
    expect((await tracked()).choices).toEqual([]);
    expect((await choose(id, options[0]!.mealId)).json().code).toBe('too_late');
    expect(await mealsOf(order.id)).toContain(salmon.id);
  });
});
