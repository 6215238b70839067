import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMarks } from '#areas/order-book/server/tables/packing.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { followMarkedFood } from './food-holds.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
/** Without peanut, and not to be frozen. */
let meal: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  await aStaffClient(t);
  const menu = await menuOf(t);
  meal = menu.find(
    ({ allergens }) => allergens?.includes('milk') && !allergens.includes('peanut'),
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(messages);
  await t.context.db.update(meals).set(asItWas()).where(eq(meals.id, meal.id));
  t.context.site.renew();
  await follow();
});

const asItWas = () => ({
  allergens: meal.allergens,
  ingredients: meal.ingredients!,
  shelfLifeDays: 3,
  freezable: false,
});
const follow = () => followMarkedFood(t.context);
const marks = () => t.context.db.$count(foodMarks);
const open = async () =>
  (await t.context.db.select().from(foodMatters).where(isNull(foodMatters.settledAt))).map(
    ({ kind, why }) => `${kind}: ${why}`,
  );

type Needs = Partial<NonNullable<PreparedOrder['people']>[number]>;

function mias(needs: Needs = {}, mealDate = day(0)): Partial<PreparedOrder> {
  return {
    people: [{ name: 'Mia', calorieTarget: 1200, ...needs }],
    orderItems: [anItem(meal, { mealDate })],
  };
}

test('nobody marks an order without needs or words', async () => {
  await aPaidOrder(t, mias());
  await t.context.db.update(deliveries).set({ status: 'cooked' });
  await t.context.db
    .update(meals)
    .set({ allergens: ['peanut'] })
    .where(eq(meals.id, meal.id));
  expect(await marks()).toBe(0);
});

const db = () => t.context.db;

test.each<[string, Needs, number, () => Promise<unknown>, string, () => Promise<unknown>]>([
  [
    'what somebody may not eat',
    { note: 'likes it hot' },
    0,
    () =>
      db()
        .update(people)
        .set({ allergens: ['milk'] }),
    'clash: contains MILK',
    () => db().update(people).set({ allergens: [] }),
  ],
  [
    'what is in a meal',
    { allergens: ['peanut'] },
    0,
    () =>
      db()
        .update(meals)
        .set({ allergens: ['peanut'] })
        .where(eq(meals.id, meal.id)),
    'clash: contains PEANUT',
    () => db().update(meals).set(asItWas()).where(eq(meals.id, meal.id)),
  ],
  [
    'what is known of a meal',
    { allergens: ['peanut'] },
    0,
    () => db().update(meals).set({ allergens: null }).where(eq(meals.id, meal.id)),
    'undeclared: allergens not declared',
    () => db().update(meals).set(asItWas()).where(eq(meals.id, meal.id)),
  ],
  [
    'how long a meal keeps',
    {},
    2,
    () => db().update(meals).set({ shelfLifeDays: 1 }).where(eq(meals.id, meal.id)),
    'will_not_keep: keeps until',
    () => db().update(meals).set(asItWas()).where(eq(meals.id, meal.id)),
  ],
  [
    'when a meal is eaten',
    {},
    0,
    () =>
      db()
        .update(orderItems)
        .set({ mealDate: day(6) }),
    'will_not_keep: keeps until',
    () =>
      db()
        .update(orderItems)
        .set({ mealDate: day(0) }),
  ],
  [
    'for which day a kept bag was cooked',
    {},
    0,
    () =>
      db()
        .update(deliveries)
        .set({ status: 'cooked', madeOn: day(-6) }),
    'will_not_keep: keeps until',
    () => db().update(deliveries).set({ madeOn: null }),
  ],
  [
    'what is written in an order',
    {},
    0,
    () => db().update(orders).set({ specialInstructions: 'Mia is allergic to milk' }),
    'question: not answered: MILK',
    () => db().update(orders).set({ specialInstructions: '' }),
  ],
  [
    'that an order is cancelled, and that it is not',
    { allergens: ['peanut'] },
    0,
    async () => {
      await db().update(orders).set({ status: 'cancelled' });
      await db()
        .update(meals)
        .set({ allergens: ['peanut'] })
        .where(eq(meals.id, meal.id));
      await follow();
      expect(await open()).toEqual([]);
      await db().update(orders).set({ status: 'confirmed' });
    },
    'clash: contains PEANUT',
    () => db().update(orders).set({ status: 'cancelled' }),
  ],
])(
  'whatever writes %s, the matter is open within a minute, and settled when it is taken back',
  async (_, needs, daysLater, write, expected, takeBack) => {
    await aPaidOrder(t, mias(needs, day(daysLater)));
    await follow();
    expect(await open()).toEqual([]);
    await write();
    await Promise.all([follow(), follow()]);
    expect(await open()).toEqual([expect.stringContaining(expected)]);
    expect(await marks()).toBe(0);
    await takeBack();
    await follow();
    expect(await open()).toEqual([]);
  },
);

test('a portion that is another meal by now, and on hold all the same, is named by what it is', async () => {
  const other = (await menuOf(t)).find(
    ({ id, allergens }) => id !== meal.id && allergens?.includes('milk'),
  )!;
  await aPaidOrder(t, mias({ note: 'likes it hot' }));
  await db()
    .update(people)
    .set({ allergens: ['milk'] });
  await follow();
  await db()
    .update(orderItems)
    .set({ mealId: other.id, meal: { ...other } as never });
  await follow();
  const matters = await db().select().from(foodMatters).where(isNull(foodMatters.settledAt));
  expect(matters.map(({ mealName }) => mealName)).toEqual([other.name]);
});

test('staff get one email about what a job finds, and it names nobody', async () => {
  await aPaidOrder(t, mias({ allergens: ['peanut'] }));
  await db()
    .update(meals)
    .set({ allergens: ['peanut'] })
    .where(eq(meals.id, meal.id));
  await follow();
  await follow();
  const written = await db().select().from(messages).where(eq(messages.kind, 'recipe_alert'));
  const [first] = written;
  expect(new Set(written.map(({ recipient }) => recipient)).size).toBe(written.length);
  expect(first?.facts.recipe).toEqual({
    change: `${meal.name}: contains PEANUT`,
    people: 1,
    deliveries: 1,
    stops: 1,
  });
});
