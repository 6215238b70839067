import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf, orderFacts } from '#areas/order-book/server/order-columns.ts';
import { refillKeys } from './find-orders.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('orders that another release wrote have their keys after a while, in any number', async () => {
  const { db } = t.context;
  await writeRandomOrders(db, 700, '2026-01-13');
  await refillKeys(db);
  const rows = await db.select().from(orders);
  expect(rows).toHaveLength(700);
  for (const row of rows) expect(row).toMatchObject(keysOf(orderFacts(row)));

  await db.update(orders).set({ searchText: 'mia', email: 'new@example.com' });
  await refillKeys(db);
  const [found] = (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from orders where mailbox = 'new@example.com'`,
    )
  ).rows;
  expect(found?.count).toBe(700);
  expect(await db.$count(orders, eq(orders.searchText, 'mia'))).toBe(0);
});
