import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
} from '#areas/menu/server/tables/recipes.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let lunch: MealReply;
let tzatziki: number;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  lunch = assertDefined(
    (await menuOf(t)).find((meal) => meal.mealType === 'lunch'),
    'a lunch',
  );
  tzatziki = await writeRecipes();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(printedDocuments);
  await t.context.db.delete(batches);
});

/** A lunch of 100 g of tzatziki, made of yoghurt and of cucumber, a tenth of which is peel. */
async function writeRecipes(): Promise<number> {
  const { db } = t.context;
  await db.update(meals).set({ shelfLifeDays: 3 }).where(eq(meals.id, lunch.id));
  const [yoghurt, cucumber] = await db
    .insert(ingredients)
    .values([
      {
        name: 'Yoghurt',
        labelName: 'yoghurt',
        baseUnit: 'g' as const,
        storeArea: 'dairy' as const,
        contains: ['milk' as const],
        checkedAt: new Date(t.context.clock()),
        checkedBy: 'Kim',
      },
      {
        name: 'Cucumber',
        labelName: 'cucumber',
        baseUnit: 'g' as const,
        storeArea: 'produce' as const,
        lossBp: 1000,
      },
    ])
    .returning();
  const [sauce] = await db
    .insert(components)
    .values({
      name: 'Tzatziki',
      baseUnit: 'g',
      potQty: 1000,
      minQty: 0,
      keepsDays: 5,
      cookAheadDays: 2,
      handsMinutes: 30,
      cookMinutes: 0,
      chillMinutes: 0,
      steps: 'Grate, salt, squeeze, stir.',
    })
    .returning();
  const componentId = assertDefined(sauce, 'a component').id;
  await db.insert(mealRecipes).values({ mealId: lunch.id, basis: 1 });
  await db.insert(recipeLines).values([
    { mealId: lunch.id, usesComponentId: componentId, qty: 700, position: 0 },
    { componentId, ingredientId: yoghurt?.id, qty: 700, position: 0 },
    { componentId, ingredientId: cucumber?.id, qty: 300, position: 1 },
  ]);
  return componentId;
}

const PLAN = '/api/admin/production/plan';
const RANGE = `from=${day(0)}&to=${day(6)}`;

/** Text of a PDF; each is printed minutes after the one before. */
async function pdf(url: string): Promise<string> {
  t.advanceMinutes(1);
  const reply = await staff.get(url);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  return (await pdfPages(reply.rawPayload)).join('\n').replaceAll(/\s+/g, ' ');
}

const print = (more = '') => pdf(`${PLAN}.pdf?${RANGE}&forecast=off${more}`);

async function printouts(range = RANGE): Promise<PrintoutReply[]> {
  const reply = await staff.get(`${PLAN}/printouts?${range}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

async function onlyPrintout(): Promise<PrintoutReply> {
  const [printout, ...others] = await printouts();
  expect(others).toEqual([]);
  return assertDefined(printout, 'a printout');
}

/** Tuesday, Wednesday and Thursday: one cooking serves all three. */
async function threeLunches() {
  const orders = [];
  for (const index of [0, 1, 2]) {
    const item = anItem(lunch, { mealDate: day(index), deliveryDate: day(index) });
    orders.push(await aPaidOrder(t, { orderItems: [item] }));
  }
  return orders;
}

describe('the printed plan', () => {
  test('says what to send and to cook, with all that goes in, and its version', async () => {
    await threeLunches();
    const text = await print();
    const { version } = await onlyPrintout();
    for (const said of [
      'Tue 13 Jan to Mon 19 Jan 2026',
      `version ${version}`,
      'To send',
      lunch.name,
      'TZATZIKI 2.1 kg',
      '3 pots: 1.0 kg + 1.0 kg + 100 g',
      `for ${lunch.name} 3, Tue 13 Jan to Thu 15 Jan`,
      'keeps until Sun 18 Jan',
      '1,470 g Yoghurt',
      '700 g Cucumber, raw (630 g prepared)',
      'Contains milk. Label not read: Cucumber',
      'Grate, salt, squeeze, stir.',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('PREVIEW');
  });

  test('a preview is not recorded', async () => {
    await threeLunches();
    expect(await print('&preview=true')).toContain('PREVIEW');
    expect(await printouts()).toEqual([]);
  });

  test('that is printed again unchanged is one printout', async () => {
    await threeLunches();
    await print();
    await print();
    expect(await onlyPrintout()).toMatchObject({
      kind: 'plan',
      isStale: false,
      from: day(0),
      to: day(6),
    });
  });

  test('is listed where its days are shown, until a newer one has them all', async () => {
    await threeLunches();
    await pdf(`${PLAN}.pdf?from=${day(0)}&to=${day(2)}&forecast=off`);
    expect(await printouts(`from=${day(3)}&to=${day(6)}`)).toEqual([]);
    expect(await printouts(`from=${day(2)}&to=${day(6)}`)).toHaveLength(1);
    await print();
    expect(await printouts()).toMatchObject([{ from: day(0), to: day(6) }]);
  });
});

describe('an order that is cancelled after the plan was printed', () => {
  test('makes the printout stale; its slip says from how much to how much, and then it holds again', async () => {
    const [, , last] = await threeLunches();
    await print();
    expect(await onlyPrintout()).toMatchObject({ isStale: false, plan: [] });
    await staff.delete(`/api/admin/orders/${last?.id}?refund=full`);
    const stale = await onlyPrintout();
    expect(stale).toMatchObject({
      isStale: true,
      orders: [],
      meals: [{ name: lunch.name, change: -1, now: 2 }],
      plan: [
        {
          kind: 'changed',
          what: 'cook',
          date: day(0),
          text: 'Tzatziki: 2.1 kg → 1.4 kg',
          lines: ['Yoghurt 980 g', 'Cucumber 467 g'],
        },
        { kind: 'removed', what: 'send', date: day(2), text: `${lunch.name}: 1 → none` },
      ],
    });
    const slip = await pdf(`${PLAN}/printouts/${stale.id}/change-slip`);
    for (const said of [
      `Plan, version ${stale.version}`,
      'CHANGED',
      'Tzatziki: 2.1 kg → 1.4 kg',
      'Yoghurt 980 g',
    ])
      expect(slip).toContain(said);
    expect(await onlyPrintout()).toMatchObject({
      isStale: false,
      slipPrintedAt: expect.any(String),
    });
  });

  test('changes nothing on the printout once the batch is cooked', async () => {
    const [, , last] = await threeLunches();
    await print();
    const done = await staff.post('/api/admin/production/batches', {
      componentId: tzatziki,
      cookDate: day(0),
      plannedQty: 2100,
      madeQty: 2150,
    });
    expect(done.statusCode, done.body).toBe(201);
    expect(await onlyPrintout()).toMatchObject({ isStale: false });
    await staff.delete(`/api/admin/orders/${last?.id}?refund=full`);
    expect((await onlyPrintout()).plan.map(({ what }) => what)).toEqual(['send']);
  });

  test('says nothing of days that are over', async () => {
    const [first] = await threeLunches();
    await print();
    const now = t.context.clock();
    t.setNow('2026-01-14T02:00:00Z');
    await staff.delete(`/api/admin/orders/${first?.id}?refund=full`);
    expect((await onlyPrintout()).plan.filter(({ date }) => date < day(1))).toEqual([]);
    t.setNow(new Date(now).toISOString());
  });
});

test('a plan is not among the printouts of its first day, and has no slip there', async () => {
  await threeLunches();
  await print();
  const { id } = await onlyPrintout();
  expect((await staff.get(`/api/admin/papers?date=${day(0)}`)).json()).toEqual([]);
  expect((await staff.get(`/api/admin/papers/${id}/change-slip`)).statusCode).toBe(404);
  expect((await staff.get(`${PLAN}/printouts/${id + 1000}/change-slip`)).statusCode).toBe(404);
});
