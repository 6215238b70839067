/**
 * The search of customers among 20,000 people, each kind of thing that staff type, beside one bare query that an index
 * answers; alternating. And the first page, before anything is typed.
 */
import pg from 'pg';
import { listCustomers } from '#areas/customers/server/list-customers.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { idOfNthOrder, writeOrders } from '#quality/support/postgres/many-orders.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';

const PEOPLE = Number(process.env['PEOPLE'] ?? 20_000);
/** Everyone ordered twice. */
const ORDERS = 2 * PEOPLE;
const TIMES = 40;
const WARM_UP = 5;
const PAGE = 50;

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });
try {
  await writeOrders(pool, 1, ORDERS, { customers: PEOPLE, isBare: true });
  const { rows } = await pool.query('select number, phone, email from orders where id = $1', [
    idOfNthOrder(ORDERS / 4),
  ]);
  const [someone] = rows;
  const questions: Record<string, string | undefined> = {
    'first page': undefined,
    'a name that many have': 'nguyen',
    'a full name': 'noah smith 4',
    'an email': someone.email,
    'the start of an email': 'cust',
    'a phone': `0${someone.phone.slice(3)}`,
    'an order number': someone.number,
    'one letter': 'm',
    'no one': 'zebra',
  };
  console.log(`customers: median of ${TIMES}, ${PEOPLE} people with ${ORDERS} orders`);
  for (const [name, q] of Object.entries(questions)) console.log(await compare(name, q, someone));
} finally {
  await db.$client.end();
  await pool.end();
  await app.stop();
}

async function compare(
  name: string,
  q: string | undefined,
  someone: { email: string },
): Promise<string> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = -WARM_UP; turn < TIMES; turn += 1) {
    const ourMs = await timeOf(() => listCustomers(db, { q, limit: PAGE }));
    const bareMs = await timeOf(() =>
      pool.query('select * from orders where lower(email) = $1', [someone.email]),
    );
    if (turn < 0) continue;
    ours.push(ourMs);
    bare.push(bareMs);
  }
  const ratio = median(ours) / median(bare);
  return `${name}: ${median(ours).toFixed(1)} ms; one indexed query ${median(bare).toFixed(2)} ms; ratio ${ratio.toFixed(0)}`;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
