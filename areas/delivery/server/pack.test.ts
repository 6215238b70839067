/** Packing: two packers at one bag, allergies that someone has to look at, and portions that are missing. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryChangesReply } from '#areas/orders/calls/deliveries.ts';
import type { PackBagReply, PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { packChecks, packTicks } from '#areas/order-book/server/tables/packing.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let office: StaffClient;
let ana: Packer;
let ben: Packer;
let lunch: MealReply;
let other: MealReply;

const ORDERED_AT = '2026-01-07T02:00:00Z';
const TODAY = day(0);

type Packer = Awaited<ReturnType<typeof aPacker>>;

async function aPacker(firstName: string) {
  const { cookie } = await signedInStaff(t, { role: 'packer', firstName, lastName: 'Packer' });
  const headers = { cookie };
  return {
    get: (url: string) => t.app.inject({ url, headers }),
    post: (url: string, body: object) =>
      t.app.inject({ method: 'POST', url: `/api/pack/${url}`, headers, body }),
  };
}

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
  ana = await aPacker('Ana');
  ben = await aPacker('Ben');
  const lunches = (await menuOf(t)).filter(
    ({ mealType, allergens }) => mealType === 'lunch' && allergens && !allergens.includes('almond'),
  );
  [lunch, other] = [lunches[0]!, lunches[1]!];
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow(ORDERED_AT);
});
afterEach(() => checkInvariants(t.context.db));

const atNoon = () => t.setNow(`${TODAY}T00:00:00Z`);

/** Mia, who must not eat almonds, and Raj. */
const forTwo = () => ({
  people: [
    { name: 'Mia', calorieTarget: 1200 as const, allergens: ['almond' as const] },
    { name: 'Raj', calorieTarget: 1500 as const },
  ],
  orderItems: [anItem(lunch), anItem(lunch, { personName: 'Raj' })],
});

async function theDay(packer = ana, query = ''): Promise<PackDayReply> {
  const reply = await packer.get(`/api/pack/day${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<PackDayReply>();
}

const theBag = async (packer = ana): Promise<PackBagReply> => (await theDay(packer)).bags[0]!;

const portionsOf = ({ people }: PackBagReply) => people.flatMap(({ items }) => items);

type Say = { state?: string; reason?: string; key?: string };

const tick = (
  packer: Packer,
  bag: PackBagReply,
  index: number,
  { state = 'ticked', key = randomUUID(), ...rest }: Say = {},
) =>
  packer.post('ticks', {
    deliveryId: bag.id,
    itemId: portionsOf(bag)[index]!.id,
    state,
    key,
    ...rest,
  });

const close = (packer: Packer, bag: PackBagReply, change: object = {}) =>
  packer.post('bags', { deliveryId: bag.id, status: 'packed', key: randomUUID(), ...change });

async function checkEveryone(packer: Packer, bag: PackBagReply) {
  for (const { id, food, allergens } of bag.people) {
    if (allergens.length === 0) continue;
    const reply = await packer.post('checks', { deliveryId: bag.id, personId: id, food });
    expect(reply.statusCode, reply.body).toBe(200);
  }
}

async function packAll(packer: Packer, bag: PackBagReply) {
  await checkEveryone(packer, bag);
  for (const index of portionsOf(bag).keys()) await tick(packer, bag, index);
  const reply = await close(packer, bag);
  expect(reply.statusCode, reply.body).toBe(200);
}

/** As the edit dialog sends it; `swapped`: the portion that becomes `other`. */
async function edit(id: number, swapped?: number): Promise<void> {
  const { customer, orderItems: sold } = await office.order(id);
  const reply = await office.put(`/api/admin/orders/${id}`, {
    customer,
    orderItems: sold.map(({ id: itemId, mealId, deliveryDate, mealType, personName }) => ({
      id: itemId,
      mealId: itemId === swapped ? other.id : mealId,
      deliveryDate,
      mealType,
      personName,
    })),
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

test('two packers at one bag: both ticks are kept, and it is packed once', async () => {
  await aPaidOrder(t, {
    ...forTwo(),
    people: forTwo().people.map(({ name, calorieTarget }) => ({ name, calorieTarget })),
  });
  atNoon();
  const bag = await theBag();
  const replies = await Promise.all([tick(ana, bag, 0), tick(ben, bag, 1)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(portionsOf(await theBag()).map(({ state, by }) => [state, by])).toEqual([
    ['ticked', 'Ana Packer'],
    ['ticked', 'Ben Packer'],
  ]);
  const closed = await Promise.all([close(ana, bag), close(ben, bag)]);
  expect(closed.map((reply) => reply.json())).toMatchObject([
    { ok: true, status: 'packed' },
    { ok: true, status: 'packed' },
  ]);
  const events = await t.context.db
    .select()
    .from(deliveryEvents)
    .where(eq(deliveryEvents.deliveryId, bag.id));
  expect(events.filter(({ isDecisive }) => isDecisive)).toHaveLength(1);
});

describe('a tick', () => {
  test('counts once, however often it is sent, and its key is of no other tick', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    const key = randomUUID();
    for (let count = 0; count < 3; count += 1)
      expect((await tick(ana, bag, 0, { key })).statusCode).toBe(200);
    expect(await t.context.db.select().from(packTicks)).toHaveLength(1);
    expect((await tick(ana, bag, 1, { key })).json()).toMatchObject({ code: 'key_reused' });
    await tick(ben, bag, 0, { state: 'unticked' });
    expect(portionsOf(await theBag())[0]).toMatchObject({ state: 'open', by: null });
    // The first one again, late: the last word holds.
    await tick(ana, bag, 0, { key });
    expect(portionsOf(await theBag())[0]).toMatchObject({ state: 'open' });
  });

  test('is for a portion of the bag, and not of another day', async () => {
    await aPaidOrder(t, forTwo());
    await aPaidOrder(t, { orderItems: [anItem(other)] });
    atNoon();
    const [first, second] = (await theDay()).bags;
    const foreign = await ana.post('ticks', {
      deliveryId: first!.id,
      itemId: portionsOf(second!)[0]!.id,
      state: 'ticked',
      key: randomUUID(),
    });
    expect(foreign.json()).toMatchObject({ code: 'other_bag' });
    t.setNow(ORDERED_AT);
    expect((await tick(ana, first!, 0)).statusCode).toBe(404);
    expect((await close(ana, first!)).statusCode).toBe(404);
  });

  test('cannot be taken out of a packed bag, which has to be opened first', async () => {
    await aPaidOrder(t, { orderItems: [anItem(lunch)] });
    atNoon();
    const bag = await theBag();
    await packAll(ana, bag);
    expect((await tick(ben, bag, 0, { state: 'unticked' })).json()).toMatchObject({
      code: 'already_packed',
    });
    expect((await tick(ben, bag, 0)).statusCode).toBe(200);
    expect((await close(ben, bag, { status: 'cooked' })).json()).toMatchObject({
      status: 'cooked',
    });
    expect((await tick(ben, bag, 0, { state: 'unticked' })).statusCode).toBe(200);
  });
});

describe('a bag is not packed', () => {
  test('while a portion is neither ticked nor missing', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    await checkEveryone(ana, bag);
    await tick(ana, bag, 0);
    const reply = await close(ana, bag);
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'not_ticked' }]);
    expect((await theBag()).status).toBe('planned');
  });

  test('by any route of a packer while an allergy is not acknowledged; the office’s bulk is written down', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    await tick(ana, bag, 0);
    await tick(ana, bag, 1);
    expect((await close(ana, bag)).json()).toMatchObject({
      code: 'not_checked',
      message: 'Check Mia’s allergies first.',
    });
    expect((await close(ana, bag, { confirm: CONFIRMED })).json()).toEqual({
      code: 'not_checked',
      message: 'Check Mia’s allergies first.',
    });
    await checkEveryone(ana, bag);
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: 'Ana Packer' });
    expect((await close(ana, bag)).json()).toMatchObject({ status: 'packed' });
    const [kept] = await t.context.db.select().from(packChecks);
    expect(kept).toMatchObject({ staffName: 'Ana Packer', at: new Date(t.context.clock()) });
    expect(kept!.food).toContain('Mia: no almond');
    expect(kept!.food).toContain(lunch.name);
    await close(ana, bag, { status: 'cooked' });
    const sendBulk = (confirm: string[]) =>
      office.post('/api/admin/deliveries/status', {
        deliveries: [{ id: bag.id }],
        status: 'packed',
        confirm,
      });
    expect((await sendBulk([])).json()).toMatchObject({
      results: [{ ok: false, code: 'not_checked', canConfirm: true }],
    });
    expect((await sendBulk(['not_checked'])).json()).toMatchObject({ results: [{ ok: true }] });
    const events = await t.context.db.select().from(deliveryEvents).orderBy(deliveryEvents.id);
    expect(events.at(-1)).toMatchObject({
      status: 'packed',
      staffName: 'Noah Chef',
      confirmed: ['not_checked'],
    });
    const checks = await t.context.db.select().from(packChecks).orderBy(packChecks.id);
    expect(checks.at(-1)).toMatchObject({ staffName: 'Noah Chef', reopened: 1 });
  });

  test('without a look because someone confirmed it and took that back', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    await tick(ana, bag, 0);
    await tick(ana, bag, 1);
    const pack = (confirm: string[]) =>
      office.post('/api/admin/deliveries/status', {
        deliveries: [{ id: bag.id }],
        status: 'packed',
        confirm,
      });
    const { changeId } = (await pack(['not_checked'])).json<DeliveryChangesReply>();
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: 'Noah Chef' });
    await office.post('/api/admin/deliveries/undo', { changeId });
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: null });
    expect((await close(ana, bag)).json()).toMatchObject({ code: 'not_checked' });
    // A packer's own look stays, whatever is taken back.
    await checkEveryone(ana, bag);
    const packed = (await pack([])).json<DeliveryChangesReply>();
    await office.post('/api/admin/deliveries/undo', { changeId: packed.changeId });
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: 'Ana Packer' });
  });

  test('again without another look once it was opened again', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    await packAll(ana, bag);
    await close(ana, bag, { status: 'cooked' });
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: null });
    expect((await close(ana, bag)).json()).toMatchObject({ code: 'not_checked' });
  });

  test('with a meal of which nothing is declared for someone with allergies', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const [item] = await t.context.db.select().from(orderItems);
    const [sold] = await t.context.db.select().from(meals).where(eq(meals.id, item!.mealId));
    const declare = (allergens: Allergen[] | null) =>
      t.context.db.update(meals).set({ allergens }).where(eq(meals.id, item!.mealId));
    const before = await theBag();
    await checkEveryone(ana, before);
    await declare(null);
    const bag = await theBag();
    expect(bag.people[0]).toMatchObject({ checkedBy: null, items: [{ allergens: null }] });
    const [{ id, food }] = bag.people as [PackBagReply['people'][number]];
    expect(
      (await ana.post('checks', { deliveryId: bag.id, personId: id, food })).json(),
    ).toMatchObject({ code: 'call_kitchen' });
    await tick(ana, bag, 0);
    await tick(ana, bag, 1);
    const refused = (await close(ana, bag)).json<{ code: string; message: string }>();
    expect(refused).toMatchObject({ code: 'allergy_open' });
    expect(refused.message).toContain('allergens not declared');
    await declare([]);
    expect((await theBag()).people[0]).toMatchObject({ checkedBy: null });
    await declare(sold!.allergens);
  });
});

describe('what waited on a tablet', () => {
  test('is kept once, however often it is sent, also by two packers at one bag', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
    const everything = async (packer: Packer, [first, second, closed]: readonly string[]) => {
      await checkEveryone(packer, bag);
      await tick(packer, bag, 0, { key: first! });
      await tick(packer, bag, 1, { key: second! });
      return close(packer, bag, { key: closed });
    };
    await everything(ana, keys);
    await everything(ben, [randomUUID(), randomUUID(), randomUUID()]);
    const again = await everything(ana, keys);
    expect(again.json()).toMatchObject({ ok: true, status: 'packed' });
    expect(await t.context.db.select().from(packTicks)).toHaveLength(4);
    expect(await t.context.db.select().from(packChecks)).toHaveLength(1);
    const events = await t.context.db.select().from(deliveryEvents);
    expect(events.filter(({ isDecisive }) => isDecisive)).toHaveLength(1);
  });

  test('is sent by nobody but the person who said it', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const whole = await theDay(ana);
    const [bag] = whole.bags as [PackBagReply];
    const [mia] = bag.people;
    const said = { deliveryId: bag.id, staffId: whole.staffId };
    const [portion] = portionsOf(bag);
    const words = {
      ticks: { ...said, itemId: portion!.id, state: 'ticked', key: randomUUID() },
      checks: { ...said, personId: mia!.id, food: mia!.food, reopened: bag.reopened },
      bags: { ...said, status: 'packed', key: randomUUID() },
      undo: { ...said, key: randomUUID() },
    };
    for (const [url, body] of Object.entries(words)) {
      const reply = await ben.post(url, body);
      expect([url, reply.statusCode, reply.json()]).toMatchObject([
        url,
        401,
        { code: 'other_person' },
      ]);
    }
    expect(await t.context.db.select().from(packTicks)).toEqual([]);
    expect(await t.context.db.select().from(packChecks)).toEqual([]);
    expect((await ana.post('ticks', words.ticks)).statusCode).toBe(200);
  });

  test('is no look at a bag that was opened again since', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    const bag = await theBag();
    const { id, food } = bag.people[0]!;
    await packAll(ben, bag);
    await close(ben, bag, { status: 'cooked' });
    const late = { deliveryId: bag.id, personId: id, food, reopened: bag.reopened };
    expect((await ana.post('checks', late)).json()).toMatchObject({ code: 'changed_meanwhile' });
    expect((await theBag()).people[0]!.checkedBy).toBeNull();
    const { reopened } = await theBag();
    expect((await ana.post('checks', { ...late, reopened })).statusCode).toBe(200);
  });

  test('may be kept until midnight in the kitchen', async () => {
    await aPaidOrder(t, forTwo());
    atNoon();
    expect((await theDay()).until).toBe(`${TODAY}T14:00:00.000Z`);
  });
});

test('the check on a label is that of its portion now, until the portion changes', async () => {
  const { id } = await aPaidOrder(t, { orderItems: [anItem(lunch)] });
  const lookAt = async (query: string) => portionsOf((await theDay(ana, query)).bags[0]!)[0]!;
  atNoon();
  const before = await lookAt('');
  const printed = await office.get(`/api/admin/labels?orderId=${id}`);
  expect(printed.statusCode).toBe(200);
  expect((await lookAt('')).check).toBe(before.check);
  await edit(id, before.id);
  expect(await lookAt('')).toMatchObject({ id: before.id });
  expect((await lookAt('')).check).not.toBe(before.check);
});

test('what was looked at is what is acknowledged', async () => {
  await aPaidOrder(t, forTwo());
  atNoon();
  const bag = await theBag();
  const reply = await ana.post('checks', {
    deliveryId: bag.id,
    personId: bag.people[0]!.id,
    food: `${bag.people[0]!.food} and more`,
  });
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'changed_meanwhile' }]);
});

test('a missing portion shows on Today and at the cook’s meal at once, and the bag goes short only when said so', async () => {
  await aPaidOrder(t, {
    ...forTwo(),
    orderItems: [anItem(lunch), anItem(other, { personName: 'Raj' })],
  });
  atNoon();
  const bag = await theBag();
  await checkEveryone(ana, bag);
  await tick(ana, bag, 0);
  expect((await tick(ana, bag, 1, { state: 'missing' })).statusCode).toBe(400);
  expect((await tick(ana, bag, 1, { state: 'missing', reason: 'not_cooked' })).statusCode).toBe(
    200,
  );
  const shortOnToday = () => office.today('short');
  const shortAtCook = async () =>
    (await office.dayToCook(TODAY)).trays.find(({ mealId }) => mealId === other.id)!.short;
  expect(await shortOnToday()).toMatchObject([
    {
      title: `Stop 1, Mia Nguyễn: ${other.name} is missing`,
      detail: 'not cooked · 11am-1pm',
    },
  ]);
  expect(await shortAtCook()).toEqual([1]);
  expect((await close(ana, bag)).json()).toMatchObject({ code: 'short', canConfirm: true });
  const isShort = [bag.people[1]!.items[0]!.id];
  expect((await close(ana, bag, { isShort })).json()).toMatchObject({
    status: 'packed',
  });
  const [event] = await t.context.db.select().from(deliveryEvents);
  expect(event).toMatchObject({ status: 'packed', confirmed: ['short'] });
  expect((await shortOnToday())[0]!.detail).toContain('packed short');
  expect(await shortAtCook()).toEqual([]);
});

test('a bag that someone has open says so to others, for two minutes', async () => {
  await aPaidOrder(t, forTwo());
  atNoon();
  const { id: deliveryId } = await theBag();
  expect((await ana.post('claims', { deliveryId })).json()).toEqual({ claimedBy: null });
  expect((await theBag(ben)).claimedBy).toBe('Ana Packer');
  expect((await theBag(ana)).claimedBy).toBeNull();
  expect((await ben.post('claims', { deliveryId })).json()).toEqual({ claimedBy: 'Ana Packer' });
  t.advanceMinutes(3);
  expect((await theBag(ben)).claimedBy).toBeNull();
  expect((await ben.post('claims', { deliveryId })).json()).toEqual({ claimedBy: null });
  await ben.post('claims', { deliveryId, isLeft: true });
  expect((await theBag(ana)).claimedBy).toBeNull();
});

test('an order that is edited opens its packed bag again, and what changed is to be looked at again', async () => {
  const { id } = await aPaidOrder(t, forTwo());
  const untouched = await aPaidOrder(t, { orderItems: [anItem(lunch)] });
  atNoon();
  const bags = (await theDay()).bags;
  for (const bag of bags) await packAll(ana, bag);
  await edit(untouched.id);
  const [mias] = await t.context.db.select().from(orderItems).where(eq(orderItems.orderId, id));
  await edit(id, mias!.id);
  const after = (await theDay()).bags;
  const changed = after.find(({ people }) => people.length === 2)!;
  expect(changed).toMatchObject({ status: 'planned', isChanged: true });
  expect(
    portionsOf(changed)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(['open', 'ticked']);
  expect(changed.people[0]!.checkedBy).toBeNull();
  expect(after.find(({ people }) => people.length === 1)).toMatchObject({ status: 'packed' });
});

test('no reply says anything of money, email, phone, street or another day', async () => {
  const { orderNumber } = await aPaidOrder(t, forTwo());
  await aPaidOrder(t, {
    orderItems: [anItem(lunch, { mealDate: day(1), deliveryDate: day(1) })],
  });
  await aPaidOrder(t, {
    orderItems: [anItem(lunch, { mealDate: day(3), deliveryDate: day(3) })],
  });
  atNoon();
  const { body } = await ana.get('/api/pack/day');
  expect(body).toContain('Cleveland');
  expect(body).toContain('Mia');
  for (const secret of [
    A_CUSTOMER.email,
    '@',
    '0412',
    '+61',
    'Shore',
    '$',
    'price',
    'cents',
    orderNumber,
    day(1),
  ])
    expect(body.toLowerCase(), secret).not.toContain(secret.toLowerCase());
  expect((await theDay(ana, `?date=${day(1)}`)).bags).toHaveLength(1);
  for (const date of [day(-1), day(2), day(3)])
    expect((await ana.get(`/api/pack/day?date=${date}`)).statusCode, date).toBe(400);
});

test('a slip is taken back within ten seconds by the person who made it, and needs no other look', async () => {
  await aPaidOrder(t, forTwo());
  atNoon();
  const bag = await theBag();
  await checkEveryone(ana, bag);
  await tick(ana, bag, 0);
  await tick(ana, bag, 1);
  const key = randomUUID();
  await close(ana, bag, { key });
  expect((await ben.post('undo', { deliveryId: bag.id, key })).statusCode).toBe(409);
  expect((await ana.post('undo', { deliveryId: bag.id, key })).json()).toMatchObject({
    ok: true,
    status: 'planned',
  });
  expect((await theBag()).people[0]).toMatchObject({ checkedBy: 'Ana Packer' });
});
