/** Each rule of food is broken in the database, as a mistake of the software would, and found. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { checkFood } from '#areas/office/server/check-system.ts';
import { findMenuFaults } from '#areas/menu/server/site.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { findFoodFaults } from './checks.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let office: StaffClient;
let meal: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
  meal = (await menuOf(t)).find(
    ({ mealType, allergens }) => mealType === 'lunch' && !allergens?.includes('sesame'),
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
  await aPaidOrder(t, {
    people: [{ name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] }],
    orderItems: [anItem(meal)],
  });
  t.setNow(`${day(0)}T00:30:00Z`);
});

async function say(...statuses: string[]) {
  const [{ id } = { id: 0 }] = (await office.get(`/api/admin/deliveries?date=${day(0)}`)).json<
    { id: number }[]
  >();
  for (const status of statuses) {
    const body = { deliveries: [{ id }], status, confirm: CONFIRMED };
    const reply = await office.post('/api/admin/deliveries/status', body);
    expect(reply.json()).toMatchObject({ results: [{ ok: true }] });
  }
}

const MIA_EATS_NO_MEAL = sql`update people set avoid = '{rice,chicken,egg,pasta,tomato,onion}', allergens = '{egg,fish,milk,soy,wheat,sesame}'`;
const MIA_WROTE = 'Mia is allergic to lupin';
const PACKER_MISSES_IT = sql`insert into pack_ticks (delivery_id, item_id, meal_id, person_id, state, reason, at, staff_id, staff_name, key)
  select delivery_id, id, meal_id, person_id, 'missing', 'damaged', now(), gen_random_uuid(), 'Ana', gen_random_uuid() from order_items`;

test.each<[string, string[], SQL]>([
  ['G1', ['cooked', 'packed', 'out'], MIA_EATS_NO_MEAL],
  [
    'G1 G10',
    ['cooked', 'packed'],
    sql`${MIA_EATS_NO_MEAL}; delete from food_marks;
      insert into food_matters (kind, order_id, delivery_id, item_id, person_name, meal_name, why, opened_at)
        select 'clash', order_id, delivery_id, id, '', '', '', '2026-01-08' from order_items`,
  ],
  ['G4', [], sql`${MIA_EATS_NO_MEAL}; delete from food_marks`],
  [
    'G4',
    ['cooked'],
    sql`update people set allergens = '{egg,peanut}';
      insert into meal_versions (meal_id, version, facts)
        select distinct meal_id, -1, '{"allergens": ["milk", "peanut"]}'::jsonb from order_items;
      update order_items set cooked_versions = '{-1}'; delete from food_marks`,
  ],
  [
    'G6',
    [],
    sql.raw(`update orders set special_instructions = '${MIA_WROTE}'; delete from food_marks`),
  ],
  [
    'G6',
    [],
    sql.raw(`update checkouts set frozen_order =
        jsonb_set(frozen_order, '{customer,specialInstructions}', '"${MIA_WROTE}"');
      update orders set special_instructions = '${MIA_WROTE}'; delete from food_marks`),
  ],
  [
    'G10',
    [],
    sql`${MIA_EATS_NO_MEAL}; delete from food_marks;
      insert into food_matters (kind, order_id, delivery_id, item_id, person_name, meal_name, why, opened_at)
        select 'clash', order_id, delivery_id, id, 'Mia', '', 'contains PINE NUT', now() from order_items`,
  ],
  ['G5', ['cooked', 'packed', 'out', 'delivered'], MIA_EATS_NO_MEAL],
  [
    'G7',
    ['cooked', 'packed'],
    sql`alter table pack_checks disable trigger user; delete from pack_checks; alter table pack_checks enable trigger user`,
  ],
  ['G11', ['cooked', 'packed', 'out'], PACKER_MISSES_IT],
])('%s is found to be broken after %j', async (rule, statuses, breaks) => {
  await say(...statuses);
  expect(await findFoodFaults(t.context.db, t.context.clock())).toEqual([]);
  expect(await checkFood(t.context)).toMatchObject({ state: 'ok' });
  await t.context.db.execute(breaks);
  const faults = await findFoodFaults(t.context.db, t.context.clock());
  expect(faults.map((fault) => fault.rule.split(' ')[0])).toEqual(rule.split(' '));
  expect((await checkFood(t.context)).says).toContain('Mia');
});

test('G8: what is sold and contains by its recipe what it does not declare is found', async () => {
  const { checked, faults } = await dryRun(t.context.db, async (tx) => {
    await seedSampleRecipes(tx as never, t.context.clock());
    expect(await findMenuFaults(tx, t.context.clock())).toEqual([]);
    await tx.execute(sql`update ingredients set contains = contains || '{lupin}'`);
    const context = { ...t.context, db: tx as never };
    return {
      faults: await findMenuFaults(tx, t.context.clock()),
      checked: await checkFood(context),
    };
  });
  expect(faults).toContainEqual({
    rule: 'G8 nothing public is at odds with its own text, diets or recipe',
    example: `${meal.name}: its recipe contains lupin`,
  });
  expect(checked.state).toBe('failure');
});

test.each(['{"allergens": ["sesame"], "reason": "", "staffEmail": "a@b.c"}', '{"allergens": []}'])(
  'the database takes no exception that does not say who agreed to what, and why: %s',
  async (override) => {
    const write = t.context.db.execute(sql`update order_items set override = ${override}::jsonb`);
    await expect(write).rejects.toMatchObject({
      cause: { constraint: 'order_items_override' },
    });
  },
);

test('what was eaten long ago is not judged', async () => {
  await say('cooked', 'packed', 'out', 'delivered');
  await t.context.db.execute(MIA_EATS_NO_MEAL);
  t.setNow(`${day(40)}T00:30:00Z`);
  expect(await findFoodFaults(t.context.db, t.context.clock())).toEqual([]);
});
