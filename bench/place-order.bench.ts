/**
 * Placing an order end to end through HTTP (intent, confirmation at the sandbox, order) against a bare transaction that
 * writes the same rows through pg, in turns. Aim: at least a quarter as fast, with no failures.
 */
import pg from 'pg';
import { startBenchApp } from './bench-app.ts';
import { bareOrder } from './bare-order.ts';
import { freshBasket, readMenu } from './baskets.ts';
import { closedLoop, type LoopResult, median } from './closed-loop.ts';
import { httpClient } from './http-client.ts';

const ROUNDS = 3;
const app = await startBenchApp();
const db = new pg.Pool({ connectionString: app.databaseUrl, max: 32 });
const menu = await readMenu(app.url);

async function placeThroughHttp(
  total: number,
  atOnce: number,
  spread: boolean,
): Promise<LoopResult> {
  const client = httpClient(app.url, atOnce);
  const result = await closedLoop({ total, atOnce }, async (index) => {
    const orderData = freshBasket(menu, index, { spread });
    const amount = Number(orderData.total);
    const opened = await client.postJson('/api/create-payment-intent', { amount, orderData });
    if (opened.status !== 200) return false;
    const { clientSecret, paymentIntentId } = JSON.parse(opened.body) as Record<string, string>;
    const paid = await client.postForm(`/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
      client_secret: clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    });
    if (paid.status !== 200) return false;
    const placed = await client.postJson('/api/orders', { paymentIntentId, orderData });
    return placed.status === 200;
  });
  client.close();
  return result;
}

/** Slots hold at most a hundred deliveries; the next round gets empty ones. */
async function emptySlots(): Promise<void> {
  await db.query(`insert into delivery_slots (date, time_slot, max_deliveries)
    select day::date, slot, 100 from generate_series('2026-01-13'::date, '2026-01-19', '1 day') day,
      unnest(array['11:00-13:00', '16:00-18:00']) slot
    on conflict (date, time_slot) do update set max_deliveries = 100, held = 0, booked = 0`);
}

async function compare(name: string, atOnce: number, spread: boolean): Promise<void> {
  const total = atOnce === 1 ? 60 : 96;
  const ours: LoopResult[] = [];
  const bare: LoopResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await emptySlots();
    ours.push(await placeThroughHttp(total, atOnce, spread));
    await emptySlots();
    bare.push(
      await closedLoop({ total, atOnce }, (index) =>
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
      `bare transaction: ${rate(bare).toFixed(0)}/s; ratio ${ratio} % (aim: at least 25 %)`,
  );
}

await placeThroughHttp(30, 4, true);
await compare('placing an order, 1 at once', 1, true);
await compare('placing an order, 8 at once', 8, true);
await compare('placing an order, 32 at once', 32, true);
await compare('placing an order, 32 at once for the same meal and window', 32, false);

await db.end();
await app.stop();
