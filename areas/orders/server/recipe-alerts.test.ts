import type { CookedAnswer } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { desc, eq, isNull } from 'drizzle-orm';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { RecipeAlertReply, RecipesToSettleReply } from '#areas/orders/calls/food-to-settle.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOpenCheckout, day, menuOf, pay, place } from '#quality/support/an-order.ts';
import { pdfRuns, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let staff: StaffClient;
/** A dinner without almond, and what it was. */
let meal: MealReply;
let other: MealReply;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  menu = await menuOf(t);
  meal = menu.find(
    ({ name, allergens, freezable }) =>
      name !== '' && allergens?.includes('milk') && !allergens.includes('almond') && freezable,
  )!;
  other = menu.find(
    ({ id, mealType, allergens }) =>
      id !== meal.id && mealType === meal.mealType && allergens && !allergens.includes('almond'),
  )!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(messages);
  await save({});
});

async function save(
  change: Partial<MealReply> & { cooked?: CookedAnswer },
): Promise<StaffMealReply> {
  const { id, ...facts } = meal;
  const reply = await staff.put(`/api/meals/${id}`, { ...facts, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

async function cook(orderId: number): Promise<number> {
  const [delivery] = (await staff.order(orderId)).deliveries;
  const reply = await staff.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id: delivery!.id }],
    status: 'cooked',
  });
  expect(reply.json()).toMatchObject({ results: [{ ok: true }] });
  return delivery!.id;
}

const withAlmond = () => ({
  allergens: ['almond' as const, ...meal.allergens!],
  ingredients: `${meal.ingredients}, almond meal (almond)`,
});

type Needs = Partial<PreparedOrder['people'] extends (infer P)[] | undefined ? P : never>;

function mias(needs: Needs = { allergens: ['almond'] }): Partial<PreparedOrder> {
  return {
    people: [{ name: 'Mia', calorieTarget: 1200, ...needs }],
    orderItems: [anItem(meal)],
  };
}

async function listed(): Promise<RecipesToSettleReply> {
  const reply = await staff.get('/api/admin/recipe-alerts');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

async function onlyAlert(): Promise<RecipeAlertReply> {
  const { recipes } = await listed();
  const alerts = recipes.flatMap((recipe) => recipe.alerts);
  expect(alerts).toHaveLength(1);
  return alerts[0]!;
}

const kinds = async () =>
  (await listed()).recipes.flatMap(({ alerts }) => alerts.map(({ kind }) => kind));
const settle = (body: object) => staff.post('/api/admin/recipe-alerts/settle', body);
const rows = () => t.context.db.select().from(foodMatters);
const emailsOf = async (kind: 'recipe_alert' | 'order_recipe_changed' | 'order_changed') => {
  const found = await t.context.db.select().from(messages).where(eq(messages.kind, kind));
  return Promise.all(found.map((message) => writeEmail(t.context, message)));
};
const brokenRules = () => findBrokenRules(t.context);

describe('when almond is added after Mia, who cannot have it, has paid', () => {
  test('her meal is on hold until staff settle it; they are told by email, alarm and audit trail', async () => {
    const { orderNumber } = await aPaidOrder(t, mias());
    await save(withAlmond());
    const { recipes, open } = await listed();
    expect([open, recipes[0]?.mealName, recipes[0]?.total]).toEqual([1, meal.name, 1]);
    expect(recipes[0]?.change).toBe('almond added');
    expect(recipes[0]?.savedBy).toBe(staff.staff.email);
    expect(await onlyAlert()).toMatchObject({
      kind: 'stop',
      personName: 'Mia',
      why: `${meal.name} for Mia contains almond.`,
      orderNumber,
      phone: '+61412345678',
      price: meal.price,
      canBeAgreed: true,
    });
    const [email] = await emailsOf('recipe_alert');
    expect(email?.subject).toBe(`Food to settle: ${meal.name}: almond added`);
    expect(email?.text).toMatch(/1 person in 1 delivery/);
    expect(email?.text).not.toMatch(/Mia|RT-/);
    const metrics = await readMetrics(t.context);
    expect(metrics.recipeAlerts).toEqual({ open: 1, held: 1 });
    const alarms = findAlarms(t.context, metrics, { isCurrent: true, upForSeconds: 1 });
    expect(alarms.map(({ id }) => id)).toContain('recipe_alerts');
    const [last] = await t.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(last).toMatchObject({ action: 'meal.recipe_alerts', after: { people: 1, stops: 1 } });
    expect(await brokenRules()).toEqual([]);
    await t.context.db.update(foodMatters).set({ settledAt: new Date() });
    expect(await brokenRules()).toMatchObject([{ rule: expect.stringMatching(/^G4/) }]);
  });

  test('a slip is printed in place of her label, the bag’s says HOLD, and older printouts are stale', async () => {
    await aPaidOrder(t, mias());
    const before = await staff.get(`/api/admin/labels?date=${day(0)}&kind=all`);
    expect(before.statusCode, before.body).toBe(200);
    const printouts = async () => (await staff.get(`/api/admin/papers?date=${day(0)}`)).body;
    expect(await printouts()).not.toMatch(/almond/);
    await save(withAlmond());
    const [bag] = await listBags(t.context.db, { date: day(0) }, defaultBusiness);
    expect(bag?.items[0]).toMatchObject({
      onHold: 'contains ALMOND',
      meal: { allergens: withAlmond().allergens },
    });
    expect(await printouts()).toMatch(/Contains: almond/);
    const labelText = async (kind: 'food' | 'delivery') => {
      const file = await staff.get(`/api/admin/labels?date=${day(0)}&kind=${kind}`);
      return textOf((await pdfRuns(file.rawPayload))[0]!.runs);
    };
    expect(await labelText('delivery')).toContain('HOLD-ASKTHEOFFICE');
    const slip = await labelText('food');
    for (const said of ['ONHOLD,DONOTPACK', '1Mia', 'ContainsALMOND', 'Asktheoffice'])
      expect(slip).toContain(said);
    expect(slip).not.toContain('Ingredients');
  });

  test('swapping offers only what suits her, moves no money, and tells the customer', async () => {
    const { id } = await aPaidOrder(t, mias());
    const paid = (await staff.order(id)).total;
    await save(withAlmond());
    const alert = await onlyAlert();
    const offered = new Set(alert.swaps.map(({ mealId }) => mealId));
    expect(offered.has(other.id)).toBe(true);
    for (const each of menu.filter((one) => offered.has(one.id))) {
      expect(each.mealType).toBe(meal.mealType);
      expect(each.allergens).not.toContain('almond');
    }
    const wrong = menu.find(({ mealType }) => mealType !== meal.mealType)!;
    const refused = await settle({ ids: [alert.id], action: 'swap', mealId: wrong.id });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['mealId']]);
    const done = await settle({ ids: [alert.id], action: 'swap', mealId: other.id });
    expect(done.statusCode, done.body).toBe(200);
    expect(done.json()).toEqual({ open: 0, recipes: [] });
    const order = await staff.order(id);
    expect(order.orderItems[0]).toMatchObject({ mealId: other.id, price: meal.price });
    expect([order.total, order.balance, order.refunds]).toEqual([paid, '0.00', []]);
    const [email] = await emailsOf('order_recipe_changed');
    expect(email?.text?.replaceAll(/\s+/g, ' ')).toContain(
      `The recipe of ${meal.name} changed: it now contains almond. We took it off Mia’s order and put in ${other.name}`,
    );
    expect(await emailsOf('order_changed')).toEqual([]);
    expect(await brokenRules()).toEqual([]);
  });

  test('a refund takes the meal off and sends the money back; with nothing left the order is cancelled', async () => {
    const { id } = await aPaidOrder(t, {
      ...mias(),
      orderItems: [anItem(meal), anItem(other, { mealDate: day(1) })],
    });
    await save(withAlmond());
    const first = await settle({ ids: [(await onlyAlert()).id], action: 'refund' });
    expect(first.statusCode, first.body).toBe(200);
    const order = await staff.order(id);
    expect(order.orderItems.map(({ mealId }) => mealId)).toEqual([other.id]);
    expect([order.status, order.refundedTotal, order.balance]).toEqual([
      'confirmed',
      meal.price,
      '0.00',
    ]);

    await save({});
    const single = await aPaidOrder(t, mias());
    await save(withAlmond());
    const second = await settle({ ids: [(await onlyAlert()).id], action: 'refund' });
    expect(second.statusCode, second.body).toBe(200);
    const gone = await staff.order(single.id);
    expect([gone.status, gone.refundedTotal]).toEqual(['cancelled', gone.paid]);
    expect(await brokenRules()).toEqual([]);
  });

  test('what was paid back before is taken off and not refunded again, and the mail says so', async () => {
    const { id } = await aPaidOrder(t, {
      ...mias(),
      orderItems: [anItem(meal), anItem(other, { mealDate: day(1) })],
    });
    const { orderItems } = await staff.order(id);
    const items = orderItems.filter(({ mealId }) => mealId === meal.id).map((item) => item.id);
    const given = { part: { items }, reason: 'Late' };
    expect((await staff.refund(id, given)).statusCode).toBe(200);
    await save(withAlmond());
    const settled = await settle({ ids: [(await onlyAlert()).id], action: 'refund' });
    expect(settled.statusCode, settled.body).toBe(200);
    expect(await staff.order(id)).toMatchObject({
      refundedTotal: meal.price,
      balance: '0.00',
      refunds: [{ amount: meal.price }],
    });
    const [email] = await emailsOf('order_recipe_changed');
    expect(email?.text.replaceAll(/\s+/g, ' ')).toMatch(/It was already refunded on \w+ \d+ \w+\./);
    expect(email?.text).not.toContain(`refunding $${meal.price}`);
  });

  test('spoken to: a reason of ten characters is written on the meal, and void once the recipe changes', async () => {
    const { id } = await aPaidOrder(t, mias());
    await save(withAlmond());
    const { id: alertId } = await onlyAlert();
    const short = await settle({ ids: [alertId], action: 'spoken', note: 'she is ok' });
    expect([short.statusCode, Object.keys(short.json().fields)]).toEqual([400, ['note']]);
    const note = 'spoke to her mother, traces are fine';
    const done = await settle({ ids: [alertId], action: 'spoken', note });
    expect(done.statusCode, done.body).toBe(200);
    const [item] = (await staff.order(id)).orderItems;
    expect(item?.override).toMatchObject({ allergens: ['almond'], reason: note });
    expect(await brokenRules()).toEqual([]);
    const again = await settle({ ids: [alertId], action: 'spoken', note });
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      {
        code: 'already_settled',
        message: expect.stringMatching(/^\S.* settled it at \S+\.$/),
      },
    ]);

    await save({ ...withAlmond(), ingredients: `${withAlmond().ingredients}, tarragon` });
    expect((await staff.order(id)).orderItems[0]?.override).toBeNull();
    expect(await kinds()).toEqual(['stop']);
    expect(await brokenRules()).toEqual([]);
  });

  test('what was agreed covers what it names and nothing else', async () => {
    await aPaidOrder(t, mias({ allergens: ['almond', 'sesame'] }));
    await save(withAlmond());
    const { id } = await onlyAlert();
    const note = 'she takes a tablet with almonds';
    expect((await settle({ ids: [id], action: 'spoken', note })).statusCode).toBe(200);
    const two = {
      allergens: [...withAlmond().allergens, 'sesame' as const],
      ingredients: `${withAlmond().ingredients}, tahini (sesame)`,
    };
    await save(two);
    expect((await onlyAlert()).why).toContain('contains sesame, almond');
    await save(withAlmond());
    expect(await kinds()).toEqual([]);
    expect(await brokenRules()).toEqual([]);
  });

  test('a swap for what she can’t have either is refused by name, and nothing is settled', async () => {
    const { id } = await aPaidOrder(t, mias({ allergens: ['almond', 'sesame'] }));
    await save(withAlmond());
    const alert = await onlyAlert();
    const { id: otherId, ...facts } = other;
    const sesame = { allergens: ['sesame' as const], ingredients: 'tahini (sesame)' };
    await staff.put(`/api/meals/${otherId}`, { ...facts, ...sesame, dietaryTags: [] });
    const refused = await settle({ ids: [alert.id], action: 'swap', mealId: otherId });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'allergen_clash']);
    expect(refused.json().clashes).toMatchObject([{ personName: 'Mia', allergens: ['sesame'] }]);
    expect(await kinds()).toEqual(['stop']);
    expect((await staff.order(id)).orderItems[0]?.mealId).toBe(meal.id);
    await staff.put(`/api/meals/${otherId}`, facts);
  });

  test('a meal that is sold no more is settled like any other', async () => {
    const { id } = await aPaidOrder(t, mias());
    await save(withAlmond());
    const alert = await onlyAlert();
    await t.context.db.update(meals).set({ archivedAt: new Date() }).where(eq(meals.id, meal.id));
    await expect.poll(async () => (await menuOf(t)).some((one) => one.id === meal.id)).toBe(false);
    const done = await settle({ ids: [alert.id], action: 'swap', mealId: other.id });
    expect(done.statusCode, done.body).toBe(200);
    expect((await staff.order(id)).orderItems[0]?.mealId).toBe(other.id);
    await t.context.db.update(meals).set({ archivedAt: null }).where(eq(meals.id, meal.id));
    await expect.poll(async () => (await menuOf(t)).some((one) => one.id === meal.id)).toBe(true);
  });

  test('a hold that is over by now is not refunded', async () => {
    const { id } = await aPaidOrder(t, mias());
    await save(withAlmond());
    const alert = await onlyAlert();
    await t.context.db.update(people).set({ allergens: [] });
    const late = await settle({ ids: [alert.id], action: 'refund' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'already_settled']);
    expect((await staff.order(id)).refunds).toEqual([]);
  });

  test('put back before anyone acted, it closes itself', async () => {
    await aPaidOrder(t, mias());
    await save(withAlmond());
    await save({});
    expect(await listed()).toEqual({ open: 0, recipes: [] });
    expect(await rows()).toMatchObject([{ settledHow: 'put_right', settledBy: null }]);
    expect(await brokenRules()).toEqual([]);
  });

  test('two saves at once leave one alert, and so does a further change', async () => {
    await aPaidOrder(t, mias());
    await Promise.all([save(withAlmond()), save({ ...withAlmond(), prepTime: 9 })]);
    expect(await rows()).toHaveLength(1);
    await save({
      allergens: [...withAlmond().allergens, 'sesame'],
      ingredients: `${withAlmond().ingredients}, tahini (sesame)`,
    });
    expect((await onlyAlert()).why).toContain('contains almond.');
  });

  test('a payment at the same time finds either the old recipe and an alert, or the new one', async () => {
    const { checkout } = await anOpenCheckout(t, mias());
    await pay(t, checkout);
    await Promise.all([place(t, checkout.paymentIntentId), save(withAlmond())]);
    expect((await onlyAlert()).kind).toBe('stop');
    expect(await brokenRules()).toEqual([]);
  });
});

test('a delivery with a meal on hold is neither packed nor sent out before it is settled', async () => {
  await aPaidOrder(t, mias());
  await save(withAlmond());
  const alert = await onlyAlert();
  t.setNow(`${alert.deliveryDate}T01:00:00Z`);
  const [delivery] = (await staff.get('/api/admin/deliveries')).json<{ id: number }[]>();
  const report = async (status: string) => {
    const reply = await staff.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: delivery!.id }],
      status,
    });
    return reply.json<{ results: { ok: boolean; code?: string }[] }>().results[0];
  };
  expect(await report('packed')).toMatchObject({ ok: false, code: 'allergy_open' });
  expect(await report('out')).toMatchObject({ ok: false, code: 'allergy_open' });
  await settle({ ids: [alert.id], action: 'swap', mealId: other.id });
  expect(await report('packed')).toMatchObject({ ok: true });
  t.setNow('2026-01-07T02:00:00Z');
});

test('almond added between checkout and payment: pending, an alert, and kept with the hold', async () => {
  const { checkout } = await anOpenCheckout(t, mias());
  await save(withAlmond());
  await pay(t, checkout);
  const placed = await place(t, checkout.paymentIntentId);
  expect(placed.statusCode, placed.body).toBe(200);
  const alert = await onlyAlert();
  const order = await staff.order(alert.orderId);
  expect([order.status, order.pendingReason]).toEqual(['pending', 'recipe_changed']);
  expect(order.orderItems[0]?.meal.allergens).toEqual(withAlmond().allergens);
  expect(await emailsOf('recipe_alert')).toHaveLength(1);
  const overview = await staff.get('/api/admin/payments');
  expect(overview.json().undecidedOrders).toMatchObject([{ onHold: order.onHold }]);
  const kept = await staff.put(`/api/admin/orders/${order.id}/status`, { status: 'confirmed' });
  expect(kept.statusCode, kept.body).toBe(200);
  expect(kept.json().onHold).toEqual([`${meal.name} for Mia contains almond`]);
  expect(await brokenRules()).toEqual([]);
  await settle({ ids: [alert.id], action: 'swap', mealId: other.id });
  expect((await staff.order(order.id)).onHold).toEqual([]);
  expect(await brokenRules()).toEqual([]);
});

describe('whom a saved recipe concerns', () => {
  test.each<[string, Needs, string, () => Partial<MealReply>, string[]]>([
    ['an allergen of theirs', { allergens: ['almond'] }, '', withAlmond, ['stop']],
    ['another allergen', { allergens: ['peanut'] }, '', withAlmond, []],
    [
      'a list that is gone, with any',
      { allergens: ['peanut'] },
      '',
      () => ({ allergens: null }),
      ['stop'],
    ],
    ['a list that is gone, with none', {}, '', () => ({ allergens: null }), []],
    ['a note that speaks of it', { note: 'no almonds pls' }, '', withAlmond, ['look']],
    ['instructions that speak of it', {}, 'Nothing with almonds please', withAlmond, ['look']],
    [
      'an ingredient they wrote of',
      { note: 'hates tarragon' },
      '',
      () => ({ ingredients: `${meal.ingredients}, tarragon` }),
      ['look'],
    ],
    ['a note about something else', { note: 'hates mushrooms' }, '', withAlmond, []],
  ])('%s', async (_, needs, specialInstructions, change, expected) => {
    const { customer } = (await anOpenCheckout(t)).orderData;
    await t.clearOrders();
    const answer = { personName: 'Mia', answer: 'may_be_in' as const };
    await aPaidOrder(t, {
      ...mias(needs),
      customer: { ...customer, specialInstructions },
      foodAnswers: [needs.note, specialInstructions].flatMap((quote) =>
        quote ? [{ ...answer, quote }] : [],
      ),
    });
    await save(change());
    expect(await kinds()).toEqual(expected);
  });

  test('a diet that it fitted: tell', async () => {
    await save({ dietaryTags: ['vegetarian'] });
    await aPaidOrder(t, mias({ diets: ['vegetarian'] }));
    await save({ dietaryTags: null });
    expect(await kinds()).toEqual(['tell']);
    expect((await onlyAlert()).dietsLost).toEqual(['vegetarian']);
  });

  test('a shorter life: it stays paid and is listed, and nobody can agree to it', async () => {
    await save({ shelfLifeDays: 3, freezable: false });
    await aPaidOrder(t, {
      ...mias({}),
      orderItems: [anItem(meal, { mealDate: day(3) })],
    });
    await save({ shelfLifeDays: 2, freezable: false });
    const alert = await onlyAlert();
    expect([alert.kind, alert.canBeAgreed]).toEqual(['stop', false]);
    expect(alert.why).toContain(`keeps until ${formatDayAndMonth(day(2))}`);
    const agreed = await settle({ ids: [alert.id], action: 'spoken', note: 'they say it is fine' });
    expect([agreed.statusCode, Object.keys(agreed.json().fields)]).toEqual([400, ['action']]);
    expect(await kinds()).toEqual(['stop']);
  });

  test('nobody of a cancelled order; opened again, it says what is on hold', async () => {
    const { id } = await aPaidOrder(t, mias());
    await staff.delete(`/api/admin/orders/${id}`);
    await save(withAlmond());
    expect(await kinds()).toEqual([]);
    expect(await emailsOf('recipe_alert')).toEqual([]);
    const opened = await staff.put(`/api/admin/orders/${id}/status`, { status: 'confirmed' });
    expect(opened.statusCode, opened.body).toBe(200);
    expect(opened.json().onHold).toEqual([`${meal.name} for Mia contains almond`]);
    expect(await kinds()).toEqual(['stop']);
  });

  test('nobody whose meal has arrived, or comes from another day’s past', async () => {
    const { id } = await aPaidOrder(t, mias());
    await t.context.db
      .update(deliveries)
      .set({ status: 'delivered' })
      .where(eq(deliveries.orderId, id));
    await save(withAlmond());
    expect(await kinds()).toEqual([]);
  });

  test('what is cooked stays what it was, and concerns nobody, when the change is from now on', async () => {
    const { id } = await aPaidOrder(t, mias());
    await cook(id);
    await save({ ...withAlmond(), cooked: 'not' });
    expect(await kinds()).toEqual([]);
    expect((await staff.order(id)).orderItems[0]?.meal.allergens).toEqual(meal.allergens);
  });

  test('what is cooked was like this too unless staff say otherwise: its label is corrected, and it is on hold', async () => {
    const { id } = await aPaidOrder(t, mias());
    const delivery = await cook(id);
    await save(withAlmond());
    expect(await kinds()).toEqual(['stop']);
    expect((await staff.order(id)).orderItems[0]?.meal.allergens).toContain('almond');
    const packed = await staff.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: delivery }],
      status: 'packed',
    });
    expect(packed.json()).toMatchObject({
      results: [
        { ok: false, code: 'allergy_open', message: expect.stringContaining('contains almond') },
      ],
    });
  });

  test('before saving: how many people in how many deliveries, and nothing is stored', async () => {
    await aPaidOrder(t, mias());
    await aPaidOrder(t, {
      people: [{ name: 'Leo', calorieTarget: 1200, allergens: ['almond'] }],
      orderItems: [0, 1, 2, 3, 4].map((index) =>
        anItem(meal, { personName: 'Leo', mealDate: day(index), deliveryDate: day(index) }),
      ),
    });
    const { id, ...facts } = meal;
    const check = (change: object) =>
      staff.post(`/api/admin/meals/${id}/recipe-check`, { ...facts, ...change });
    expect((await check(withAlmond())).json()).toEqual({
      people: 2,
      deliveries: 6,
      stops: 6,
      cooked: 0,
    });
    expect((await check({})).json()).toEqual({
      people: 0,
      deliveries: 0,
      stops: 0,
      cooked: 0,
    });
    expect(await rows()).toEqual([]);
  });
});

test('an open alert follows its meal to another day, and ends when staff take the meal off', async () => {
  const { id } = await aPaidOrder(t, {
    ...mias(),
    orderItems: [anItem(meal), anItem(other, { mealDate: day(1) })],
  });
  await save(withAlmond());
  const order = await staff.order(id);
  const items = order.orderItems.map(({ id: itemId, mealId, mealType, mealDate, personName }) => ({
    id: itemId,
    mealId,
    mealType,
    mealDate,
    deliveryDate: mealDate,
    personName,
  }));
  const moved = items.map((item) =>
    item.mealId === meal.id ? { ...item, mealDate: day(2), deliveryDate: day(2) } : item,
  );
  const edit = (orderItems: object[]) =>
    staff.put(`/api/admin/orders/${id}`, { customer: order.customer, orderItems });
  expect((await edit(moved)).statusCode).toBe(200);
  expect(await onlyAlert()).toMatchObject({ kind: 'stop', deliveryDate: day(2) });
  expect(await brokenRules()).toEqual([]);
  expect((await edit(moved.filter(({ mealId }) => mealId !== meal.id))).statusCode).toBe(200);
  expect(await kinds()).toEqual([]);
  const open = await t.context.db.select().from(foodMatters).where(isNull(foodMatters.settledAt));
  expect(open).toEqual([]);
});
