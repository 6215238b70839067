/**
 * `npm start` until it serves, on an empty data folder and again on the same one, beside a bare node:http process; then
 * the memory of the app's process at rest and while people order. Aims: the second start under 5 s, under 200 MB at
 * rest.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { emptySlots, freshBasket, buyBasket, readMenu } from './baskets.ts';
import { startBenchApp, untilServing } from './bench-app.ts';
import { closedLoop, median } from './load/closed-loop.ts';
import { type Client, httpClient } from './load/http-client.ts';

const AGAIN = 5;
const MB = 1024 * 1024;
const SETTLE_MS = 5000;
const SAMPLE_MS = 250;
const AT_ONCE = 8;
const READS = 20_000;
const ORDERS = 2000;
/** As many as the slots have places for. */
const ORDERS_A_WEEK = 400;
/** Memory is given back once nobody has asked for anything for a while. */
const QUIET_MS = 60_000;

await measureStarts();
await measureMemory();

async function measureStarts(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-bench-'));
  const first = await secondsToServe(dataDir);
  const again: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < AGAIN; round += 1) {
    again.push(await secondsToServe(dataDir));
    bare.push(await secondsOfBareServer());
  }
  rmSync(dataDir, { recursive: true, force: true });
  const ratio = (median(again) / median(bare)).toFixed(0);
  console.log(
    `start: ${first.toFixed(1)} s the first time, then ${median(again).toFixed(1)} s (aim: below 5); ` +
      `a bare node:http process ${median(bare).toFixed(2)} s; ratio ${ratio}`,
  );
}

async function secondsToServe(dataDir: string): Promise<number> {
  const began = performance.now();
  const launcher = spawn(process.execPath, ['tools/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
    },
  });
  await untilServing(launcher);
  const seconds = (performance.now() - began) / 1000;
  await end(launcher);
  return seconds;
}

async function secondsOfBareServer(): Promise<number> {
  const began = performance.now();
  const bare = fork(new URL('reference/bare-server.ts', import.meta.url));
  bare.send([]);
  await once(bare, 'message');
  const seconds = (performance.now() - began) / 1000;
  bare.disconnect();
  return seconds;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function measureMemory(): Promise<void> {
  const app = await startBenchApp();
  const db = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
  const menu = await readMenu(app.url);
  const client = httpClient(app.url, AT_ONCE);
  await sleep(SETTLE_MS);
  const restMb = await memoryMb(client);
  console.log(`memory at rest: ${restMb.toFixed(0)} MB (aim: below 200)`);
  const readingMb = await peakWhile(client, () =>
    closedLoop({ total: READS, atOnce: AT_ONCE }, async (index) => {
      const { status } = await client.get(index % 2 === 0 ? '/' : '/api/meals');
      return status === 200;
    }),
  );
  const orderingMb = await peakWhile(client, async () => {
    let failures = 0;
    for (let ordered = 0; ordered < ORDERS; ordered += ORDERS_A_WEEK) {
      await emptySlots(db);
      const week = await closedLoop({ total: ORDERS_A_WEEK, atOnce: AT_ONCE }, (index) =>
        buyBasket(client, freshBasket(menu, index)),
      );
      failures += week.failures;
    }
    return { failures };
  });
  await db.end();
  console.log(
    `memory under load: at most ${readingMb.toFixed(0)} MB through ${READS} reads, ` +
      `${orderingMb.toFixed(0)} MB through ${ORDERS} orders`,
  );
  await sleep(QUIET_MS);
  const againMb = await memoryMb(client);
  const ratio = (againMb / restMb).toFixed(2);
  console.log(`memory at rest again: ${againMb.toFixed(0)} MB; ratio ${ratio} (aim: at most 1.3)`);
  client.close();
  await app.stop();
}

/** The process's own report of its memory. */
async function memoryMb(client: Client): Promise<number> {
  const { body } = await client.get('/metrics');
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error('/metrics does not say how much memory is used');
  return Number(bytes) / MB;
}

async function peakWhile(
  client: Client,
  work: () => Promise<{ failures: number }>,
): Promise<number> {
  let peak = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await memoryMb(client));
      await sleep(SAMPLE_MS);
    }
  })();
  const { failures } = await work();
  isDone = true;
  await watching;
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return peak;
}
