/** What staff type into the search of customers, in the books of 20,000 people. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';
import { idOfNthOrder, writeOrders } from '#quality/support/postgres/many-orders.ts';
import { getCustomer } from './get-customer.ts';
import { listCustomers } from './list-customers.ts';

const PEOPLE = 20_000;
/** For every order, at its person: where staff look for someone who has not ordered for long. */
const LONG_AGO = idOfNthOrder(15_000);

let database: TestDatabase;
let db: Database;
let statements: { text: string; values: unknown[] }[];
let someone: Record<'number' | 'phone' | 'email', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await writeOrders(pool, 1, PEOPLE, { customers: PEOPLE, isBare: true });
  const { rows } = await pool.query('select number, phone, email from orders where id = $1', [
    LONG_AGO,
  ]);
  someone = rows[0];
  await pool.end();
  db = openDatabase(database.url, { max: 1 });
  const client = await db.$client.connect();
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query(asked: { text: string; values?: unknown[] }, values?: unknown[], ...rest: unknown[]) {
      statements.push({ text: asked.text, values: values ?? asked.values ?? [] });
      return query(asked, values, ...rest);
    },
  });
  client.release();
}, 120_000);
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

test.each([
  ['nothing yet', () => undefined, 50],
  ['a name that many have', () => 'nguyen', 50],
  ['the start of a name', () => 'bai', 50],
  ['one letter', () => 'm', 50],
  ['a full name', () => 'noah smith 4', 4],
  ['what is in every email', () => '@example.com', 50],
  ['the start of an email', () => 'customer1500', 11],
  ['an email', () => someone.email, 1],
  ['a phone', () => `0${someone.phone.slice(3)}`, 1],
  ['the end of a phone', () => someone.phone.slice(5), 1],
  ['an order number', () => someone.number, 1],
  ['the start of every order number', () => 'RT-', 50],
  ['no one', () => 'zebra', 0],
])('%s is found without reading through all orders', async (_, query, atLeast) => {
  statements = [];
  const { customers } = await listCustomers(db, { q: query(), limit: 50 });
  expect(customers.length).toBeGreaterThanOrEqual(atLeast);
  expect(await readThrough()).toEqual([]);
});

test('the page of one of them is made without reading through all orders', async () => {
  statements = [];
  expect(await getCustomer({ db, clock: () => Date.now() }, LONG_AGO)).toMatchObject({
    email: someone.email,
    orders: 1,
  });
  expect(await readThrough()).toEqual([]);
});

test('pages go on to the last of them, each person once', async () => {
  const seen: string[] = [];
  let cursor: number | undefined;
  do {
    const page = await listCustomers(db, { q: 'wilson 04', limit: 100, cursor });
    seen.push(...page.customers.map(({ email }) => email));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const { rows } = await db.$client.query(
    `select email from orders where search_text like '%wilson%' and search_text like '% 04%'
     order by created_at desc`,
  );
  expect(rows.length).toBeGreaterThan(1000);
  expect(seen).toEqual(rows.map(({ email }) => email));
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** The tables of orders and their parts that a statement since the start of the test reads from end to end. */
async function readThrough(): Promise<string[]> {
  const asked = [...statements];
  expect(asked.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { text, values } of asked) {
    const { rows } = await db.$client.query(`explain (format json) ${text}`, values);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
    found.push(...tablesReadThrough(plan));
  }
  return found;
}

function tablesReadThrough(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(tablesReadThrough)].filter((table) =>
    ['orders', 'checkouts'].includes(table),
  );
}
