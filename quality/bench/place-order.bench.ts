/**
 * Placing an order end to end by HTTP (intent, confirmation at the sandbox, order) against a bare transaction that
 * writes the same rows through pg, alternating. Aim: at least a quarter as fast, with no failures.
 */
import pg from 'pg';
import { startBenchApp } from './bench-app.ts';
import { bareOrder } from './reference/bare-order.ts';
import { emptySlots, freshBasket, buyBasket, readMenu } from './baskets.ts';
import { closedLoop, type LoopResult, median } from './load/closed-loop.ts';
import { httpClient } from './load/http-client.ts';

const ROUNDS = 3;
const app = await startBenchApp();
const db = new pg.Pool({ connectionString: app.databaseUrl, max: 32 });
const menu = await readMenu(app.url);

async function placeThroughHttp(
  total: number,
  runConcurrently: number,
  spread: boolean,
): Promise<LoopResult> {
  const client = httpClient(app.url, runConcurrently);
  const result = await closedLoop({ total, atOnce: runConcurrently }, (index) =>
    buyBasket(client, freshBasket(menu, index, { spread })),
  );
  client.close();
  return result;
}

async function compare(name: string, runConcurrently: number, spread: boolean): Promise<void> {
  const total = runConcurrently === 1 ? 60 : 96;
  const ours: LoopResult[] = [];
  const processorMs: number[] = [];
  const bare: LoopResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await emptySlots(db);
    const before = app.processorMs();
    ours.push(await placeThroughHttp(total, runConcurrently, spread));
    processorMs.push((app.processorMs() - before) / total);
    await emptySlots(db);
    bare.push(
      await closedLoop({ total, atOnce: runConcurrently }, (index) =>
        bareOrder(db, freshBasket(menu, index, { spread })),
      ),
    );
  }
  const rate = (results: LoopResult[]) => median(results.map((result) => result.perSecond));
  const failures = ours.reduce((sum, result) => sum + result.failures, 0);
  const ratio = ((rate(ours) / rate(bare)) * 100).toFixed(0);
  const p99 = median(ours.map((result) => result.p99Ms)).toFixed(0);
  console.log(
    `${name}: ${rate(ours).toFixed(0)}/s (p99 ${p99} ms, ${failures} failed); ` +
      `bare transaction: ${rate(bare).toFixed(0)}/s; ratio ${ratio} % (aim: at least 25%); ` +
      `the app's processor time: ${median(processorMs).toFixed(1)} ms an order`,
  );
}

await placeThroughHttp(30, 4, true);
await compare('placing an order, 1 customer', 1, true);
await compare('placing an order, 8 concurrently', 8, true);
await compare('placing an order, 32 concurrently', 32, true);
await compare('placing an order, 32 concurrently for the same meal and window', 32, false);

await db.end();
await app.stop();
