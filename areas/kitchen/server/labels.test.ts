import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunch: MealReply;
let dinner: MealReply;

beforeAll(async () => {
  t = await startTestApp({ publicUrl: 'https://kitchen.example' });
  staffClient = await aStaffClient(t);
  const menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());

async function labels(query: string) {
  const reply = await staffClient.get(`/api/admin/labels?${query}`);
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  const pages = await pdfRuns(reply.rawPayload);
  return {
    fileName: /filename="(.+)"/.exec(String(reply.headers['content-disposition']))?.[1],
    labels: pages.map((page) => textOf(page.runs)),
  };
}

async function refusal(query: string) {
  const reply = await staffClient.get(`/api/admin/labels?${query}`);
  return { status: reply.statusCode, ...reply.json() };
}

async function select<Row>(query: SQL): Promise<Row[]> {
  return (await t.context.db.execute(query)).rows as Row[];
}

test('an order gets one label for each portion, or one for each delivery', async () => {
  const order = await aPaidOrder(t, {
    orderItems: [anItem(lunch), anItem(dinner, { personName: '李小龍', mealDate: day(1) })],
  });
  const food = await labels(`orderId=${order.id}`);
  expect(food.fileName).toBe(`labels-${order.orderNumber}.pdf`);
  expect(food.labels).toHaveLength(2);
  expect(food.labels[0]).toContain(squeezed(lunch.name));
  expect(food.labels[0]).toContain('EatTue13Jan,lunch');
  expect(food.labels[1]).toContain('李小龍');
  expect(food.labels[1]).toContain(squeezed(dinner.name));
  for (const label of food.labels) {
    expect(label).toContain(order.orderNumber.slice(-4));
    for (const secret of ['Shore', '0412', '+61', '$', lunch.price]) {
      expect(label).not.toContain(secret);
    }
  }
  const delivery = await labels(`orderId=${order.id}&kind=delivery`);
  expect(delivery.fileName).toBe(`delivery-labels-${order.orderNumber}.pdf`);
  expect(delivery.labels).toHaveLength(1);
  for (const words of ['Mia Nguyễn', 'Cleveland 4163', '12 Shore Street West', '2 portions']) {
    expect(delivery.labels[0]).toContain(squeezed(words));
  }
  expect((await labels(`orderId=${order.id}&kind=all`)).labels).toHaveLength(3);
  expect((await labels(`orderId=${order.id}&kind=all&stock=a4_8up`)).labels).toHaveLength(1);
});

test('a date gets the labels of its day, or of one window of it', async () => {
  await aPaidOrder(t);
  await aPaidOrder(t, { orderItems: [anItem(lunch, { deliveryWindow: '16:00-18:00' })] });
  await aPaidOrder(t, { orderItems: [anItem(lunch, { mealDate: day(3), deliveryDate: day(3) })] });
  const whole = await labels(`date=${day(0)}`);
  expect(whole.fileName).toBe('labels-2026-01-13.pdf');
  expect(whole.labels).toHaveLength(2);
  const evening = await labels(`date=${day(0)}&window=4pm-6pm`);
  expect(evening.fileName).toBe('labels-2026-01-13-4pm-6pm.pdf');
  expect(evening.labels).toHaveLength(1);
  expect(evening.labels[0]).toContain('4pm-6pm');
});

test('changed orders get new labels, together', async () => {
  const first = await aPaidOrder(t);
  const second = await aPaidOrder(t);
  await aPaidOrder(t);
  const both = await labels(`orderId=${first.id}&orderId=${second.id}&date=${day(0)}`);
  expect(both.labels).toHaveLength(2);
  expect(both.labels.join(' ')).toContain(first.orderNumber.slice(-4));
  expect(both.labels.join(' ')).toContain(second.orderNumber.slice(-4));
});

test('an edited order has new labels immediately; a cancelled one has none', async () => {
  const order = await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, specialInstructions: 'No onion' },
  });
  const { customer, orderItems } = await staffClient.order(order.id);
  const edited = await staffClient.put(`/api/admin/orders/${order.id}`, {
    customer,
    orderItems: orderItems.map(({ id, deliveryDate, price, personName }) => ({
      id,
      mealId: dinner.id,
      deliveryDate,
      mealType: 'dinner',
      price,
      personName,
    })),
  });
  expect(edited.statusCode, edited.body).toBe(200);
  expect((await labels(`date=${day(0)}`)).labels[0]).toContain(squeezed(dinner.name));
  await staffClient.delete(`/api/admin/orders/${order.id}`);
  expect(await refusal(`date=${day(0)}`)).toMatchObject({ status: 404, code: 'no_deliveries' });
  expect(await refusal(`orderId=${order.id}`)).toMatchObject({
    status: 409,
    code: 'order_cancelled',
    message: `Order ${order.orderNumber} is cancelled, so it has no labels.`,
  });
});

describe('of one stop, one person or one portion', () => {
  async function aHousehold() {
    const order = await aPaidOrder(t, {
      people: [
        { name: 'Mia', calorieTarget: 1200 },
        { name: 'Raj', calorieTarget: 1500 },
      ],
      orderItems: [
        anItem(lunch),
        anItem(dinner, { personName: 'Raj' }),
        anItem(lunch, { personName: 'Raj' }),
      ],
    });
    await aPaidOrder(t);
    const [stop] = await select<{ id: number }>(
      sql`select id from deliveries where order_id = ${order.id} and date = ${day(0)}`,
    );
    const items = await select<{ id: number; delivery: number }>(
      sql`select id, delivery_id as delivery from order_items where order_id = ${order.id} order by id`,
    );
    return { order, stop: stop!.id, items };
  }

  test('each gets its own labels and no others', async () => {
    const { order, stop, items } = await aHousehold();
    const ofStop = await labels(`deliveryId=${stop}&kind=all`);
    expect(ofStop.fileName).toBe(`labels-${order.orderNumber}.pdf`);
    expect(ofStop.labels).toHaveLength(4);
    for (const label of ofStop.labels) expect(label).toContain(order.orderNumber.slice(-4));
    const rajs = await labels(`orderId=${order.id}&person=raj`);
    expect(rajs.labels).toHaveLength(2);
    for (const label of rajs.labels) expect(label).toContain('Raj');
    const mias = await labels(`deliveryId=${stop}&person=Mia`);
    expect(mias.labels).toHaveLength(1);
    expect(mias.labels[0]).toContain(squeezed(lunch.name));
    const [first] = items;
    expect((await labels(`deliveryId=${stop}&itemId=${first!.id}`)).labels).toHaveLength(1);
  });

  test('a second helping says which it is on a label of its own', async () => {
    const order = await aPaidOrder(t, { orderItems: [anItem(lunch), anItem(lunch)] });
    const items = await select<{ id: number }>(
      sql`select id from order_items where order_id = ${order.id} order by id`,
    );
    const [label] = (await labels(`orderId=${order.id}&itemId=${items[1]!.id}`)).labels;
    expect(label).toContain(`${order.orderNumber.slice(-4)}2/2`);
  });

  test('what is not there, or not said well enough, is refused', async () => {
    const { order, stop } = await aHousehold();
    expect(await refusal(`orderId=${order.id}&person=Zoe`)).toMatchObject({ status: 404 });
    expect(await refusal('deliveryId=999999')).toMatchObject({ status: 404 });
    expect(await refusal(`deliveryId=${stop}&itemId=999999`)).toMatchObject({ status: 404 });
    expect(await refusal(`date=${day(0)}&person=Mia`)).toMatchObject({
      status: 400,
      fields: { person: expect.any(String) },
    });
    expect(await refusal(`date=${day(0)}&itemId=1`)).toMatchObject({ status: 400 });
    expect(await refusal(`deliveryId=${stop}&person=Mia&kind=all`)).toMatchObject({
      status: 400,
      fields: { kind: expect.any(String) },
    });
  });
});

test('a packer prints labels of today and tomorrow, and of no other day', async () => {
  const { cookie } = await signedInStaff(t, { role: 'packer' });
  const get = (query: string) =>
    t.app.inject({ url: `/api/admin/labels?${query}`, headers: { cookie } });
  const order = await aPaidOrder(t);
  const later = await aPaidOrder(t, {
    orderItems: [anItem(lunch, { mealDate: day(3), deliveryDate: day(3) })],
  });
  const stops = await select<{ id: number }>(sql`select id from deliveries order by date`);
  const before = t.context.clock();
  t.setNow(`${day(0)}T00:00:00Z`);
  for (const query of [`date=${day(0)}`, `deliveryId=${stops[0]!.id}`, `orderId=${order.id}`]) {
    const reply = await get(query);
    expect(reply.statusCode, query).toBe(200);
    expect(await pdfRuns(reply.rawPayload), query).toHaveLength(1);
  }
  for (const query of [`date=${day(3)}`, `deliveryId=${stops[1]!.id}`, `orderId=${later.id}`])
    expect((await get(query)).statusCode, query).toBe(404);
  const driver = await signedInStaff(t, { role: 'driver' });
  const refused = await t.app.inject({
    url: `/api/admin/labels?deliveryId=${stops[0]!.id}`,
    headers: { cookie: driver.cookie },
  });
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'not_allowed' }]);
  t.setNow(new Date(before).toISOString());
});

test('a meal whose facts were never given asks for them', async () => {
  const created = await staffClient.post('/api/meals', aMealRequest({ mealType: 'lunch' }));
  const meal = created.json<MealReply>();
  const order = await aPaidOrder(t, { orderItems: [anItem(meal)] });
  const [label] = (await labels(`orderId=${order.id}`)).labels;
  expect(label).toContain('Allergens:askus');
  expect(label).toContain('Useby:askus');
  expect(label).toContain('Sodiumaskusaskus');
});

describe('is refused', () => {
  test.each([
    ['a date that does not exist', 'date=2026-02-30'],
    ['a date that is not a date', 'date=tomorrow'],
    ['an id of zero', 'orderId=0'],
    ['an id that is a word', 'orderId=seven'],
    ['an empty query', ''],
    ['an unknown window', 'date=2026-01-13&window=noon'],
    ['an unknown stock', 'date=2026-01-13&stock=a5'],
    ['an unknown kind', 'date=2026-01-13&kind=gift'],
    ['an unknown parameter', 'date=2026-01-13&colour=red'],
  ])('%s', async (_what, query) => {
    expect(await refusal(query)).toMatchObject({ status: 400, code: 'invalid' });
  });

  test('a date without deliveries, and an unknown order', async () => {
    expect(await refusal('date=2026-01-13')).toMatchObject({
      status: 404,
      message: 'No deliveries on Tue 13 Jan 2026.',
    });
    expect(await refusal('orderId=999999')).toMatchObject({ status: 404, code: 'not_found' });
    const order = await aPaidOrder(t);
    expect(await refusal(`orderId=${order.id}&date=2026-01-20`)).toMatchObject({
      status: 404,
      code: 'no_deliveries',
    });
  });

  test('anyone who is not staff', async () => {
    expect((await t.app.inject('/api/admin/labels?date=2026-01-13')).statusCode).toBe(401);
  });
});

test('random orders get the labels that SQL counts, in the sequence of the round', async () => {
  await writeRandomOrders(t.context.db, howMany(1000), day(0));
  const made = (await labels(`date=${day(0)}`)).labels;
  const portions = await select<{ number: string; person: string; meal: string }>(sql`
    select o.number, p.name as person, i.meal ->> 'name' as meal
    from order_items i join deliveries d on d.id = i.delivery_id join orders o on o.id = i.order_id
      join people p on p.id = i.person_id
    where d.date = ${day(0)} and o.status not in ('cancelled', 'pending')
    order by d.time_slot, d.stop, p.position, i.meal_date, i.meal_type = 'dinner'`);
  expect(made).toHaveLength(portions.length);
  for (const [index, { number, person, meal }] of portions.entries()) {
    // A slip on hold has its person in capitals, and what is behind the dash of a number.
    for (const words of [number.slice(-4), person, meal])
      expect(made[index]?.toUpperCase()).toContain(squeezed(words).toUpperCase());
  }
  // Eight portions to a bag, warm and cold apart, and one label for each bag.
  const [{ bags } = { bags: 0 }] = await select<{ bags: number }>(sql`
    select sum(ceil(portions / 8.0))::int as bags from (
      select count(*) as portions from deliveries d join orders o on o.id = d.order_id
        join order_items i on i.delivery_id = d.id
      where d.date = ${day(0)} and o.status not in ('cancelled', 'pending')
      group by d.id, o.delivery_preference = 'warm' and i.meal_date = d.date and
        case i.meal_type when 'lunch' then d.time_slot = '11:00-13:00' else d.time_slot = '16:00-18:00' end) packed`);
  expect((await labels(`date=${day(0)}&kind=delivery`)).labels).toHaveLength(bags);
}, 120_000);

// Last: random orders above are of every meal there is.
describe('that its stock has no room for', () => {
  const LONG = `Rice (40%), ${'roasted pumpkin, '.repeat(80)}salt.`;
  let long: MealReply;
  beforeEach(async () => {
    await t.context.db.execute(sql`delete from printed_documents`);
    const created = await staffClient.post(
      '/api/meals',
      aMealRequest({ name: 'Long List', mealType: 'lunch', ingredients: LONG, allergens: [] }),
    );
    long = created.json<MealReply>();
  });
  afterEach(() => staffClient.delete(`/api/meals/${long.id}`));

  test('is named before anything is printed, then printed apart from the others', async () => {
    const order = await aPaidOrder(t, { orderItems: [anItem(long), anItem(dinner)] });
    const named = await refusal(`date=${day(0)}`);
    expect(named).toMatchObject({
      status: 409,
      code: 'labels_too_tall',
      message: expect.stringMatching(
        /^1 label needs larger stock: Long List \(Mia\), \d+ mm too tall\.$/,
      ),
      labels: [{ name: 'Long List (Mia)', mealId: long.id }],
      others: 1,
      stock: 'roll_100x62',
    });
    const printed = () =>
      select(
        sql`select kind, date from printed_documents where kind = 'labels' and date = ${day(0)}`,
      );
    expect(await printed()).toEqual([]);
    const others = await labels(`date=${day(0)}&part=fitting`);
    expect(others.labels).toHaveLength(1);
    expect(others.labels[0]).toContain(squeezed(dinner.name));
    expect(await printed()).toHaveLength(1);
    const larger = await labels(`orderId=${order.id}&part=too_tall&stock=label_4x6in`);
    expect(larger.labels).toHaveLength(1);
    expect(larger.labels[0]).toContain(squeezed(LONG));
    expect((await labels(`date=${day(0)}&preview=true`)).labels).toHaveLength(1);
    expect(await refusal(`date=${day(0)}&part=too_tall`)).toMatchObject({ status: 409 });
  });

  test('is told of when its meal is saved, and has room once its list is shorter', async () => {
    const { id } = long;
    const measured = async () => (await staffClient.get(`/api/admin/meals/${id}/label`)).json();
    expect(await measured()).toEqual({ stock: 'roll_100x62', millimetres: expect.any(Number) });
    expect((await measured()).millimetres).toBeGreaterThan(0);
    await staffClient.put(
      `/api/meals/${id}`,
      aMealRequest({ name: 'Long List', mealType: 'lunch', ingredients: 'Rice.', allergens: [] }),
    );
    expect(await measured()).toEqual({ stock: 'roll_100x62', millimetres: 0 });
    expect((await staffClient.get('/api/admin/meals/999999/label')).statusCode).toBe(404);
  });

  test('has room on the stock that is set; an unknown one is refused', async () => {
    await aPaidOrder(t, { orderItems: [anItem(long)] });
    const save = async (labelStock: string) => {
      const now = (await staffClient.get('/api/admin/settings')).json<object>();
      return staffClient.put('/api/admin/settings', { ...now, labelStock });
    };
    expect((await save('a5')).json()).toMatchObject({ fields: { labelStock: expect.any(String) } });
    expect((await save('label_4x6in')).statusCode).toBe(200);
    expect((await labels(`date=${day(0)}`)).labels).toHaveLength(1);
    expect((await save('roll_100x62')).statusCode).toBe(200);
  });
});
