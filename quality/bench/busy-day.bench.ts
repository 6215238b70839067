/** A day of 400 deliveries against a day of 40, alternating: Today, Daily Prep and Orders. Aim: at most 1.5 times as long. */
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#server/db/client.ts';
import { writeRandomOrders } from '#quality/support/random-orders.ts';
import { type BenchApp, startBenchApp } from './bench-app.ts';
import { createStaffAccount, signIn } from './bench-staff.ts';
import { median } from './closed-loop.ts';

/** Today where the apps are. */
const DATE = '2026-01-07';
const WINDOW = '11:00-13:00';
const FEW = 40;
const MANY = 400;
const WARM_UP = 5;
const TIMES = 30;

type Day = {
  get(path: string): Promise<string>;
  stop(): Promise<void>;
};

createStaffAccount();

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

/** Exactly `count` deliveries are left to the day, and the same number in the days after. */
async function writeDay(db: Database, count: number): Promise<void> {
  await writeRandomOrders(db, count * 5, DATE);
  await db.execute(sql`insert into delivery_slots (date, time_slot, max_deliveries)
    select ${DATE}::date + day, slot, 100 from generate_series(0, 30) day, unnest(array['11:00-13:00', '16:00-18:00']) slot
    on conflict do nothing`);
  await db.execute(sql`update deliveries d set date = ${DATE}::date + ranked.place::int,
      time_slot = case when ranked.rank % 2 = 0 then ${WINDOW} else '16:00-18:00' end
    from (select id, (row_number() over (order by id) - 1) / ${count}::int as place, row_number() over (order by id) as rank
      from deliveries where order_id in (select order_id from deliveries group by order_id having count(*) = 1)) ranked
    where ranked.id = d.id`);
  await db.execute(sql`update deliveries set date = ${DATE}::date + 30
    where order_id in (select order_id from deliveries group by order_id having count(*) > 1)`);
  await db.execute(sql`vacuum analyze`);
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
  'Daily Prep': `/api/admin/daily-prep?date=${DATE}`,
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
    console.log(
      `${name}: ${fewMs.toFixed(1)} ms and ${manyMs.toFixed(1)} ms; ratio ${(manyMs / fewMs).toFixed(2)} (aim: at most 1.5)`,
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
