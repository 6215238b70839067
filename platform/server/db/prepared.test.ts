import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type Transaction } from '#platform/server/db/client.ts';
import {
  type GivenValues,
  type GivenRow,
  prepared,
  valuesOf,
} from '#platform/server/db/prepared.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let db: Database;
let timesBuilt: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 2 });
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});
beforeEach(async () => {
  await db.delete(settings);
  timesBuilt = 0;
});

const SETTING_COLUMNS = ['key', 'value'] as const;
const makeInsert = () =>
  prepared((each, given: GivenRow<typeof settings, typeof SETTING_COLUMNS>) => {
    timesBuilt += 1;
    return each
      .insert(settings)
      .values(valuesOf(given, SETTING_COLUMNS))
      .returning({ key: settings.key });
  });
async function namesOf(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from pg_prepared_statements where name like 'prepared_%' order by name`,
  );
  return rows.map(({ name }) => name);
}
const selectSetting = prepared((each, { key }: GivenValues<{ key: string }>) =>
  each.select().from(settings).where(eq(settings.key, key)),
);

describe('contract with drizzle-orm: a prepared statement', () => {
  test('is built once and run with values of each call', async () => {
    const insert = makeInsert();
    expect(await insert(db, { key: 'a', value: { deep: [1] } })).toEqual([{ key: 'a' }]);
    expect(await insert(db, { key: 'b', value: 'text' })).toEqual([{ key: 'b' }]);
    expect(timesBuilt).toBe(1);
    expect(await selectSetting(db, { key: 'a' })).toMatchObject([{ value: { deep: [1] } }]);
    expect(await selectSetting(db, { key: 'b' })).toMatchObject([{ value: 'text' }]);
  });

  test('belongs to the transaction it is run in, and to no other', async () => {
    const insert = makeInsert();
    await insert(db, { key: 'outside', value: 1 });
    const rollback = db.transaction(async (tx) => {
      await insert(tx, { key: 'inside', value: 1 });
      expect(await selectSetting(tx, { key: 'inside' })).toHaveLength(1);
      expect(await selectSetting(db, { key: 'inside' }), 'seen from outside').toEqual([]);
      tx.rollback();
    });
    await expect(rollback).rejects.toThrow('Rollback');
    expect(await selectSetting(db, { key: 'inside' })).toEqual([]);
    expect(await selectSetting(db, { key: 'outside' })).toHaveLength(1);
  });

  test('keeps apart what runs at the same time', async () => {
    const insert = makeInsert();
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map((key) => db.transaction(async (tx) => void (await insert(tx, { key, value: key })))),
    );
    const found = await Promise.all(keys.map((key) => selectSetting(db, { key })));
    expect(found.map(([row]) => row?.value)).toEqual(keys);
  });

  test('reads dates and numbers as the schema has them', async () => {
    await db
      .insert(deliverySlots)
      .values({ date: '2026-01-13', window: '11:00-13:00', maxDeliveries: 7 });
    const select = prepared((each, { most }: GivenValues<{ most: number }>) =>
      each
        .select()
        .from(deliverySlots)
        .where(sql`${deliverySlots.maxDeliveries} <= ${most}`),
    );
    expect(await select(db, { most: 7 })).toMatchObject([
      { date: '2026-01-13', window: '11:00-13:00', maxDeliveries: 7, isActive: true },
    ]);
  });

  test('names the statement and the reason when it fails', async () => {
    const insert = makeInsert();
    await insert(db, { key: 'twice', value: 1 });
    await expect(insert(db, { key: 'twice', value: 2 })).rejects.toMatchObject({
      message: expect.stringContaining('insert into "settings"'),
      cause: { code: '23505' },
    });
  });

  test('is planned once per connection', async () => {
    const insert = makeInsert();
    const kept = await db.transaction(async (tx) => {
      await insert(tx, { key: 'x', value: 1 });
      const first = await namesOf(tx);
      await insert(tx, { key: 'y', value: 1 });
      return { first, after: await namesOf(tx) };
    });
    expect(kept.first).not.toEqual([]);
    expect(kept.after).toEqual(kept.first);
  });
});
