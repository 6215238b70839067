/**
 * A day of 400 deliveries against a day of 40, alternating: Today, Daily Prep and Orders. Aim: at most 1.5 times as long. The
 * bench says each text once, so its bytes grow by portions alone: at most 200 kB and 150 ms at 500 of them.
 */
import { openDatabase } from '#platform/server/db/client.ts';
import { type BenchApp, startBenchApp, signIn } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { DATE, writeDay } from './write-day.ts';

const FEW = 40;
const MANY = 400;
const WARM_UP = 5;
const TIMES = 30;

type Day = {
  get(path: string): Promise<string>;
  stop(): Promise<void>;
};

/** An app with that many deliveries on the day, and a week of others like it. */
async function openDay(deliveryCount: number): Promise<Day> {
  const app = await startBenchApp();
  const db = openDatabase(app.databaseUrl, { max: 1 });
  const stop = async () => {
    await db.$client.end();
    await app.stop();
  };
  try {
    await writeDay(db, deliveryCount);
    return { ...callsOf(app, await signIn(app)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function callsOf({ url }: BenchApp, cookie: string): Pick<Day, 'get'> {
  return {
    async get(path) {
      const reply = await fetch(url + path, { headers: { cookie } });
      const body = await reply.text();
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${body}`);
      return body;
    },
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

type Turns = { times: number; warmUp: number };

async function alternate(
  few: () => Promise<unknown>,
  many: () => Promise<unknown>,
  { times, warmUp }: Turns,
): Promise<{ fewMs: number; manyMs: number }> {
  const fewTimes: number[] = [];
  const manyTimes: number[] = [];
  for (let turn = -warmUp; turn < times; turn += 1) {
    const [fewTime, manyTime] = [await time(few), await time(many)];
    if (turn < 0) continue;
    fewTimes.push(fewTime);
    manyTimes.push(manyTime);
  }
  return { fewMs: median(fewTimes), manyMs: median(manyTimes) };
}

const PAGES = {
  Today: '/api/admin/today',
  Bench: `/api/bench?date=${DATE}`,
  Orders: `/api/admin/orders?limit=50`,
  'Orders of the day': `/api/admin/orders?limit=25&deliveryDate=${DATE}`,
};

async function comparePages(few: Day, many: Day): Promise<void> {
  for (const [name, path] of Object.entries(PAGES)) {
    const turns = { times: TIMES, warmUp: WARM_UP };
    const { fewMs, manyMs } = await alternate(
      () => few.get(path),
      () => many.get(path),
      turns,
    );
    const [fewKb, manyKb] = [
      (await few.get(path)).length / 1000,
      (await many.get(path)).length / 1000,
    ];
    console.log(
      `${name}: ${fewKb.toFixed(0)} kB and ${manyKb.toFixed(0)} kB; ${fewMs.toFixed(1)} ms and ${manyMs.toFixed(1)} ms; ratio ${(manyMs / fewMs).toFixed(2)} (aim: at most 1.5)`,
    );
  }
}

const days: Day[] = [];
try {
  const few = await openDay(FEW);
  days.push(few);
  const many = await openDay(MANY);
  days.push(many);
  console.log(`median of ${TIMES} requests, ${FEW} deliveries on the day against ${MANY}`);
  await comparePages(few, many);
} finally {
  for (const day of days) await day.stop();
}
