/** Two weeks of a small kitchen, worked out by hand. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FoodFiguresReply } from '#areas/office/calls/figures.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let lunch: MealReply;
let dinner: MealReply;
let idle: MealReply;

beforeAll(async () => {
  t = await startTestApp({ business: { gstRegistered: true, abn: '51 824 753 556' } });
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  const lunches = menu.filter(({ mealType }) => mealType === 'lunch');
  lunch = assertDefined(lunches[0], 'a lunch');
  idle = assertDefined(lunches[1], 'another lunch');
  dinner = assertDefined(
    menu.find(({ mealType }) => mealType === 'dinner'),
    'a dinner',
  );
  await writeRecipes();
  await writeWeeks();
});
afterAll(() => t.close());

/**
 * Yoghurt at $4 a kg makes a sauce one to one. The lunch takes 100 g of it and 50 cents of packaging: 90 cents. The dinner
 * takes saffron, whose price nobody knows. The idle one takes sauce too.
 */
async function writeRecipes() {
  const { db } = t.context;
  const inGrams = { baseUnit: 'g' as const, storeArea: 'dry' as const };
  const [yoghurt, saffron] = await db
    .insert(ingredients)
    .values([
      { name: 'Yoghurt', labelName: 'yoghurt', ...inGrams },
      { name: 'Saffron', labelName: 'saffron', ...inGrams },
    ])
    .returning();
  const ingredientId = assertDefined(yoghurt, 'yoghurt').id;
  const [dairy] = await db.insert(suppliers).values({ name: 'Dairy Co' }).returning();
  const supplierId = assertDefined(dairy, 'a supplier').id;
  await db
    .insert(supplierPacks)
    .values({ supplierId, ingredientId, qty: 1000, priceCents: 400, isPreferred: true });
  const [sauce] = await db
    .insert(components)
    .values({
      name: 'Sauce',
      baseUnit: 'g',
      potQty: 1000,
      minQty: 0,
      keepsDays: 5,
      cookAheadDays: 2,
    })
    .returning();
  const componentId = assertDefined(sauce, 'a sauce').id;
  await db.insert(mealRecipes).values([
    { mealId: lunch.id, basis: 10, packagingCents: 50 },
    { mealId: dinner.id, basis: 10 },
    { mealId: idle.id, basis: 10 },
  ]);
  await db.insert(recipeLines).values([
    { componentId, ingredientId, qty: 1000, lossBp: 0, position: 0 },
    { mealId: lunch.id, usesComponentId: componentId, qty: 1000, position: 0 },
    { mealId: idle.id, usesComponentId: componentId, qty: 1000, position: 0 },
    { mealId: dinner.id, ingredientId: saffron?.id, qty: 1, lossBp: 0, position: 0 },
  ]);
  await db.insert(batches).values([
    {
      componentId,
      cookDate: day(-7),
      plannedQty: 900,
      madeQty: 1000,
      wastedQty: 250,
      state: 'done',
    },
    { componentId, cookDate: day(-6), plannedQty: 500, madeQty: 500, state: 'done' },
    { componentId, cookDate: day(-5), plannedQty: 500, state: 'planned' },
    {
      componentId,
      cookDate: day(-20),
      plannedQty: 500,
      madeQty: 500,
      wastedQty: 500,
      state: 'done',
    },
  ]);
}

async function delivered(
  meal: MealReply,
  date: string,
  status: 'delivered' | 'missed' | 'cancelled',
) {
  const { db } = t.context;
  const { id } = await aPaidOrder(t, { orderItems: [anItem(meal)] });
  await db
    .insert(deliverySlots)
    .values({ date, window: '11:00-13:00', maxDeliveries: 20 })
    .onConflictDoNothing();
  const [delivery] = await db
    .update(deliveries)
    .set({ date, status })
    .where(eq(deliveries.orderId, id))
    .returning();
  await db.update(orderItems).set({ mealDate: date }).where(eq(orderItems.orderId, id));
  return assertDefined(delivery, 'a delivery');
}

/** On Tuesdays: 1, 1, 1 and 1 lunch before, then 2 in the week that is asked for; a missed dinner; a lunch cancelled once cooked. */
async function writeWeeks() {
  for (const week of [5, 4, 3, 2]) await delivered(lunch, day(-7 * week), 'delivered');
  await delivered(lunch, day(-7), 'delivered');
  await delivered(lunch, day(-7), 'delivered');
  await delivered(dinner, day(-7), 'missed');
  const cancelled = await delivered(lunch, day(-7), 'cancelled');
  const at = new Date(t.context.clock());
  await t.context.db.insert(deliveryEvents).values({
    deliveryId: cancelled.id,
    status: 'cancelled',
    statusBefore: 'cooked',
    isDecisive: true,
    at,
    receivedAt: at,
    changeId: randomUUID(),
    date: cancelled.date,
    window: cancelled.window,
  });
}

async function food(query = `?week=${day(-7)}`): Promise<FoodFiguresReply> {
  const reply = await staff.get(`/api/admin/figures/food${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

async function mealOf(meal: MealReply) {
  return assertDefined(
    (await food()).meals.find(({ mealId }) => mealId === meal.id),
    meal.name,
  );
}

describe('of a week', () => {
  test('the margin is what was charged without GST, less food and packaging', async () => {
    const cents = Math.round(Number(lunch.price) * 100);
    const revenue = Math.floor((2 * cents * 10) / 11 + 0.5);
    expect(await mealOf(lunch)).toMatchObject({
      portions: 2,
      revenue: (revenue / 100).toFixed(2),
      costOfOne: '0.90',
      cost: '1.80',
      margin: ((revenue - 180) / 100).toFixed(2),
      marginTenths: Math.floor(((revenue - 180) / revenue) * 1000 + 0.5),
      cancelledOnceCooked: 1,
      missed: 0,
      wasteCost: '0.90',
    });
  });

  test('what is not known is not known, and says why', async () => {
    expect(await mealOf(dinner)).toMatchObject({
      portions: 1,
      costOfOne: null,
      cost: null,
      margin: null,
      marginTenths: null,
      unpriced: ['Saffron'],
      hasRecipe: true,
      missed: 1,
      wasteCost: null,
    });
  });

  test('a meal that nobody chose is there too', async () => {
    expect(await mealOf(idle)).toMatchObject({ portions: 0, revenue: '0.00', costOfOne: '0.40' });
  });

  test('what only one meal needs would no longer be bought without it', async () => {
    expect((await mealOf(dinner)).usedOnlyByIt).toEqual({
      components: [],
      ingredients: ['Saffron'],
    });
    expect((await mealOf(lunch)).usedOnlyByIt).toEqual({ components: [], ingredients: [] });
  });

  test('components say what was thrown away and what that cost', async () => {
    expect((await food()).components).toEqual([
      {
        componentId: expect.any(Number),
        name: 'Sauce',
        baseUnit: 'g',
        made: 1500,
        wasted: 250,
        wasteCost: '1.00',
      },
    ]);
  });

  test('the forecast is made of the weeks before alone, and too few of them make none', async () => {
    const { forecasts } = await food();
    expect(forecasts).toEqual([
      expect.objectContaining({
        mealId: lunch.id,
        name: lunch.name,
        week: day(-7),
        forecast: 1,
        actual: 2,
        off: 1,
        daysWithout: 0,
      }),
      expect.objectContaining({
        mealId: dinner.id,
        forecast: 0,
        actual: 0,
        daysWithout: 1,
        actualWithout: 1,
      }),
    ]);
    const before = await food(`?week=${day(-14)}`);
    expect(before.forecasts).toMatchObject([{ mealId: lunch.id, forecast: 0, daysWithout: 1 }]);
  });

  test('the files say the same, with empty cells for what is not known', async () => {
    const file = await staff.get(`/api/admin/figures/food.csv?week=${day(-7)}`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain(`meal,${dinner.name},1,portion,`);
    expect(file.body).toMatch(new RegExp(`meal,${dinner.name},1,portion,[\\d.]+,,,,,0,1,,\\r\\n`));
    expect(file.body).toContain('component,Sauce,1500,g,,,,,,,,250,1.00');
    const forecasts = await staff.get(`/api/admin/figures/forecasts.csv?week=${day(-7)}`);
    expect(forecasts.body).toContain(`${day(-7)},${lunch.name},1,2,1,0,0`);
  });

  test('a week that has not begun is refused', async () => {
    const reply = await staff.get(`/api/admin/figures/food?week=${addDays(day(0), 70)}`);
    expect(reply.json()).toMatchObject({ fields: { week: 'Choose a week that has begun' } });
  });
});
