/** The rows on their own, without slots before them that would make transactions wait for each other. */
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { seedSampleMenu } from '#areas/menu/server/seed-sample-menu.ts';
import { movePortions } from './portions.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const TUESDAY = '2026-01-13';
const BUYERS = 300;

let database: TestDatabase;
let db: Database;
let mealIds: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 40 });
  await seedSampleMenu(db);
  const rows = await db.select({ id: meals.id }).from(meals).orderBy(asc(meals.id));
  mealIds = rows.slice(0, 8).map(({ id }) => id);
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

test('300 at once over eight meals in any order, of rows that nobody has made yet: no deadlock, and the limit to the portion', async () => {
  await db.execute(sql`
    insert into meal_days (meal_id, date, scope, portions)
    values (${mealIds[3]}, ${TUESDAY}, 'day', 100)`);
  const sold = await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      // A step that shares no divisor with eight goes through all of them, each buyer in another order.
      const step = [1, 3, 5, 7][index % 4]!;
      const after = mealIds.map((_id, at) => ({
        mealId: mealIds[(index + at * step) % mealIds.length]!,
        mealDate: addDays(TUESDAY, at === 0 ? 0 : (at * step) % 2),
      }));
      const order = after.map((item) =>
        item.mealId === mealIds[3] ? { ...item, mealDate: TUESDAY } : item,
      );
      return db
        .transaction(async (tx) => {
          const move = { orderId: null, before: [], after: order };
          if ((await movePortions(tx, move, defaultBusiness)).length > 0) tx.rollback();
          return true;
        })
        .catch((error: Error) => (/rollback/i.test(error.message) ? false : error.message));
    }),
  );
  expect(sold.filter((result) => typeof result === 'string')).toEqual([]);
  expect(sold.filter((result) => result === true)).toHaveLength(100);
  const { rows } = await db.execute(sql`
    select booked from meal_days where meal_id = ${mealIds[3]} and scope = 'day'`);
  expect(rows).toEqual([{ booked: 100 }]);
}, 60_000);
