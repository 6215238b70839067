import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { dailyTotals } from '#areas/printouts/rules/daily-totals.ts';
import { countServed } from '#areas/kitchen/server/count-portions.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { writeUnasked } from '#quality/support/write-unasked.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunch: MealReply;
let dinner: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  const menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

const NOTHING_YET = { done: 0, short: [] };

const writeInstructions = (id: number, text: string) => writeUnasked(t.context.db, id, text);

test('the bench names whose portion is on hold and why, also of someone without any needs', async () => {
  const { db } = t.context;
  const keeps = (days: number | null, canFreeze: boolean | null) =>
    db.execute(
      sql`update meals set shelf_life_days = ${days}, freezable = ${canFreeze} where id = ${lunch.id}`,
    );
  const eaten = { personName: 'Ben', mealDate: day(2), deliveryDate: day(0) };
  await aPaidOrder(t, { orderItems: [anItem(lunch, eaten)] });
  await keeps(1, false);
  onTestFinished(async () => void (await keeps(lunch.shelfLifeDays ?? null, lunch.freezable)));
  const reply = await staffClient.get(`/api/bench?date=${day(0)}`);
  const trays = reply.json<BenchReply>().days[0]!.trays;
  expect(trays.map(({ windows: [window], specials }) => [window?.held, specials])).toEqual([
    [
      1,
      [
        expect.objectContaining({
          verdict: 'on_hold',
          person: 'Ben',
          text: expect.stringMatching(/^ON HOLD for Ben: keeps until .+\. Do not cook$/),
        }),
      ],
    ],
  ]);
  const sheet = await staffClient.get(`/api/admin/prep-sheet?date=${day(0)}&preview=true`);
  expect((await pdfPages(sheet.rawPayload)).join()).toContain('ON HOLD for Ben: keeps until');
});

test('a day shows what to cook, by meal and window', async () => {
  await aPaidOrder(t, {
    orderItems: [anItem(dinner, { personName: 'Ben', mealDate: day(1) }), anItem(lunch)],
  });
  const special = await aPaidOrder(t);
  await writeInstructions(special.id, 'Severe nut allergy');
  await aPaidOrder(t, {
    orderItems: [anItem(dinner, { deliveryWindow: '16:00-18:00' })],
  });
  const { trays, ...totals } = await staffClient.dayToCook(day(0));
  expect(totals).toEqual({
    deliveries: 3,
    meals: 3,
    giftCards: 0,
    waiting: { orders: 0, meals: 0 },
  });
  expect(trays).toEqual([
    {
      mealId: lunch.id,
      name: lunch.name,
      window: '11:00-13:00',
      count: 1,
      held: 1,
      ...NOTHING_YET,
    },
    {
      mealId: dinner.id,
      name: dinner.name,
      window: '11:00-13:00',
      count: 1,
      held: 0,
      ...NOTHING_YET,
    },
    {
      mealId: dinner.id,
      name: dinner.name,
      window: '16:00-18:00',
      count: 1,
      held: 0,
      ...NOTHING_YET,
    },
  ]);
});

test('the database counts what the bags hold, on a day of every kind of order', async () => {
  await writeRandomOrders(t.context.db, 60, day(0));
  await t.context.db.execute(
    sql`update deliveries set made_on = date - 1 where id in (select min(id) from deliveries where status = 'planned')`,
  );
  await holdSome();
  const bags = dailyTotals(await listBags(t.context.db, { date: day(0) }, defaultBusiness));
  const counted = await staffClient.dayToCook(day(0));
  expect([counted.meals, counted.deliveries]).toEqual([bags.meals, bags.deliveries]);
  const lines = (all: { window: string; mealId: number; count: number; held: number }[]) =>
    all
      .map(({ window, mealId, count, held }) => `${window} ${mealId}: ${count} + ${held}`)
      .toSorted();
  expect(lines(counted.trays)).toEqual(
    lines(
      bags.windows.flatMap(({ window, byMeal }) =>
        byMeal.map(({ onHold: held, ...meal }) => ({ ...meal, window, held })),
      ),
    ),
  );
  // Unlike others they are not paid for, which the invariants would find.
  await t.clearOrders();
});

/** Some of each: a word that is left out, thrown out in the kitchen, a reaction that nothing else tells of. */
async function holdSome(): Promise<void> {
  const { db } = t.context;
  await db.execute(sql`update people set avoid = '{garlic}' where id % 9 = 0`);
  await db.execute(
    sql`update order_items set is_thrown_out = true, cooked_versions = '{1}' where id % 13 = 0`,
  );
  await db.execute(sql`with quiet as (
      update orders set email = 'zoe@example.com' where id = (select max(o.id) from orders o join deliveries d on d.order_id = o.id
        where d.date = ${day(0)} and o.status = 'confirmed' and o.special_instructions = '')
      returning id)
    insert into food_matters (kind, order_id, person_name, meal_name, why, opened_at)
    select 'reaction', quiet.id, p.name, 'Curry', 'hives', now() from quiet join people p on p.order_id = quiet.id and p.position = 1`);
}

test('cancelled orders never appear', async () => {
  const { id } = await aPaidOrder(t);
  await staffClient.delete(`/api/admin/orders/${id}`);
  expect(await staffClient.dayToCook(day(0))).toMatchObject({ meals: 0, deliveries: 0 });
});

test('nothing of a pending order is cooked, packed or printed until it is decided, and the bench says so', async () => {
  const { id } = await aPaidOrder(t, { orderItems: [anItem(lunch), anItem(dinner)] });
  await aPaidOrder(t);
  const setStatus = (status: string) =>
    staffClient.put(`/api/admin/orders/${id}/status`, { status });
  await setStatus('pending');
  expect(await staffClient.dayToCook(day(0))).toMatchObject({
    meals: 1,
    deliveries: 1,
    waiting: { orders: 1, meals: 2 },
  });
  const labels = await staffClient.get(`/api/admin/labels?orderId=${id}`);
  expect(labels.json()).toMatchObject({ code: 'undecided' });
  const sheet = await staffClient.get(`/api/admin/prep-sheet?date=${day(0)}`);
  expect((await pdfPages(sheet.rawPayload)).join(' ')).toContain(
    'Waiting for a decision, not cooked: 1 order, 2 meals.',
  );
  const plan = await t.context.db.transaction((tx) =>
    countServed(tx, { from: day(0), to: day(0) }),
  );
  expect(plan).toEqual([{ mealId: lunch.id, date: day(0), window: '11:00-13:00', portions: 1 }]);
  await setStatus('confirmed');
  expect(await staffClient.dayToCook(day(0))).toMatchObject({
    meals: 3,
    deliveries: 2,
    waiting: { orders: 0, meals: 0 },
  });
});

test('what is on the road when its order becomes pending still counts for its day', async () => {
  const { id } = await aPaidOrder(t);
  t.setNow(`${day(0)}T02:00:00Z`);
  const [delivery] = (await staffClient.get(`/api/admin/deliveries?date=${day(0)}`)).json<
    { id: number }[]
  >();
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id: delivery!.id }],
    status: 'out',
  });
  await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'pending' });
  expect(await staffClient.dayToCook(day(0))).toMatchObject({ meals: 1, waiting: { orders: 0 } });
  t.setNow('2026-01-07T02:00:00Z');
});

test('an impossible date is refused', async () => {
  for (const query of ['date=', 'date=2026-02-30', 'date=0000-01-01', 'day=2026-01-13']) {
    expect((await staffClient.get(`/api/bench?${query}`)).statusCode).toBe(400);
  }
  expect((await t.app.inject('/api/bench')).statusCode).toBe(401);
});
