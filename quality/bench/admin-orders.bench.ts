/**
 * The staff portal's order list with few orders and with many, alternating: first page, a middle page, every filter and
 * kind of search. Aim: at most twice as long with many (`ORDERS=1000000`; 100,000 by default) as with a thousand.
 */
import pg from 'pg';
import { startBenchApp, signIn } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { httpClient } from './load/http-client.ts';
import { idOfNthOrder, writeOrders } from '#quality/support/postgres/many-orders.ts';

const FEW = 1000;
const MANY = Number(process.env['ORDERS'] ?? 100_000);
const BATCH = 100_000;
const WARM_UP = 10;
const TIMES = 60;

type Portal = { get(path: string): Promise<unknown>; db: pg.Pool; stop(): Promise<void> };

async function openPortal(orderCount: number): Promise<Portal> {
  const app = await startBenchApp();
  const db = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
  const client = httpClient(app.url, 1);
  const stop = async () => {
    client.close();
    await db.end();
    await app.stop();
  };
  let cookie: string;
  try {
    for (let from = 1; from <= orderCount; from += BATCH) {
      await writeOrders(db, from, Math.min(from + BATCH - 1, orderCount));
    }
    cookie = await signIn(app);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    db,
    stop,
    async get(path) {
      const { status, body } = await client.get(path, { cookie });
      if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
      return JSON.parse(body);
    },
  };
}

/** Pages of equal size from few and many orders: `limit` is what the few have. */
async function questionsFor({ db }: Portal): Promise<Record<string, string>> {
  const { rows } = await db.query('select number, phone from orders where id = $1', [
    idOfNthOrder(500),
  ]);
  const list = (query: string) => `/api/admin/orders?limit=${query}`;
  return {
    'first page': list('50'),
    'a middle page': list(`50&cursor=${idOfNthOrder(600)}`),
    'status cancelled': list('50&status=cancelled'),
    'a delivery date': list('50&deliveryDate=2026-01-12'),
    'search: order number': list(`50&q=${rows[0].number}`),
    'search: phone': list(`50&q=0${rows[0].phone.slice(3)}`),
    'search: email': list('1&q=customer77@example'),
    'search: full name': list('1&q=noah%20smith%204'),
    'search: surname of every tenth': list('50&q=nguyen'),
    'search: surname of every 250th': list('3&q=wilson%203'),
    'search: in every order': list('50&q=example.com'),
    'search: two characters': list('30&q=7x'),
    'search: in none': list('50&q=zebra'),
    'search: cancelled ones of a surname': list('3&status=cancelled&q=cooper'),
    counts: '/api/admin/orders/counts',
  };
}

async function time(portal: Portal, path: string): Promise<number> {
  const began = performance.now();
  await portal.get(path);
  return performance.now() - began;
}

async function compare(few: Portal, many: Portal, path: string): Promise<string> {
  const fewMs: number[] = [];
  const manyMs: number[] = [];
  for (let turn = -WARM_UP; turn < TIMES; turn += 1) {
    const [fewTime, manyTime] = [await time(few, path), await time(many, path)];
    if (turn < 0) continue;
    fewMs.push(fewTime);
    manyMs.push(manyTime);
  }
  const ratio = median(manyMs) / median(fewMs);
  const times = `${median(fewMs).toFixed(1)} ms and ${median(manyMs).toFixed(1)} ms`;
  return `${times}; ratio ${ratio.toFixed(2)} (aim: at most 2)`;
}

const portals: Portal[] = [];
try {
  const few = await openPortal(FEW);
  portals.push(few);
  const many = await openPortal(MANY);
  portals.push(many);
  console.log(`median of ${TIMES} requests, ${FEW} orders against ${MANY}`);
  for (const [name, path] of Object.entries(await questionsFor(few))) {
    console.log(`${name}: ${await compare(few, many, path)}`);
  }
} finally {
  for (const portal of portals) await portal.stop();
}
