import pg from 'pg';
import { expect, test } from 'vitest';
import {
  listKnownMigrations,
  migrateDatabase,
  migrateToOlderSchema,
  readPendingUpgrade,
} from '#platform/server/db/migrate.ts';
import { createEmptyDatabase } from '#quality/support/test-database.ts';

/** The schema of version 0.1.0. */
const MIGRATIONS_OF_0_1_0 = 3;

/** Every table with all that belongs to it, as text that changes when the table does. */
async function describeTables(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; facts: string }>(`
    select t.relname as name, concat_ws('|',
      (select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull), ',' order by attnum)
        from pg_attribute where attrelid = t.oid and attnum > 0),
      (select string_agg(pg_get_constraintdef(oid), ',' order by conname) from pg_constraint where conrelid = t.oid),
      (select string_agg(pg_get_indexdef(indexrelid), ',' order by indexrelid) from pg_index where indrelid = t.oid)
    ) as facts
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and t.relkind = 'r'`);
  return new Map(rows.map(({ name, facts }) => [name, facts]));
}

const all = listKnownMigrations().length;
const counts = Array.from(
  { length: all - MIGRATIONS_OF_0_1_0 },
  (_, at) => MIGRATIONS_OF_0_1_0 + at,
);

test('the upgrade from each older schema does to the tables what it was said to do', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    // One database grows through all of them: migrating each from the start took most of a minute.
    const older = [];
    for (const count of counts) {
      await migrateToOlderSchema(database.url, count);
      const tables = await describeTables(client);
      older.push({ count, tables, said: await readPendingUpgrade(client) });
    }
    await migrateDatabase(database.url);
    const after = await describeTables(client);
    for (const { count, tables: before, said } of older) {
      const added = [...after.keys()].filter((name) => !before.has(name));
      const altered = [...before.keys()].filter((name) => after.get(name) !== before.get(name));
      expect(said.steps, `from ${count}`).toBe(all - count);
      expect(said.newTables).toEqual(added.toSorted());
      expect(said.changedTables.map(({ name }) => name)).toEqual(expect.arrayContaining(altered));
    }
    expect(await readPendingUpgrade(client)).toEqual({
      steps: 0,
      newTables: [],
      changedTables: [],
      seconds: 0,
      isForBoth: true,
    });
  } finally {
    await client.end();
    await database.remove();
  }
});

test('about how many rows a changed table has is said too', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await migrateToOlderSchema(database.url, MIGRATIONS_OF_0_1_0);
    await client.connect();
    expect(await readPendingUpgrade(client)).toMatchObject({ seconds: null });
    await client.query(
      `insert into meals (name, description, calories, protein_grams, carbs_grams, fat_grams, price_cents, meal_type,
         prep_minutes)
       select 'Meal ' || i, '', 500, 30, 50, 20, 1499, 'dinner', 5 from generate_series(1, 70) i`,
    );
    await client.query('select pg_stat_force_next_flush()');
    const { changedTables, seconds } = await readPendingUpgrade(client);
    expect(changedTables).toContainEqual({ name: 'meals', rows: 70 });
    expect(seconds).toBeGreaterThan(0);
  } finally {
    await client.end();
    await database.remove();
  }
});
