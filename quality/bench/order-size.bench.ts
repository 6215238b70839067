/**
 * How much of the database a paid order takes, all of it: rows and indexes of the order, its payment, its event, its history and
 * its message. Aim: at most 25 kB an order, which docs/scaling.md counts with.
 */
import pg from 'pg';
import { startBenchApp } from './bench-app.ts';
import { buyBasket, emptySlots, freshBasket, readMenu } from './baskets.ts';
import { closedLoop } from './load/closed-loop.ts';
import { httpClient } from './load/http-client.ts';

const FIRST = 100;
const MORE = 400;
/** So many find a place. */
const ROUND = 50;
const SHOWN = 6;

const app = await startBenchApp();
const db = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
const menu = await readMenu(app.url);

async function buy(count: number): Promise<void> {
  const client = httpClient(app.url, 4);
  for (let bought = 0; bought < count; bought += ROUND) {
    await emptySlots(db);
    await closedLoop({ total: ROUND, atOnce: 4 }, (index) =>
      buyBasket(client, freshBasket(menu, index, { spread: true })),
    );
  }
  client.close();
}

/** Bytes by table, with its indexes and its long values. */
async function sizes(): Promise<Map<string, number>> {
  // What was updated or deleted is room for the next rows, and no order's own.
  await db.query('vacuum full');
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function countOrders(): Promise<{ orders: number; items: number }> {
  const { rows } = await db.query<{ orders: number; items: number }>(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as items',
  );
  return rows[0] ?? { orders: 0, items: 0 };
}

// The first rows of a table take a page of it, and of each index.
await buy(FIRST);
const [before, had] = [await sizes(), await countOrders()];
await buy(MORE);
const [after, has] = [await sizes(), await countOrders()];
const orders = has.orders - had.orders;
const perOrder = [...after]
  .map(([name, bytes]) => ({ name, kB: (bytes - (before.get(name) ?? 0)) / orders / 1000 }))
  .toSorted((a, b) => b.kB - a.kB);
const total = perOrder.reduce((sum, { kB }) => sum + kB, 0);
const largest = perOrder.slice(0, SHOWN).map(({ name, kB }) => `${name} ${kB.toFixed(1)}`);
console.log(
  `an order of ${((has.items - had.items) / orders).toFixed(1)} meals: ${total.toFixed(1)} kB (aim: at most 25 kB); of it ${largest.join(', ')}`,
);

await db.end();
await app.stop();
