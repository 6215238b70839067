/** Nobody's data is kept without a line in a manifest that says so, and docs/what-we-keep.md is made from those lines. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptTables } from '#app/server/areas.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const HEAD = `# What we keep

Every table that holds a person, with the columns that do: made from the manifests of the areas
(\`npx vitest run app/server/kept-tables -u\`). Erasing goes through them in one transaction
(\`areas/customers/server/erase-customer.ts\`), from the portal or with \`npm run erase\`; its test fills the tables and then searches
the whole database. Test orders are removed with all rows of class \`trade\`; \`set-up\` and \`trail\` stay
(\`areas/office/server/going-live-routes.ts\`). Backups hold whom they held until they are deleted (\`docs/operations.md\`).

| table | class | of customers | of staff and others | how long | when a customer is erased | in a customer's file |
|---|---|---|---|---|---|---|
`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

/** Columns that no line accounts for, and lines that account for a column twice or for none. */
async function findUnaccounted(): Promise<string[]> {
  const named = keptTables.flatMap(({ name, columns }) =>
    Object.values(columns)
      .flat()
      .map((column) => `${name}.${column}`),
  );
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' order by 1`,
  );
  const known = rows.map(({ name }) => name);
  return [
    ...known.filter((column) => !named.includes(column)),
    ...named.filter((column, at) => !known.includes(column) || named.indexOf(column) !== at),
  ];
}

function pageOfTables(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ');
  const rows = keptTables
    .filter(({ days }) => days !== null)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, class: kind, columns, days, erased, file }) =>
      [
        code([name]),
        kind,
        code(columns.customer),
        code([...columns.staff, ...columns.others]),
        days,
        erased ?? 'not touched',
        typeof file === 'string' ? file : (file?.as ?? ''),
      ].join(' | '),
    );
  return `${HEAD}${rows.map((row) => `| ${row} |\n`).join('')}`;
}

test('every column of the database is of nobody, or of someone whose line says how long it is kept', async () => {
  expect(await findUnaccounted()).toEqual([]);
});

test('a new column, and a new table, need a line', async () => {
  await client.query('begin');
  await client.query('alter table orders add column birthday date');
  await client.query('create table hobbies (order_id integer, words text)');
  const found = await findUnaccounted();
  await client.query('rollback');
  expect(found).toEqual(['hobbies.order_id', 'hobbies.words', 'orders.birthday']);
});

/** Foreign keys of the database that lead from what stays into what test orders are removed with. */
async function findIntoTrade(): Promise<string[]> {
  const isTrade = new Map(keptTables.map((table) => [table.name, table.class === 'trade']));
  const { rows } = await client.query<{ key: string; from: string; to: string }>(
    `select conname as key, conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
  );
  return rows
    .filter(({ from, to }) => isTrade.get(to) === true && isTrade.get(from) !== true)
    .map(({ key }) => key);
}

test('set-up and trail refer to no trade, so that all of trade can be emptied alone', async () => {
  expect(await findIntoTrade()).toEqual([]);
  await client.query('begin');
  await client.query(
    'alter table meals add column first_order_id integer constraint meals_order references orders',
  );
  const found = await findIntoTrade();
  await client.query('rollback');
  expect(found).toEqual(['meals_order']);
});

test('docs/what-we-keep.md says what the manifests say', async () => {
  await expect(pageOfTables()).toMatchFileSnapshot('../../docs/what-we-keep.md');
});
