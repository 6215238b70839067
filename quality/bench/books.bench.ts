/** The nightly check of all books with a thousand orders and with a hundred thousand. Aim: no more time per order. */
import pg from 'pg';
import { openDatabase } from '#platform/server/db/client.ts';
import { ofAllAreas } from '#app/server/areas.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { writeOrders } from '#quality/support/postgres/many-orders.ts';

const FEW = 1000;
const MANY = 100_000;
const ROUNDS = 3;

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });

await writeOrders(pool, 1, FEW);
const fewMs = await checkMs();
await writeOrders(pool, FEW + 1, MANY);
const manyMs = await checkMs();
const ratio = manyMs / MANY / (fewMs / FEW);
console.log(
  `check of the books: ${fewMs.toFixed(0)} ms for ${FEW} orders, ${(manyMs / 1000).toFixed(1)} s for ${MANY}; ` +
    `${ratio.toFixed(2)} times as long per order (aim: at most 1)`,
);

await db.$client.end();
await pool.end();
await app.stop();

async function checkMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await findBrokenRules({ db, clock: Date.now, ...ofAllAreas });
    times.push(performance.now() - began);
  }
  return median(times);
}
