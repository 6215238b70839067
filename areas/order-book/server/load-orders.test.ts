import { eq, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { bagsOf } from '#areas/order-book/rules/kitchen-bag.ts';
import { priceLinesOf } from '#areas/order-book/rules/order-account.ts';
import { capturedCents, itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  getOrder,
  loadOrder,
  loadOrders,
  loadOrdersToCook,
  orderIdOf,
} from '#areas/order-book/server/load-orders.ts';
import { loadOrderPage } from './find-orders.ts';
import { aPaidOrder, aStaffClient, trackingTokenOf } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MANY = 300;

let t: TestApp;
let id: number;

/** Two people, two dates, two windows, lunch chosen after dinner, and one meal refunded. */
beforeAll(async () => {
  t = await startTestApp();
  const menu = await menuOf(t);
  const [lunch, other] = menu.filter(({ mealType }) => mealType === 'lunch');
  const dinner = menu.find(({ mealType }) => mealType === 'dinner');
  if (!lunch || !other || !dinner) throw new Error('the menu is too short');
  const dates = [0, 1, 2, 3, 4].map(day);
  const items = dates.toReversed().flatMap((date) => {
    const when = {
      mealDate: date,
      deliveryDate: date,
      deliveryWindow: date === day(1) ? ('16:00-18:00' as const) : ('11:00-13:00' as const),
    };
    return [
      anItem(dinner, { ...when, personName: 'Ben' }),
      anItem(other, { ...when, personName: 'Ben' }),
      anItem(lunch, { ...when, personName: 'Mia' }),
    ];
  });
  const people = [
    { name: 'Mia', calorieTarget: 1800 },
    { name: 'Ben', calorieTarget: 2400 },
  ];
  ({ id } = await aPaidOrder(t, { deliveryType: 'daily', orderItems: items, people }));
  const { order, refund } = await aStaffClient(t);
  const [first] = (await order(id)).orderItems;
  const part = { items: [first!.id] };
  const refunded = await refund(id, { part, reason: 'Cold' });
  expect(refunded.statusCode).toBe(200);
});
afterAll(() => t.close());

describe('one order', () => {
  test('is the same by id, by token, on a page and in a transaction', async () => {
    const { db } = t.context;
    const order = await getOrder(db, { id });
    expect(await getOrder(db, { token: await trackingTokenOf(t, id) })).toEqual(order);
    for (const filter of [{}, { deliveryDate: day(1) }, { q: order.number }]) {
      const page = await loadOrderPage(db, { ...filter, limit: 10 });
      expect(page).toEqual({ orders: [order], hasMore: false });
    }
    const [row] = await db.select().from(orders).where(eq(orders.id, id));
    expect(await db.transaction((tx) => loadOrder(tx, row!))).toEqual(order);
  });

  test('has its deliveries by date, in each its people by position, their meals as they are eaten', async () => {
    const { deliveries } = await getOrder(t.context.db, { id });
    expect(deliveries.map(({ date, window }) => [date, window])).toEqual([
      [day(0), '11:00-13:00'],
      [day(1), '16:00-18:00'],
      [day(2), '11:00-13:00'],
      [day(3), '11:00-13:00'],
      [day(4), '11:00-13:00'],
    ]);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ status: 'planned', takesPlace: true });
      expect(delivery.people).toMatchObject([
        { name: 'Mia', position: 1, calorieTarget: 1800, items: [{ mealType: 'lunch' }] },
        {
          name: 'Ben',
          position: 2,
          calorieTarget: 2400,
          items: [
            { personName: 'Ben', mealType: 'lunch', deliveryDate: delivery.date },
            { personName: 'Ben', mealType: 'dinner', deliveryWindow: delivery.window },
          ],
        },
      ]);
    }
  });

  test('knows its money in cents, and what went back', async () => {
    const order = await getOrder(t.context.db, { id });
    const [first] = itemsOf(order);
    const items = itemsOf(order).reduce((sum, { priceCents }) => sum + priceCents, 0);
    expect(order.price.subtotalCents).toBe(items);
    expect(order.payments).toEqual([
      { amountCents: order.price.totalCents, paidAt: order.createdAt, isForWaitingChange: false },
    ]);
    // The only meal of hers on that date: its delivery went back too.
    const fee = priceLinesOf(order).fees.find(({ personName }) => personName === first!.personName);
    const amountCents = first!.priceCents + fee!.unitCents;
    expect(order.refunds).toMatchObject([
      { amountCents, reason: 'Cold', itemIds: [first!.id], failureReason: null },
    ]);
  });

  test('reaches the kitchen with the deliveries of a day only, and without money', async () => {
    const whole = await getOrder(t.context.db, { id });
    const { payments, approvedCents, refunds, takenByBankCents, gone, issued, ...order } = whole;
    expect([approvedCents, gone, issued?.isTaxed]).toEqual([0, [], false]);
    const expected = { ...order, deliveries: [order.deliveries[1]] };
    const ofDate = await loadOrdersToCook(t.context.db, { date: day(1) });
    expect(ofDate).toEqual([expected]);
    expect([capturedCents({ payments }), refunds.length, takenByBankCents]).toEqual([
      order.price.totalCents,
      1,
      0,
    ]);
    expect(await loadOrdersToCook(t.context.db, { orderIds: [id] })).toEqual([order]);
    expect(await loadOrdersToCook(t.context.db, { date: day(1), window: '11:00-13:00' })).toEqual(
      [],
    );
    expect(await loadOrdersToCook(t.context.db, { date: day(6) })).toEqual([]);
  });

  test('that is not there is not found, alike for every wrong token', async () => {
    const { db } = t.context;
    await expect(getOrder(db, { id: 2_000_000_000 })).rejects.toThrow('not found');
    await expect(getOrder(db, { token: 'x' })).rejects.toThrow('not found');
    await expect(orderIdOf(db, '')).rejects.toThrow('not found');
    expect(await orderIdOf(db, await trackingTokenOf(t, id))).toBe(id);
  });
});

describe('many orders', () => {
  beforeAll(async () => {
    await writeRandomOrders(t.context.db, MANY, day(0));
  });

  /** Counts what is sent to the database. */
  function countedDatabase(): { db: Database; count(): number } {
    let queries = 0;
    const logger = { logQuery: () => void (queries += 1) };
    const db = drizzle(t.context.db.$client, { casing: 'snake_case', logger });
    return { db, count: () => queries };
  }

  async function queriesFor(work: (db: Database) => Promise<unknown>): Promise<number> {
    const { db, count } = countedDatabase();
    await work(db);
    return count();
  }

  test('take as many queries as one', async () => {
    const page = (limit: number) => queriesFor((db) => loadOrderPage(db, { limit }));
    expect(await page(MANY)).toBe(await page(1));
    const { rows } = await t.context.db.execute<{ id: number }>(sql`select id from orders`);
    const cook = (count: number) =>
      queriesFor((db) =>
        loadOrdersToCook(db, { orderIds: rows.slice(0, count).map((row) => row.id) }),
      );
    expect(await cook(MANY)).toBe(await cook(1));
    expect(await queriesFor((db) => loadOrders(db, []))).toBe(0);
  });

  test('are judged without a further query while nobody needs or wrote anything, no matter who else had a reaction', async () => {
    const { db } = t.context;
    const [other] = await db.select().from(orders).where(ne(orders.id, id)).limit(1);
    const mine = eq(orders.id, id);
    await db.update(orders).set({ specialInstructions: '' }).where(mine);
    const judge = async (email: string) => {
      await db.update(orders).set({ email }).where(mine);
      const loaded = await loadOrdersToCook(db, { orderIds: [id] });
      return {
        loading: await queriesFor((counted) => loadOrdersToCook(counted, { orderIds: [id] })),
        judging: await queriesFor((counted) => findHolds(counted, loaded, defaultBusiness)),
        held: (await findHolds(db, loaded, defaultBusiness)).size,
      };
    };
    const reacted = { kind: 'reaction', orderId: other!.id, openedAt: new Date(0) } as const;
    await db
      .insert(foodMatters)
      .values({ ...reacted, personName: 'Mia', mealName: '', why: 'a reaction' });
    expect(await judge('nobody.else@example.com')).toEqual({ loading: 2, judging: 0, held: 0 });
    expect(await judge(other!.email.toUpperCase())).toMatchObject({ loading: 2, held: 5 });
    await db.delete(foodMatters);
  });

  test('are each what SQL says: delivery by delivery, person by person, lunch before dinner', async () => {
    const { db } = t.context;
    const { rows } = await db.execute<{ number: string; items: number[] }>(sql`
      select o.number, array_agg(i.id order by d.date, d.time_slot, p.position, i.meal_date, i.meal_type = 'dinner') items
      from orders o join order_items i on i.order_id = o.id
        join deliveries d on d.id = i.delivery_id join people p on p.id = i.person_id
      group by o.id order by o.created_at desc, o.id desc`);
    const page = await loadOrderPage(db, { limit: MANY + 1 });
    const told = (order: Order) => ({
      number: order.number,
      items: itemsOf(order).map((item) => item.id),
    });
    expect(page.orders.map(told)).toEqual(rows);
  });

  test('fill the bags of a day as SQL counts them', async () => {
    const { db } = t.context;
    const { rows } = await db.execute<{ id: number; window: string; portions: number }>(sql`
      select o.id, d.time_slot as window, count(*)::int portions
      from orders o join deliveries d on d.order_id = o.id join order_items i on i.delivery_id = d.id
      where d.date = ${day(0)} and o.status <> 'cancelled' group by o.id, d.id order by o.id, d.time_slot`);
    const bags = (await loadOrdersToCook(db, { date: day(0) })).flatMap((order) =>
      bagsOf(order, ({ name }) => name),
    );
    expect(
      bags.map(({ orderId, window, items }) => ({ id: orderId, window, portions: items.length })),
    ).toEqual(rows);
  });
});
