import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { followMarkedFood, tellOfHolds } from './food-holds.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MINUTE = 60_000;
const START = Date.parse(AN_ORDINARY_WEDNESDAY);
const TWO_HOURS = 120 * MINUTE;

let t: TestApp;
let staff: StaffClient;
/** Without almond. */
let meal: MealReply;
let now: number;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  meal = menu.find(
    ({ allergens, freezable }) =>
      allergens?.includes('milk') && !allergens.includes('almond') && freezable,
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  now = START;
  t.setNow(new Date(now).toISOString());
  await t.clearOrders();
  await t.context.db.delete(messages);
  await save({});
  await t.context.db.delete(messages);
});

async function save(change: Partial<MealReply>) {
  const { id, ...facts } = meal;
  const reply = await staff.put(`/api/meals/${id}`, { ...facts, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
}

const withAlmond = () => ({
  allergens: ['almond' as const, ...meal.allergens!],
  ingredients: `${meal.ingredients}, almond meal (almond)`,
});

const mias = (...dates: string[]): Partial<PreparedOrder> => ({
  people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['almond'] }],
  orderItems: dates.map((mealDate) => anItem(meal, { mealDate })),
});

async function minutesLater(minutes: number) {
  now += minutes * MINUTE;
  t.setNow(new Date(now).toISOString());
  await followMarkedFood(t.context);
  await Promise.all([tellOfHolds(t.context), tellOfHolds(t.context)]);
}

const told = () =>
  t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'food_on_hold'))
    .orderBy(messages.channel);
const states = async () => (await told()).map(({ channel, state }) => `${channel} ${state}`);

test('who ordered hears of a hold once, after staff had two hours, by email and text', async () => {
  await aPaidOrder(t, mias(day(0), day(1)));
  await save(withAlmond());
  await minutesLater(119);
  expect(await told()).toEqual([]);
  await minutesLater(1);
  await minutesLater(TWO_HOURS / MINUTE);
  expect(await states()).toEqual(['email waiting', 'text waiting']);
  await sendMessages(t.context);
  await sendTexts(t.context);
  const [email, text] = await told();
  const words = email!.mail!.text.replaceAll(/\s+/g, ' ');
  for (const one of [day(0), day(1)])
    expect(words).toContain(
      `Your ${meal.name} for Mia on ${formatDayAndMonth(one)} is on hold. The recipe of ${meal.name} changed: it now contains almond.`,
    );
  expect(words).toContain('We will not send what is on hold.');
  expect(words).toContain('Choose another meal or your money back, or call (07)');
  expect(text!.textMessage!.body).toMatch(/ on hold: it may contain almond\. Swap or refund: /);
  expect(text!.textMessage!.body).toMatch(/\/t\//);
});

test('their own page says it at once, whom the food goes to reads no choice, and it ends with the hold', async () => {
  const { id } = await aPaidOrder(t, {
    ...mias(day(0)),
    recipient: {
      firstName: 'Rose',
      lastName: 'Tan',
      phone: '0498 000 111',
      isGift: false,
      news: 'both',
    },
  });
  await save(withAlmond());
  const token = await trackingTokenOf(t, id);
  const onHold = async () => {
    const tracked = await t.app.inject(`/api/orders/track/${token}`);
    const link = tracked.json<TrackedOrderReply>().recipient!.link.split('/').at(-1);
    const received = await t.app.inject(`/api/orders/received/${link}`);
    return [tracked, received].map(
      (reply) => reply.json<TrackedOrderReply>().deliveries[0]?.items[0]?.onHold,
    );
  };
  const why = `The recipe of ${meal.name} changed: it now contains almond. Mia’s is on hold.`;
  expect(await onHold()).toEqual([
    `${why} Choose another meal or your money back, or call (07) 5550 0164.`,
    why,
  ]);
  await save({});
  expect(await onHold()).toEqual([null, null]);
});

test('on its day they hear at once, and by then they are asked to call', async () => {
  const { id } = await aPaidOrder(t, mias(day(0)));
  now = Date.parse(`${day(0)}T00:00:00Z`);
  t.setNow(new Date(now).toISOString());
  await save(withAlmond());
  await minutesLater(0);
  const [email] = await told();
  expect(email!.facts.fields!.next).toMatch(/^For another meal or your money back, call/);
  expect(email!.orderId).toBe(id);
});

test('nothing is said of what is on the road: it may be there already', async () => {
  await aPaidOrder(t, mias(day(0)));
  await t.context.db.update(deliveries).set({ status: 'out' });
  await save(withAlmond());
  await minutesLater(300);
  expect(await told()).toEqual([]);
});

test('what is settled within two hours is never said', async () => {
  await aPaidOrder(t, mias(day(0)));
  await save(withAlmond());
  await minutesLater(60);
  await save({});
  await minutesLater(120);
  expect(await told()).toEqual([]);
});

test('what is put right while a message waits is not sent any more', async () => {
  await aPaidOrder(t, mias(day(0)));
  await save(withAlmond());
  await minutesLater(120);
  await t.context.db
    .update(meals)
    .set({ allergens: meal.allergens, ingredients: meal.ingredients! })
    .where(eq(meals.id, meal.id));
  await followMarkedFood(t.context);
  await sendMessages(t.context);
  await sendTexts(t.context);
  expect(await states()).toEqual(['email withdrawn', 'text withdrawn']);
});
