/** What was said of a person in the order, on every sheet, label, page and file that it reaches. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomerFileReply } from '#areas/customers/calls/customers.ts';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { foodClaimsIn } from '#quality/support/food-claims.ts';
import { pdfRuns, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let plain: MealReply;
let cashew: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  const hasNut = ({ allergens }: MealReply) => TREE_NUTS.some((nut) => allergens?.includes(nut));
  cashew = menu.find(({ allergens }) => allergens?.includes('cashew'))!;
  plain = menu.find(
    (meal) =>
      meal.allergens?.length === 0 ||
      (meal.allergens && !hasNut(meal) && !meal.allergens.includes('peanut')),
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(sql`truncate printed_documents cascade`);
});

const NEEDS = {
  allergens: [...TREE_NUTS, 'peanut' as const],
  avoid: ['lychee'],
  diets: ['vegetarian' as const],
  note: 'hates mushrooms',
};

/** Mia cannot have nuts, and Ben eats everything: two helpings each. */
const aFamilysOrder = () =>
  aPaidOrder(t, {
    people: [
      { name: 'Mia', calorieTarget: 1200, ...NEEDS },
      { name: 'Ben', calorieTarget: 1800 },
    ],
    orderItems: [
      anItem(plain),
      anItem(plain, { personName: 'Ben' }),
      anItem(plain, { personName: 'Ben' }),
    ],
  });

const getPdf = async (path: string) => {
  const reply = await staff.get(path);
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  return (await pdfRuns(reply.rawPayload)).map(({ runs }) => textOf(runs));
};
const csvOf = async (path: string) => (await staff.get(path)).body;

test('reaches label, sheet, daily prep and the customer’s own page', async () => {
  const order = await aFamilysOrder();
  const labels = await getPdf(`/api/admin/labels?orderId=${order.id}&stock=label_4x6in`);
  const withBand = labels.filter((label) => label.includes('ALLERGYMIA:ALLTREENUTS,PEANUT,LYCHEE'));
  expect(withBand.length).toBeGreaterThan(0);
  expect(labels.filter((label) => label.startsWith('Ben') && label.includes('ALLERGY'))).toEqual(
    [],
  );
  expect(labels.join()).toContain('Note:hatesmushrooms');
  expect(labels.join()).toMatch(/BenF?\S*1\/2.*Ben\S*2\/2/);
  const [delivery] = await getPdf(`/api/admin/labels?orderId=${order.id}&kind=delivery`);
  expect(delivery).toContain('ALLERGYMIA:ALLTREENUTS,PEANUT,LYCHEE');

  const [sheet] = await getPdf(`/api/admin/prep-sheet?date=${day(0)}&format=pdf`);
  expect(sheet).toContain('forMia(alltreenuts,peanut,lychee;note:hatesmushrooms):cleanbench');
  expect(sheet).not.toContain('forBen(');
  const rows = (await csvOf(`/api/admin/prep-sheet?date=${day(0)}&format=csv`)).split('\r\n');
  expect(
    rows.filter((row) => row.includes('"all tree nuts, peanut, lychee",vegetarian,hates')),
  ).toHaveLength(1);

  const bench = (await staff.get(`/api/bench?date=${day(0)}`)).json<BenchReply>();
  const specials = bench.days[0]!.trays.flatMap((tray) => tray.specials);
  expect(specials.map(({ verdict, person, text }) => [verdict, person, text])).toEqual([
    [
      'clean_bench',
      'Mia',
      'for Mia (all tree nuts, peanut, lychee; note: hates mushrooms): clean bench',
    ],
  ]);
});

test('no printout claims that something is not in a meal', async () => {
  await aPaidOrder(t, {
    people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['lupin'], diets: ['gluten free'] }],
    orderItems: [anItem(plain), anItem(cashew)],
  });
  const on = `date=${day(0)}`;
  const printouts = await Promise.all(
    [
      `/api/admin/labels?${on}&kind=all`,
      `/api/admin/prep-sheet?${on}&format=pdf`,
      `/api/admin/run-sheet?${on}&format=pdf`,
    ].map(async (path) => pdfPages((await staff.get(path)).rawPayload)),
  );
  const texts = printouts.flat().map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.flatMap(foodClaimsIn)).toEqual([]);
  expect(
    texts.filter((text) => text.includes('Traces of other allergens are possible')),
  ).not.toEqual([]);
});

test('makes labels and prep sheet out of date when staff change it, or agree to a meal against it', async () => {
  const { id } = await aFamilysOrder();
  await getPdf(`/api/admin/labels?date=${day(0)}&stock=label_4x6in`);
  await getPdf(`/api/admin/prep-sheet?date=${day(0)}&format=pdf`);
  const stale = async () =>
    ((await staff.get(`/api/admin/papers?date=${day(0)}`)).json() as PrintoutReply[]).map(
      ({ kind, isStale, orders }) => [kind, isStale, orders.flatMap(({ lines }) => lines).join()],
    );
  expect((await stale()).map(([, isStale]) => isStale)).toEqual([false, false]);

  const { customer, orderItems } = await staff.order(id);
  const items = orderItems.map(({ id: itemId, mealId, mealType, deliveryDate, personName }) => ({
    id: itemId,
    mealId,
    mealType,
    deliveryDate,
    personName,
  }));
  const edited = await staff.put(`/api/admin/orders/${id}`, {
    customer,
    orderItems: items,
    people: [{ name: 'Mia', note: 'no onion either' }],
  });
  expect(edited.statusCode, edited.body).toBe(200);
  for (const [, isStale, lines] of await stale()) {
    expect(isStale).toBe(true);
    expect(lines).toMatch(/Food needs: .*hates mushrooms” → .*no onion either/);
  }

  await getPdf(`/api/admin/labels?date=${day(0)}&stock=label_4x6in`);
  const agreed = await staff.put(`/api/admin/orders/${id}`, {
    customer,
    orderItems: items.map((item) =>
      item.personName === 'Mia' ? { ...item, mealId: cashew.id, mealType: cashew.mealType } : item,
    ),
    overrides: [
      {
        mealId: cashew.id,
        personName: 'Mia',
        allergens: ['cashew'],
        reason: 'spoke to her mother',
      },
    ],
  });
  expect(agreed.statusCode, agreed.body).toBe(200);
  expect((await stale()).map(([, , lines]) => lines).join()).toContain('(spoke to her mother)');
  const labels = await getPdf(`/api/admin/labels?orderId=${id}&stock=label_4x6in`);
  expect(labels.join()).toContain('CONTAINSCASHEW,AGREED:spoketohermother');

  const token = await trackingTokenOf(t, id);
  const seen = (await t.app.inject(`/api/orders/track/${token}`)).json() as TrackedOrderReply;
  expect(
    seen.deliveries.flatMap(({ items: theirs }) => theirs.map((item) => item.agreed)),
  ).toContain('Contains cashew, as agreed with you: spoke to her mother');
});

test('stands in the file of all that is held about the customer', async () => {
  await aFamilysOrder();
  const reply = await staff.post('/api/admin/customers/file', { email: A_CUSTOMER.email });
  expect(reply.statusCode, reply.body).toBe(200);
  const file = JSON.stringify(reply.json() as CustomerFileReply);
  for (const words of ['"cashew"', '"vegetarian"', 'hates mushrooms', '"override":null']) {
    expect(file).toContain(words);
  }
});
