/** Which food a portion is while its meal changes: cooked food stays what it was, cooked again it is food of today. */
import { eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CookedAnswer, MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { DeliveryChangesReply, DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { ClosureReply } from '#areas/delivery/calls/incidents.ts';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import { sendTexts } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { GivenFoodReply } from '#areas/orders/calls/food-to-settle.ts';
import { mealVersions } from '#areas/menu/server/tables/meals.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { pdfRuns, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const AN_ORDINARY_WEDNESDAY = '2026-01-07T02:00:00Z';
const WINDOW = '11:00-13:00';

let t: TestApp;
let staff: StaffClient;
let curry: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const free = (await menuOf(t)).filter(
    ({ mealType, allergens }) => mealType === 'dinner' && !allergens?.includes('sesame'),
  );
  [curry] = free as [MealReply];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(async () => {
  await save({});
  await checkInvariants(t.context.db);
});

async function save(
  change: Partial<MealReply> & { cooked?: CookedAnswer },
): Promise<StaffMealReply> {
  const { id, ...facts } = curry;
  const reply = await staff.put(`/api/meals/${id}`, { ...facts, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<StaffMealReply>();
}

const withSesame = (cooked?: CookedAnswer, change: Partial<MealReply> = {}) =>
  save({
    ...change,
    allergens: [...curry.allergens!, 'sesame'],
    ingredients: `${curry.ingredients}, sesame oil (sesame)`,
    ...(cooked && { cooked }),
  });

/** One curry for Mia, who cannot have sesame. */
const miasOrder = (allergens: Allergen[] = ['sesame']) =>
  aPaidOrder(t, {
    people: [{ name: 'Mia', calorieTarget: 1500, allergens }],
    orderItems: [anItem(curry)],
  });

async function report(status: string, { confirm = 'ok', date = day(0) } = {}) {
  const [delivery] = (await staff.get(`/api/admin/deliveries?date=${date}`)).json<
    DeliveryReply[]
  >();
  const reply = await staff.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id: delivery!.id }],
    status,
    reason: status === 'missed' ? 'No one home' : '',
  });
  const { changeId, results } = reply.json<DeliveryChangesReply>();
  if (confirm === 'ok') expect(results).toMatchObject([{ ok: true }]);
  return { changeId, ...results[0], id: delivery!.id };
}

async function move(sameBag: boolean) {
  t.setNow(`${day(0)}T04:00:00Z`);
  const { id } = await report('missed');
  const reply = await staff.post('/api/admin/deliveries/move', {
    ids: [id],
    date: day(1),
    timeSlot: WINDOW,
    sameBag,
  });
  expect(reply.json()).toMatchObject({ results: [{ ok: true }] });
}

const versions = async () =>
  (await t.context.db.select().from(orderItems).orderBy(orderItems.id)).map(
    ({ cookedVersions }) => cookedVersions,
  );
const allergensOf = async (id: number) =>
  (await staff.order(id)).orderItems.map(({ meal }) => meal.allergens?.includes('sesame'));

test('each change of a meal is a version that is never changed', async () => {
  const { version } = await withSesame();
  const [kept] = await t.context.db
    .select()
    .from(mealVersions)
    .where(eq(mealVersions.mealId, curry.id))
    .orderBy(mealVersions.version)
    .offset(version - 1);
  expect(kept).toMatchObject({ version, facts: { allergens: expect.arrayContaining(['sesame']) } });
  await expect(
    t.context.db.update(mealVersions).set({ facts: {} }).where(eq(mealVersions.mealId, curry.id)),
  ).rejects.toThrow();
});

test('what is planned follows the meal: it is neither packed nor taken along', async () => {
  const { id } = await miasOrder();
  expect(await versions()).toEqual([[]]);
  await withSesame();
  expect(await allergensOf(id)).toEqual([true]);
  expect(await report('packed', { confirm: 'no' })).toMatchObject({
    ok: false,
    code: 'allergy_open',
    message: expect.stringContaining('for Mia contains sesame'),
  });
  t.setNow(`${day(0)}T00:30:00Z`);
  expect(await report('out', { confirm: 'no' })).toMatchObject({ code: 'allergy_open' });
});

const onTheDay = () => t.setNow(`${day(0)}T00:00:00Z`);

test('a portion on hold is counted beside those to cook, and no tick cooks it', async () => {
  await miasOrder();
  await miasOrder([]);
  await withSesame();
  const cook = async () => (await staff.dayToCook(day(0))).trays[0];
  expect(await cook()).toMatchObject({ count: 1, held: 1, done: 0 });
  const trays = { date: day(0), window: WINDOW, mealId: curry.id, mealVersion: 99 };
  onTheDay();
  expect(await staff.say({ kind: 'tick', ...trays, count: 1 })).toMatchObject({ ok: true });
  expect(await cook()).toMatchObject({ count: 1, held: 1, done: 1 });
  const listed = (await staff.get(`/api/admin/deliveries?date=${day(0)}`)).json<DeliveryReply[]>();
  expect(listed.map(({ status }) => status).toSorted()).toEqual(['cooked', 'planned']);
});

describe('a missed bag', () => {
  test('that is kept cold is the food it was', async () => {
    const { id } = await miasOrder();
    await report('cooked');
    const before = await versions();
    await withSesame('not');
    await move(true);
    expect(await versions()).toEqual(before);
    expect(await allergensOf(id)).toEqual([false]);
  });

  test('that is cooked again is food of today, and on hold by it', async () => {
    const { id } = await miasOrder();
    await report('cooked');
    await withSesame('not');
    await move(false);
    expect(await versions()).toEqual([[]]);
    expect(await allergensOf(id)).toEqual([true]);
    expect(await report('packed', { confirm: 'no', date: day(1) })).toMatchObject({
      code: 'allergy_open',
    });
    // On no list to settle, and on hold at every door all the same.
    const tomorrow = await staff.get(`/api/pack/day?date=${day(1)}`);
    expect(tomorrow.json<PackDayReply>().bags).toMatchObject([{ isOnHold: true }]);
    const sheet = await staff.get(`/api/admin/prep-sheet?date=${day(1)}&format=csv`);
    expect(sheet.body).toContain('contains SESAME');
    const labels = await staff.get(`/api/admin/labels?date=${day(1)}&kind=food`);
    expect(textOf((await pdfRuns(labels.rawPayload))[0]!.runs)).toContain('ONHOLD,DONOTPACK');
  });
});

test('who closes a window reads first what goes on hold by cooking it again', async () => {
  await miasOrder();
  await report('cooked');
  await withSesame('not');
  const preview = async (sameBag: boolean) => {
    const days = { from: day(0), until: day(0), windows: [WINDOW] };
    const asked = { ...days, sameBag, dryRun: true };
    const reply = await staff.post('/api/admin/closures', asked);
    return reply.json<ClosureReply>().rows.map(({ choice, onHold }) => [choice, onHold]);
  };
  expect(await preview(false)).toEqual([['move', [`${curry.name} for Mia contains sesame`]]]);
  expect(await preview(true)).toEqual([['move', undefined]]);
});

test('taking back a step into the bag asks as the step did: held by now, it ends cooked', async () => {
  await miasOrder();
  await report('cooked');
  await report('packed');
  t.setNow(`${day(0)}T00:30:00Z`);
  const { changeId } = await report('out');
  await withSesame('also');
  const undone = await staff.post('/api/admin/deliveries/undo', { changeId });
  expect(undone.json()).toMatchObject({ results: [{ ok: true, status: 'cooked' }] });
});

test('taking back “cooked again” leaves its food what it was, whatever the meal has become', async () => {
  await miasOrder();
  await report('cooked');
  const before = await versions();
  await withSesame('not');
  const { changeId } = await report('planned');
  expect(await versions()).toEqual([[]]);
  const undone = await staff.post('/api/admin/deliveries/undo', { changeId });
  expect(undone.json()).toMatchObject({ results: [{ ok: true, status: 'cooked' }] });
  expect(await versions()).toEqual(before);
  await report('packed');
});

describe('ticks of the bench', () => {
  const tick = (count: number, mealVersion = 99) => {
    onTheDay();
    return staff.say({
      kind: 'tick',
      date: day(0),
      window: WINDOW,
      mealId: curry.id,
      count,
      mealVersion,
    });
  };

  test('of two recipes make food that is both', async () => {
    const first = await aPaidOrder(t, { orderItems: [anItem(curry)] });
    const second = await aPaidOrder(t, { orderItems: [anItem(curry)] });
    await tick(1);
    await withSesame();
    await tick(1);
    expect((await versions()).map(({ length }) => length)).toEqual([2, 2]);
    expect([await allergensOf(first.id), await allergensOf(second.id)]).toEqual([[true], [true]]);
    const [item] = (await staff.order(first.id)).orderItems;
    // The newest list names what either of them has.
    expect(item?.meal.ingredients).toContain('sesame oil (sesame)');
  });
});

describe('handed over although it is on hold', () => {
  const given = async () => (await staff.get('/api/admin/given-food')).json<GivenFoodReply[]>();
  const noteCall = (id: number, body: object) =>
    staff.post(`/api/admin/given-food/${id}/calls`, body);
  /** Kinds and states of what was written, once each. */
  const written = async () => {
    const rows = await t.context.db.select().from(messages).orderBy(messages.id);
    const told = rows.filter(({ kind }) => /^food_|^delivery_/.test(kind));
    return told.map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
  };
  const WARNED = ['food_warning email waiting', 'food_warning text waiting'];
  const beforeLunch = () => t.setNow(`${day(0)}T00:30:00Z`);

  async function onTheRoadOnHold(change: Partial<PreparedOrder> = {}) {
    const order = await aPaidOrder(t, {
      people: [{ name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] }],
      orderItems: [anItem(curry)],
      ...change,
    });
    for (const status of ['cooked', 'packed']) await report(status);
    beforeLunch();
    await report('out');
    await t.context.db.delete(messages).where(ne(messages.kind, 'order_confirmation'));
    await withSesame('also');
    return order;
  }

  test('is written down, and they are warned instead of being told to enjoy it', async () => {
    await onTheRoadOnHold();
    await report('delivered');
    expect(await given()).toMatchObject([
      { personName: 'Mia', mealName: curry.name, why: 'it may contain sesame', calls: [] },
    ]);
    const told = await written();
    expect(told).toEqual(expect.arrayContaining([...WARNED, 'food_alert email waiting']));
    expect(told.filter((line) => line.startsWith('delivery_delivered'))).toEqual([
      'delivery_delivered email withdrawn',
      'delivery_delivered text withdrawn',
    ]);
    expect((await staff.today())[0]).toMatchObject({ kind: 'call', level: 'hurt' });
    expect(await staff.today('on_hold')).toEqual([]);
  });

  test('reads as a warning, whole, in a text', async () => {
    await onTheRoadOnHold();
    await report('delivered');
    t.setNow(`${day(0)}T00:31:00Z`);
    await sendTexts(t.context);
    const texts = await t.context.db.select().from(messages).where(eq(messages.channel, 'text'));
    expect(texts.flatMap(({ textMessage }) => textMessage?.body ?? [])).toEqual([
      `Redlands Table: please DO NOT EAT ${curry.name} for Mia: it may contain sesame. Put it aside, call (07) 5550 0164. Reaction? Call 000.`,
    ]);
  });

  test('taken back at once, nobody is warned, and it is on hold as before', async () => {
    await onTheRoadOnHold();
    const { changeId } = await report('delivered');
    const undone = await staff.post('/api/admin/deliveries/undo', { changeId });
    expect(undone.json()).toMatchObject({ results: [{ ok: true, status: 'cooked' }] });
    expect(await given()).toEqual([]);
    expect((await written()).filter((line) => line.endsWith('waiting'))).toEqual([]);
    expect(await staff.today('on_hold')).toHaveLength(1);
    await report('out', { confirm: 'no' });
    await report('delivered');
    expect(await given()).toHaveLength(1);
  });

  test('found out a day later, while it may still be eaten', async () => {
    await miasOrder();
    for (const status of ['cooked', 'packed']) await report(status);
    beforeLunch();
    for (const status of ['out', 'delivered']) await report(status);
    expect(await given()).toEqual([]);
    t.setNow(`${day(1)}T00:00:00Z`);
    await withSesame('also');
    expect(await given()).toMatchObject([{ personName: 'Mia', why: 'it may contain sesame' }]);
    expect(await written()).toEqual(expect.arrayContaining(WARNED));
  });

  test('found out while it is in their freezer for a day to come', async () => {
    const freezable = { freezable: true, storage: 'Keep cold, or freeze on the day it arrives.' };
    await save(freezable);
    const mealDate = day(6);
    await aPaidOrder(t, {
      people: [{ name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] }],
      orderItems: [anItem(curry, { mealDate })],
    });
    for (const status of ['cooked', 'packed']) await report(status);
    beforeLunch();
    for (const status of ['out', 'delivered']) await report(status);
    t.setNow(`${day(5)}T00:00:00Z`);
    await withSesame('also', freezable);
    expect(await given()).toMatchObject([{ personName: 'Mia', why: 'it may contain sesame' }]);
  });

  test.each<[string, CookedAnswer, number]>([
    ['the recipe is another from now on', 'not', 1],
    ['its last day is over', 'also', 7],
  ])('is no matter when %s', async (_why, cooked, daysLater) => {
    await miasOrder();
    for (const status of ['cooked', 'packed']) await report(status);
    beforeLunch();
    for (const status of ['out', 'delivered']) await report(status);
    t.setNow(`${day(daysLater)}T00:00:00Z`);
    await withSesame(cooked);
    expect(await given()).toEqual([]);
  });

  test('with the whole order, the same', async () => {
    const { id } = await onTheRoadOnHold();
    const { version } = await staff.order(id);
    const reply = await staff.put(`/api/admin/orders/${id}/status`, {
      version,
      status: 'delivered',
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await given()).toHaveLength(1);
  });

  test('whom the food went to is warned too, although the payer wants to hear of deliveries alone', async () => {
    await onTheRoadOnHold({
      recipient: { firstName: 'Ben', lastName: 'Lee', phone: '0498 765 432', news: 'payer' },
    });
    await report('delivered');
    expect(await written()).toEqual(
      expect.arrayContaining([...WARNED, 'food_warning recipient_text waiting']),
    );
  });

  describe('is settled', () => {
    beforeEach(async () => {
      await onTheRoadOnHold();
      await report('delivered');
    });

    test('once someone is reached', async () => {
      const [{ id }] = (await given()) as [GivenFoodReply];
      const reply = await noteCall(id, { result: 'not_eaten', calls: 0, note: 'In the bin' });
      expect([reply.statusCode, reply.json()]).toEqual([200, []]);
      const again = await noteCall(id, { result: 'no_answer', calls: 1 });
      expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'already_settled' }]);
    });

    test('after three calls and a note, not fewer', async () => {
      const [{ id }] = (await given()) as [GivenFoodReply];
      for (const calls of [0, 1]) {
        const reply = await noteCall(id, { result: 'no_answer', calls, note: 'left a message' });
        expect(reply.json<GivenFoodReply[]>()[0]!.calls).toHaveLength(calls + 1);
      }
      const silent = await noteCall(id, { result: 'no_answer', calls: 2 });
      expect([silent.statusCode, silent.json()]).toMatchObject([
        400,
        { fields: { note: 'Please say what you tried' } },
      ]);
      const last = await noteCall(id, { result: 'no_answer', calls: 2, note: 'wrote as well' });
      expect(last.json()).toEqual([]);
    });

    test('and two who call at once read each other first', async () => {
      const [{ id }] = (await given()) as [GivenFoodReply];
      await noteCall(id, { result: 'no_answer', calls: 0 });
      const second = await noteCall(id, { result: 'no_answer', calls: 0 });
      expect([second.statusCode, second.json()]).toMatchObject([
        409,
        { code: 'changed_meanwhile' },
      ]);
      expect(await given()).toMatchObject([{ calls: [{ result: 'no_answer' }] }]);
    });
  });
});

test('a bag on hold is a STOP on the phone, stays when the run starts, and may be brought back', async () => {
  await miasOrder();
  for (const status of ['cooked', 'packed']) await report(status);
  t.setNow(`${day(0)}T00:30:00Z`);
  const gates = async () =>
    (await staff.get('/api/drive/day')).json<DriveDayReply>().stops.map(({ gate }) => gate);
  expect(await gates()).toEqual(['go']);
  await report('out');
  await withSesame('also');
  expect(await gates()).toEqual(['stop']);
  await report('packed');
  expect(await report('out', { confirm: 'no' })).toMatchObject({ code: 'allergy_open' });
});
