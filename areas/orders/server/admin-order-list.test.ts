import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply, OrderCounts } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orderTallies, orders } from '#areas/order-book/server/tables/orders.ts';
import { findOrders, addUpTallies, countOrders } from '#areas/order-book/server/find-orders.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  menu = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

async function list(query = ''): Promise<AdminOrderReply[]> {
  const reply = await staffClient.get(`/api/admin/orders${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const numbers = async (query: string) => (await list(query)).map((order) => order.orderNumber);

describe('the list', () => {
  test('shows each order with customer and items in the spec’s shape', async () => {
    const [lunch, dinner] = [
      menu.find((meal) => meal.mealType === 'lunch')!,
      menu.find((meal) => meal.mealType === 'dinner')!,
    ];
    const { id, orderNumber } = await aPaidOrder(t, {
      customer: { ...A_CUSTOMER, specialInstructions: 'Ring twice' },
      orderItems: [
        anItem(dinner, { personName: 'Ben', mealDate: day(2) }),
        anItem(lunch, { personName: 'Mia' }),
      ],
    });
    const [order] = await list();
    expect(order).toMatchObject({
      id,
      orderNumber,
      status: 'confirmed',
      createdAt: '2026-01-07T02:00:00.000Z',
      subtotal: (Number(lunch.price) + Number(dinner.price)).toFixed(2),
      deliveryFee: '11.98',
      tax: '0.00',
      total: (Number(lunch.price) + Number(dinner.price) + 11.98).toFixed(2),
      customer: { ...A_CUSTOMER, phone: '+61412345678', specialInstructions: 'Ring twice' },
      postcode: '4163',
      version: 1,
      pendingReason: null,
      deliveryType: 'weekly',
      deliveries: [{ date: day(0), timeSlot: '11:00-13:00', status: 'planned', takesPlace: true }],
      refundedTotal: '0.00',
      balance: '0.00',
      warning: null,
      refunds: [],
    });
    expect(order?.paid).toBe(order?.total);
    expect(order?.orderItems.map(({ personName, mealType }) => [personName, mealType])).toEqual([
      ['Ben', 'dinner'],
      ['Mia', 'lunch'],
    ]);
    expect(order?.orderItems[1]).toEqual({
      id: expect.any(Number),
      mealId: lunch.id,
      meal: lunch,
      deliveryDate: day(0),
      mealType: 'lunch',
      price: lunch.price,
      personName: 'Mia',
      mealDate: day(0),
      deliveryWindow: '11:00-13:00',
      override: null,
    });
    expect((await staffClient.get(`/api/admin/orders/${id}`)).json()).toEqual({
      ...order,
      onHold: [],
    });
  });

  test('shows a meal as it was sold, whatever became of it', async () => {
    const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
    await aPaidOrder(t);
    const change = { name: 'Renamed', priceCents: 100, archivedAt: new Date() };
    await t.context.db.update(meals).set(change).where(eq(meals.id, lunch.id));
    const [order] = await list();
    expect(order?.orderItems[0]?.meal).toMatchObject({ name: lunch.name, price: lunch.price });
    const { name, price } = lunch;
    await t.context.db
      .update(meals)
      .set({ name, priceCents: Math.round(Number(price) * 100), archivedAt: null })
      .where(eq(meals.id, lunch.id));
  });

  test('starts with the newest and pages through without losing or repeating one', async () => {
    const placed: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      // Some at exactly the same instant.
      if (count % 3 === 0) t.advanceMinutes(1);
      placed.unshift((await aPaidOrder(t)).orderNumber);
    }
    const seen: string[] = [];
    let next: string | null = '/api/admin/orders?limit=3&status=confirmed&q=mia';
    let pages = 0;
    while (next !== null) {
      const reply = await staffClient.get(next);
      expect(reply.statusCode, reply.body).toBe(200);
      seen.push(...reply.json<AdminOrderReply[]>().map((order) => order.orderNumber));
      next = /^<(.+)>; rel="next"$/.exec(String(reply.headers['link'] ?? ''))?.[1] ?? null;
      pages += 1;
    }
    expect(seen).toEqual(placed);
    expect(pages).toBe(3);
  });

  test('is for staff only', async () => {
    for (const url of ['/api/admin/orders', '/api/admin/orders/counts', '/api/admin/orders/1']) {
      const reply = await t.app.inject(url);
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ message: 'Unauthorized' });
    }
  });
});

describe('sorted', () => {
  const named = (firstName: string, lastName: string, suburb: string) => ({
    customer: { ...A_CUSTOMER, firstName, lastName, address: `12 Shore Street, ${suburb}` },
  });

  test.each([
    ['placed', ['Ana', 'Ben', 'Cho']],
    ['customer', ['Cho', 'Ana', 'Ben']],
    ['suburb', ['Ben', 'Ana', 'Cho']],
    ['delivery', ['Ben', 'Cho', 'Ana']],
    ['meals', ['Ana', 'Cho', 'Ben']],
    ['net', ['Ana', 'Cho', 'Ben']],
  ])('by %s, a page at a time, each order stands on one page, either way', async (sort, names) => {
    const [lunch, dinner] = ['lunch', 'dinner'].map((type) =>
      menu.find(({ mealType }) => mealType === type)!,
    );
    const on = (date: string, meal = lunch!) =>
      anItem(meal, { mealDate: date, deliveryDate: date });
    await aPaidOrder(t, {
      ...named('Ana', 'Brown', 'Cleveland'),
      orderItems: [on(day(3))],
    });
    await aPaidOrder(t, {
      ...named('Ben', 'Smith', 'Capalaba'),
      orderItems: [on(day(1)), on(day(1), dinner), on(day(1)), on(day(1), dinner)].map(
        (item, index) => ({ ...item, personName: index < 2 ? 'Ben' : 'Mia' }),
      ),
    });
    await aPaidOrder(t, {
      ...named('Cho', 'Adams', 'Thornlands'),
      orderItems: [on(day(2)), on(day(2), dinner)],
    });
    const page = async (cursor: string, by: string): Promise<string[]> => {
      const [order] = await list(`?limit=1&sort=${by}${cursor}`);
      if (!order) return [];
      return [order.customer.firstName, ...(await page(`&cursor=${order.id}`, by))];
    };
    expect(await page('', sort)).toEqual(names);
    expect(await page('', `-${sort}`)).toEqual(names.toReversed());
  });
});

describe('an order is found by', () => {
  test.each([
    ['name', 'nguyen'],
    ['both names in reverse order', 'Nguyễn, Mia'],
    ['e-mail', 'MIA@EXAMPLE'],
    ['phone as written', '0412 345 678'],
    ['phone from abroad', '+61412345678'],
    ['part of a phone', '345 678'],
    ['two characters that begin it', '04'],
  ])('%s', async (_by, q) => {
    const { orderNumber } = await aPaidOrder(t);
    const customer = {
      ...A_CUSTOMER,
      firstName: 'Noah',
      lastName: 'Brown',
      email: 'noah@example.com',
      phone: '07 3821 0000',
    };
    await aPaidOrder(t, { customer });
    expect(await numbers(`?q=${encodeURIComponent(q)}`)).toEqual([orderNumber]);
  });

  test('its number, however it is typed', async () => {
    const { orderNumber } = await aPaidOrder(t);
    await aPaidOrder(t);
    const spellings = [
      orderNumber,
      orderNumber.toLowerCase(),
      orderNumber.replaceAll('-', ' '),
      orderNumber.slice(3),
      orderNumber.slice(3).replace('-', ''),
    ];
    for (const spelling of spellings) {
      expect(await numbers(`?q=${encodeURIComponent(spelling)}`)).toEqual([orderNumber]);
    }
  });

  test('an email among look-alikes, or any part of one', async () => {
    const emails = ['customer77@a.example', 'customer770@a.example', 'a.customer77@b.example'];
    const placed: Record<string, string> = {};
    for (const email of emails) {
      const { orderNumber } = await aPaidOrder(t, { customer: { ...A_CUSTOMER, email } });
      placed[email] = orderNumber;
    }
    const [exact, longer, dotted] = emails.map((email) => placed[email]);
    const found = {
      'customer77@': [exact, dotted],
      'customer77@a': [exact],
      'omer77@b.ex': [dotted],
      'a.customer77@': [dotted],
      'r770@a.example': [longer],
      customer77: [exact, longer, dotted],
      '@a.example': [exact, longer],
    };
    for (const [q, expected] of Object.entries(found))
      expect((await numbers(`?q=${encodeURIComponent(q)}`)).toSorted(), q).toEqual(
        expected.toSorted(),
      );
  });

  test('several words, wherever each of them stands and in any order', async () => {
    const living = async (firstName: string, address: string) =>
      (await aPaidOrder(t, { customer: { ...A_CUSTOMER, firstName, address } })).orderNumber;
    const shore = await living('Noah', '12 Shore Street West, Unit 3, Cleveland');
    const hill = await living('Lee', '7 Élan Crescent, Victoria Point');
    const found = {
      cleveland: [shore],
      '4163': [shore],
      'victoria point 4165': [hill],
      'point victoria': [hill],
      'elan cres': [hill],
      '12 shore st': [shore],
      'cleveland noah': [shore],
      'noah nguyen cleveland': [shore],
      'cleve 0412 345 678': [shore],
      'noah +61 412': [shore],
      'lee (0)412': [hill],
      'lee 7': [hill],
      'noah victoria': [],
      'noah 0499': [],
      nguyen: [hill, shore],
    };
    for (const [q, expected] of Object.entries(found))
      expect(await numbers(`?q=${encodeURIComponent(q)}`), q).toEqual(expected);
  });

  test('words that are common and words that are rare, however many orders there are', async () => {
    const rare = await aPaidOrder(t, { customer: { ...A_CUSTOMER, lastName: 'Zyx' } });
    for (let count = 0; count < 3; count += 1) await aPaidOrder(t);
    const at = (q: string) => numbers(`?limit=2&q=${encodeURIComponent(q)}`);
    expect(await at('mia zyx')).toEqual([rare.orderNumber]);
    expect(await at('zyx cleveland st')).toEqual([rare.orderNumber]);
    expect(await at('mia cleveland')).toHaveLength(2);
  });

  test('its status and the dates of its deliveries, together with a word', async () => {
    const { id, orderNumber } = await aPaidOrder(t);
    await aPaidOrder(t, {
      orderItems: [anItem(menu[0]!, { mealDate: day(3), deliveryDate: day(3) })],
    });
    expect(await numbers(`?deliveryDate=${day(0)}`)).toEqual([orderNumber]);
    expect(await numbers(`?deliveryDate=${day(1)}`)).toEqual([]);
    expect(await numbers('?status=cancelled')).toEqual([]);
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'cancelled' });
    expect(await numbers('?status=cancelled')).toEqual([orderNumber]);
    expect(await numbers(`?status=cancelled&deliveryDate=${day(0)}&q=mia`)).toEqual([orderNumber]);
    expect(await numbers('?status=cancelled&q=noah')).toEqual([]);
  });
});

test('characters special to the database are literal in a search', async () => {
  await aPaidOrder(t);
  for (const q of ['%', '_', 'm_a', '\\', "' or 1=1 --", '<script>', '%%%', 'mia%']) {
    expect(await numbers(`?q=${encodeURIComponent(q)}`)).toEqual([]);
  }
});

test('an empty search form filters nothing', async () => {
  const { orderNumber } = await aPaidOrder(t);
  expect(await numbers('?q=&status=&deliveryDate=')).toEqual([orderNumber]);
});

describe('a senseless query is refused with the name of the field', () => {
  test.each([
    ['status=eaten', 'status'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1e99', 'limit'],
    ['cursor=-1', 'cursor'],
    ['sort=colour', 'sort'],
    ['cursor=99999999999', 'cursor'],
    ['deliveryDate=2026-02-30', 'deliveryDate'],
    ['deliveryDate=0000-01-01', 'deliveryDate'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['q=%00', 'q'],
    ['q=a&q=b', 'q'],
    ['window=noon', 'window'],
    ['mealId=salmon', 'mealId'],
    ['allergies=no', 'allergies'],
    ['balance=3', 'balance'],
    ['secret=1', 'secret'],
  ])('%s', async (query, field) => {
    const reply = await staffClient.get(`/api/admin/orders?${query}`);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
  });

  test('a page after an order that does not exist is empty', async () => {
    await aPaidOrder(t);
    expect(await list('?cursor=2147483647')).toEqual([]);
  });
});

describe('the counts of the tabs', () => {
  const counts = async (query = '') =>
    (await staffClient.get(`/api/admin/orders/counts${query}`)).json<OrderCounts>();

  test('count what the same filter shows, and add up what is owed', async () => {
    const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
    const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
    const careful = {
      name: 'Ben',
      calorieTarget: 1500,
      allergens: [],
      diets: [],
      note: 'No chilli',
    };
    const mia = await aPaidOrder(t);
    const ben = await aPaidOrder(t, {
      customer: { ...A_CUSTOMER, firstName: 'Ben', address: '7 Elm Street, Victoria Point' },
      people: [careful],
      orderItems: [
        anItem(dinner, {
          personName: 'Ben',
          mealDate: day(2),
          deliveryDate: day(2),
          deliveryWindow: '16:00-18:00',
        }),
      ],
    });
    await staffClient.put(`/api/admin/orders/${ben.id}/status`, { status: 'delivered' });
    const owed = sql`update payments set amount_cents = amount_cents - 100 where order_id = ${mia.id}`;
    const filters: [string, string[]][] = [
      [`window=16:00-18:00`, [ben.orderNumber]],
      [`window=4pm-6pm&deliveryDate=${day(2)}`, [ben.orderNumber]],
      [`window=16:00-18:00&deliveryDate=${day(0)}`, []],
      ['suburb=victoria point', [ben.orderNumber]],
      ['suburb=Sheldon', []],
      [`mealId=${lunch.id}`, [mia.orderNumber]],
      [`mealId=${dinner.id}&deliveryDate=${day(0)}`, []],
      ['allergies=yes', [ben.orderNumber]],
      ['allergies=yes&suburb=Cleveland', []],
      ['q=mia', [ben.orderNumber, mia.orderNumber]],
      ['q=cleveland', [mia.orderNumber]],
      ['balance=owed', []],
      ['window=&mealId=&suburb=&allergies=&balance=', [ben.orderNumber, mia.orderNumber]],
    ];
    for (const [query, expected] of filters) {
      expect(await numbers(`?${query}`), query).toEqual(expected);
      const counted = await counts(`?${query}`);
      expect(counted.all, query).toBe(expected.length);
      expect(counted.delivered, query).toBe(expected.includes(ben.orderNumber) ? 1 : 0);
      expect(counted.confirmed, query).toBe(expected.includes(mia.orderNumber) ? 1 : 0);
    }
    await t.context.db.transaction(async (tx) => {
      await tx.execute(owed);
      expect(await countOrders(tx as never, { balance: 'owed' })).toMatchObject({
        all: 1,
        confirmed: 1,
        balanceSum: '1.00',
      });
      expect((await findOrders(tx as never, { balance: 'owed', limit: 5 })).rows).toMatchObject([
        { id: mia.id },
      ]);
      const sorted = async (sort: 'balance' | '-balance') =>
        (await findOrders(tx as never, { sort, limit: 9 })).rows.map(({ id }) => id);
      expect((await sorted('-balance'))[0]).toBe(mia.id);
      expect((await sorted('balance')).at(-1)).toBe(mia.id);
      expect(await countOrders(tx as never, { balance: 'refund' })).toMatchObject({
        all: 0,
        balanceSum: '0.00',
      });
      await tx.execute(
        sql`update payments set amount_cents = amount_cents + 100 where order_id = ${mia.id}`,
      );
    });
    expect((await counts('')).balanceSum).toBeUndefined();
  });

  test('follow every order through its statuses, even while they are consolidated', async () => {
    expect(await counts()).toEqual({
      all: 0,
      pending: 0,
      confirmed: 0,
      delivered: 0,
      cancelled: 0,
    });
    const placed = await Promise.all([1, 2, 3, 4].map(() => aPaidOrder(t)));
    const statuses = ['pending', 'delivered', 'cancelled'] as const;
    await Promise.all([
      ...statuses.map((status, index) =>
        staffClient.put(`/api/admin/orders/${placed[index]!.id}/status`, { status }),
      ),
      ...Array.from({ length: 5 }, () => addUpTallies(t.context.db)),
    ]);
    const expected = { all: 4, pending: 1, confirmed: 1, delivered: 1, cancelled: 1 };
    expect(await counts()).toEqual(expected);
    await addUpTallies(t.context.db);
    expect(await t.context.db.$count(orderTallies)).toBe(4);
    expect(await counts()).toEqual(expected);
    expect(await t.context.db.$count(orders)).toBe(4);
  });
});
