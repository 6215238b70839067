/** What must be so before a bag is packed and leaves, through the doors of office, packer and driver. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GivenFoodReply } from '#areas/orders/calls/food-to-settle.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { DriveDayReply, DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { PackBagReply, PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { DeliveryChangesReply, DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { PreparedPerson } from '#areas/order-book/rules/prepared-order.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { writeText } from '#areas/messages/server/write-text.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { LOST_INSTRUCTIONS } from '#areas/payments/server/reconcile.ts';
import { driverNotices } from '#areas/order-book/server/tables/deliveries.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { writeUnasked } from '#quality/support/write-unasked.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAY = day(0);
/** Half an hour before its window, 4pm to 6pm in Brisbane. */
const HALF_PAST_THREE = `${DAY}T05:30:00Z`;
const WINDOW = '16:00-18:00' as const;

let t: TestApp;
let office: StaffClient;
let packer: StaffClient;
let driver: StaffClient;
let curry: MealReply;
let chilli: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  [office, packer, driver] = await Promise.all([
    aStaffClient(t),
    aStaffClient(t, { role: 'packer' }),
    aStaffClient(t, { role: 'driver' }),
  ]);
  [curry, chilli] = (await menuOf(t)).filter(
    ({ mealType, allergens }) => mealType === 'dinner' && !allergens?.includes('sesame'),
  ) as [MealReply, MealReply];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
});
afterEach(async () => {
  await saveCurry({});
  await checkInvariants(t.context.db);
});

async function saveCurry(change: Partial<MealReply>): Promise<void> {
  const { id, ...facts } = curry;
  const reply = await office.put(`/api/meals/${id}`, { ...facts, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
}
const withSesame = () =>
  saveCurry({
    allergens: [...(curry.allergens ?? []), 'sesame'],
    ingredients: `${curry.ingredients}, sesame oil (sesame)`,
  });

const MIA: PreparedPerson = { name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] };
const BEN: PreparedPerson = { name: 'Ben', calorieTarget: 1500 };

/** Delivered at half past three on that day, a curry for each. */
async function anOrderFor(...people: PreparedPerson[]) {
  const order = await aPaidOrder(t, {
    people,
    orderItems: people.map(({ name }) =>
      anItem(curry, { personName: name, deliveryWindow: WINDOW }),
    ),
  });
  t.setNow(HALF_PAST_THREE);
  return order;
}

const theDelivery = async () =>
  (await office.get(`/api/admin/deliveries?date=${DAY}`)).json<DeliveryReply[]>()[0]!;
const theBag = async () =>
  (await packer.get('/api/pack/day')).json<PackDayReply>().bags[0] as PackBagReply;

async function say(status: string, confirm: string[] = [], isShort: number[] = []) {
  const { id } = await theDelivery();
  const body = { deliveries: [{ id, isShort }], status, confirm };
  const reply = await office.post('/api/admin/deliveries/status', body);
  return reply.json<DeliveryChangesReply>().results[0]!;
}
async function drive(
  status: string,
  { confirm = [] as string[], at = new Date(t.context.clock()).toISOString() } = {},
) {
  const { id: deliveryId } = await theDelivery();
  const report = { key: randomUUID(), deliveryId, status, at, confirm, starts: true };
  const reply = await driver.post('/api/drive/reports', {
    deviceId: randomUUID(),
    staffId: driver.staff.id,
    reports: [report],
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DriveReportsReply>().results[0]!;
}
const close = async (isShort: number[] = []) => {
  const { id: deliveryId } = await theBag();
  const body = { deliveryId, status: 'packed', key: randomUUID(), isShort };
  return (await packer.post('/api/pack/bags', body)).json();
};
async function tick(itemId: number, state = 'ticked', reason?: string) {
  const { id: deliveryId } = await theBag();
  const body = { deliveryId, itemId, state, reason, key: randomUUID() };
  const reply = await packer.post('/api/pack/ticks', body);
  expect(reply.statusCode, reply.body).toBe(200);
}
async function check(bag: PackBagReply, name: string) {
  const { id: personId, food } = bag.people.find((person) => person.name === name)!;
  return packer.post('/api/pack/checks', { deliveryId: bag.id, personId, food });
}
async function pack() {
  const bag = await theBag();
  for (const { items } of bag.people) for (const { id } of items) await tick(id);
  for (const { name, allergens } of bag.people) if (allergens.length > 0) await check(bag, name);
  expect(await close()).toMatchObject({ ok: true });
}
const kinds = async () =>
  [...new Set((await t.context.db.select().from(messages)).map(({ kind }) => kind))].filter(
    (kind) => kind.startsWith('delivery'),
  );

describe('the office’s “packed”', () => {
  test('asks for each thing that nobody has said', async () => {
    await anOrderFor(MIA);
    expect(await say('packed')).toMatchObject({ code: 'not_ticked', canConfirm: true });
    const ticked = ['not_ticked'];
    expect(await say('packed', ticked)).toMatchObject({ code: 'not_checked', canConfirm: true });
    expect(await say('packed', [...ticked, 'not_checked'])).toMatchObject({ ok: true });
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: 'Noah Chef' });
  });

  test('opens no hold, whatever is confirmed', async () => {
    await anOrderFor(MIA);
    await withSesame();
    const refused = await say('packed', ['not_ticked', 'not_checked', 'not_packed']);
    expect(refused).toMatchObject({ ok: false, code: 'allergy_open' });
    expect(refused).not.toHaveProperty('canConfirm');
    expect(await say('cooked')).toMatchObject({ ok: false, code: 'allergy_open' });
  });

  test('confirms nothing that cannot be confirmed', async () => {
    await anOrderFor(BEN);
    const { id } = await theDelivery();
    const body = { deliveries: [{ id }], status: 'packed', confirm: ['allergy_open'] };
    const reply = await office.post('/api/admin/deliveries/status', body);
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['confirm.0']]);
  });
});

describe('a driver', () => {
  test('takes no unpacked bag of someone with needs, and reads no reason', async () => {
    await anOrderFor(MIA);
    const confirm = ['not_packed', 'not_checked', 'too_early'];
    const refused = await drive('out', { confirm });
    expect(refused).toMatchObject({ ok: false, code: 'not_checked', status: 'planned' });
    expect(JSON.stringify(refused)).not.toMatch(/Mia|allerg|sesame/i);
    const { stops } = (await driver.get('/api/drive/day')).json<DriveDayReply>();
    expect(stops).toMatchObject([{ gate: 'wait', leavesFrom: `${DAY}T04:00:00.000Z` }]);
    expect(await kinds()).toEqual([]);
  });

  test('is asked about a run that leaves too early', async () => {
    await anOrderFor(BEN);
    t.setNow(`${DAY}T03:00:00Z`);
    await pack();
    t.setNow(`${DAY}T03:59:00Z`);
    expect(await drive('out')).toMatchObject({ code: 'too_early', canConfirm: true });
    t.setNow(`${DAY}T04:00:00Z`);
    expect(await drive('out')).toMatchObject({ ok: true });
  });

  test('leaves with no order that waits for a decision', async () => {
    await anOrderFor(BEN);
    await pack();
    await t.context.db.update(orders).set({ status: 'pending', pendingReason: 'slot_full' });
    expect(await drive('out')).toMatchObject({ ok: false, code: 'undecided' });
    await t.context.db.update(orders).set({ status: 'confirmed', pendingReason: null });
  });

  test('who left without signal has left', async () => {
    await anOrderFor(BEN);
    const at = `${DAY}T05:17:00.000Z`;
    expect(await drive('out', { at })).toMatchObject({ ok: true, status: 'out' });
  });

  test('says what happened at the door, packed or not', async () => {
    await anOrderFor(BEN);
    expect(await drive('delivered')).toMatchObject({ ok: true, status: 'delivered' });
  });
});

const open = async () =>
  (await office.get('/api/admin/given-food')).json<GivenFoodReply[]>().map(({ kind, why }) => ({
    kind,
    why,
  }));

describe('what has left owes a call', () => {
  test('when nobody looked at an allergy, until it comes back', async () => {
    await anOrderFor(MIA);
    const at = `${DAY}T05:17:00.000Z`;
    expect(await drive('out', { at })).toMatchObject({ ok: true });
    expect(await open()).toEqual([
      { kind: 'left_unchecked', why: 'nobody checked their allergies' },
    ]);
    expect(await office.today('call')).toMatchObject([
      { title: expect.stringContaining('allergies of Mia') },
    ]);
    expect(await drive('packed')).toMatchObject({ ok: true });
    expect(await open()).toEqual([]);
    const { stops } = (await driver.get('/api/drive/day')).json<DriveDayReply>();
    expect(stops).toMatchObject([{ gate: 'wait' }]);
    expect(await drive('out', { confirm: ['not_checked'] })).toMatchObject({
      ok: false,
      code: 'not_checked',
    });
    expect(await say('out', ['not_checked'])).toMatchObject({ ok: true });
    expect(await open()).toEqual([]);
  });

  test('when a meal on hold is on the road, and the hold stays when it comes back', async () => {
    await anOrderFor(MIA);
    await pack();
    await withSesame();
    t.setNow(`${DAY}T05:40:00Z`);
    expect(await drive('out', { at: `${DAY}T05:30:30.000Z` })).toMatchObject({ ok: true });
    expect((await open()).map(({ kind }) => kind)).toEqual(['left_held']);
    const notices = (await t.context.db.select().from(driverNotices)).map(({ kind }) => kind);
    expect(notices).toEqual(['on_hold']);
    expect(await drive('packed')).toMatchObject({ ok: true });
    expect(await open()).toEqual([]);
    expect(await drive('out')).toMatchObject({ code: 'allergy_open' });
  });

  test('when a portion is missing: they read what is, and it stays open until it is settled', async () => {
    await anOrderFor(BEN, { ...BEN, name: 'Raj' });
    const [bens, rajs] = (await theBag()).people.map(({ items }) => items[0]!.id);
    await tick(bens!);
    await tick(rajs!, 'missing', 'damaged');
    const missing = [{ itemId: rajs, mealName: curry.name, personName: 'Raj' }];
    // No list of what is confirmed opens it, nor the name of another portion.
    for (const isShort of [[], [bens!]])
      expect(await say('packed', [...CONFIRMED], isShort)).toMatchObject({
        code: 'short',
        message: `${curry.name} for Raj is missing. Send it short?`,
        canConfirm: true,
        missing,
      });
    expect(await say('packed', [], [rajs!])).toMatchObject({ ok: true });
    const onThePhone = async () =>
      (await driver.get('/api/drive/day')).json<DriveDayReply>().stops[0];
    expect(await onThePhone()).toMatchObject({ meals: 2, missing: 1, isTold: false });
    expect(await drive('out')).toMatchObject({ ok: true });
    expect(await onThePhone()).toMatchObject({ missing: 1, isTold: false });
    await t.context.db.update(messages).set({ state: 'sent' });
    expect(await onThePhone()).toMatchObject({ missing: 1, isTold: true });
    await t.context.db.update(messages).set({ state: 'waiting' });
    const [out] = (await t.context.db.select().from(messages)).filter(
      ({ kind }) => kind === 'delivery_out',
    );
    const email = await writeEmail(t.context, out!);
    const said = email?.text.replaceAll(/\s+/g, ' ');
    expect(said).toContain('1 of your 2 meals left our kitchen at');
    expect(said).toContain(`Missing: ${curry.name} for Raj. We’ll be in touch about it.`);
    const text = (await t.context.db.select().from(messages)).find(
      ({ kind, channel }) => kind === 'delivery_out' && channel === 'text',
    );
    expect((await writeText(t.context, text!))?.text.body).toContain(
      'on the way. 1 of 2 meals missing, sorry. ',
    );
    expect(await drive('delivered')).toMatchObject({ ok: true });
    t.setNow(`${day(3)}T00:00:00Z`);
    expect(await open()).toEqual([{ kind: 'short', why: 'damaged' }]);
    expect(await office.today('short')).toHaveLength(1);
    const [{ id } = { id: 0 }] = (await office.get('/api/admin/given-food')).json<
      GivenFoodReply[]
    >();
    const wrong = await office.post(`/api/admin/given-food/${id}/calls`, {
      result: 'reaction',
      calls: 0,
    });
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['result']]);
    await office.post(`/api/admin/given-food/${id}/calls`, { result: 'told', calls: 0 });
    expect(await open()).toEqual([]);
    expect(await office.today('short')).toEqual([]);
    t.setNow(`${DAY}T08:00:00Z`);
    expect(await onThePhone()).toMatchObject({ missing: 1, isTold: true });
  });

  test('and what they were told of on the road is not opened again at the door, but when it goes out again', async () => {
    await anOrderFor(BEN, { ...BEN, name: 'Raj' });
    const [bens, rajs] = (await theBag()).people.map(({ items }) => items[0]!.id);
    await tick(bens!);
    await tick(rajs!, 'missing', 'damaged');
    await say('packed', [], [rajs!]);
    await drive('out');
    const tell = async () => {
      const [matter] = (await office.get('/api/admin/given-food')).json<GivenFoodReply[]>();
      const body = { result: 'told', calls: 0 };
      await office.post(`/api/admin/given-food/${matter!.id}/calls`, body);
    };
    await tell();
    expect(await drive('packed')).toMatchObject({ ok: true });
    t.setNow(`${DAY}T05:40:00Z`);
    expect(await drive('out')).toMatchObject({ ok: true });
    expect(await open()).toEqual([{ kind: 'short', why: 'damaged' }]);
    await tell();
    expect(await drive('delivered')).toMatchObject({ ok: true });
    expect(await open()).toEqual([]);
  });
});

describe('an order whose note nobody has answered, as from before such questions', () => {
  const writeNote = async (text: string) => {
    const [only] = await t.context.db.select().from(orders);
    await writeUnasked(t.context.db, only!.id, text);
  };

  test('holds the meal that it may be about, and no other', async () => {
    const allergen = curry.allergens!.find((one) => !chilli.allergens?.includes(one))!;
    await aPaidOrder(t, {
      people: [BEN],
      orderItems: [curry, chilli].map((meal, index) =>
        anItem(meal, { personName: 'Ben', deliveryWindow: WINDOW, mealDate: day(index) }),
      ),
    });
    t.setNow(HALF_PAST_THREE);
    await writeNote(`Ben is allergic to ${allergen}`);
    expect((await theBag()).isOnHold).toBe(true);
    const refused = await say('packed', CONFIRMED);
    expect(refused).toMatchObject({ ok: false, code: 'allergy_open' });
    expect(refused.message).toContain(`${curry.name} for Ben: nobody has answered “Ben is`);
    const sheet = await office.get(`/api/admin/prep-sheet?date=${DAY}&format=csv`);
    expect(sheet.body.split(`not answered: ${allergen.toUpperCase()}`)).toHaveLength(2);
    await writeNote('Side gate');
    expect(await say('packed', CONFIRMED)).toMatchObject({ ok: true });
  });

  test('holds all of an order that lost its allergies in a restore', async () => {
    await anOrderFor(BEN);
    await writeNote(LOST_INSTRUCTIONS);
    expect(await say('cooked')).toMatchObject({ code: 'allergy_open' });
  });
});

describe('a bag that goes on hold on the road', () => {
  test('is not handed over: the server refuses, until its driver says that they have it', async () => {
    await anOrderFor(MIA);
    await pack();
    expect(await drive('out')).toMatchObject({ ok: true });
    await withSesame();
    const { stops } = (await driver.get('/api/drive/day')).json<DriveDayReply>();
    expect(stops).toMatchObject([{ gate: 'stop' }]);
    const refused = await drive('delivered');
    expect(refused).toMatchObject({
      ok: false,
      code: 'given_held',
      message: 'HOLD: do not hand over. Call the kitchen.',
      status: 'out',
    });
    expect(JSON.stringify(refused)).not.toMatch(/Mia|sesame/iu);
    expect((await theDelivery()).status).toBe('out');
    expect((await open()).map(({ kind }) => kind)).toEqual(['left_held']);
    expect(await drive('delivered', { confirm: ['given_held'] })).toMatchObject({ ok: true });
    expect((await open()).map(({ kind }) => kind)).toEqual(['given_held']);
    expect(await kinds()).not.toContain('delivery_missed');
  });

  test('was handed over before anyone could know: that is a fact, and they are warned', async () => {
    await anOrderFor(MIA);
    await pack();
    expect(await drive('out')).toMatchObject({ ok: true });
    await withSesame();
    t.setNow(`${DAY}T06:00:00Z`);
    expect(await drive('delivered', { at: `${DAY}T05:50:00.000Z` })).toMatchObject({ ok: true });
    expect((await open()).map(({ kind }) => kind)).toEqual(['given_held']);
  });
});

describe('a portion on hold', () => {
  test('is left out of its bag, which goes short without it', async () => {
    await anOrderFor(MIA, BEN);
    await withSesame();
    const bag = await theBag();
    const [mias, bens] = bag.people.map(({ items }) => items[0]!.id);
    await tick(bens!);
    expect(await close()).toMatchObject({ code: 'allergy_open' });
    await tick(mias!, 'missing', 'on_hold');
    expect((await theBag()).isOnHold).toBe(false);
    expect(await close()).toMatchObject({
      code: 'short',
      canConfirm: true,
      missing: [{ itemId: mias, personName: 'Mia' }],
    });
    expect(await close([mias!])).toMatchObject({ ok: true });
    expect(await drive('out')).toMatchObject({ ok: true });
    expect(await drive('delivered')).toMatchObject({ ok: true });
    expect((await t.context.db.select().from(messages)).map(({ kind }) => kind)).not.toContain(
      'food_warning',
    );
  });

  test('beside another meal of the same person: only the other is checked', async () => {
    await aPaidOrder(t, {
      people: [MIA],
      orderItems: [curry, chilli].map((meal, index) =>
        anItem(meal, { personName: 'Mia', deliveryWindow: WINDOW, mealDate: day(index) }),
      ),
    });
    t.setNow(HALF_PAST_THREE);
    await withSesame();
    const bag = await theBag();
    expect((await check(bag, 'Mia')).json()).toMatchObject({ code: 'call_kitchen' });
    const { items } = bag.people[0]!;
    await tick(items.find(({ mealId }) => mealId === curry.id)!.id, 'missing', 'on_hold');
    await tick(items.find(({ mealId }) => mealId === chilli.id)!.id);
    expect((await check(bag, 'Mia')).json()).toEqual({ ok: true });
    const gone = items.find(({ mealId }) => mealId === curry.id)!.id;
    expect(await close([gone])).toMatchObject({ ok: true });
  });
});
