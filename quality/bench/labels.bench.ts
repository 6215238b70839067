/**
 * 400 food labels and a run of 100 stops: processor time outside the main thread, memory, and the menu's slowest replies while labels are
 * being printed. Aims: at most 1 s, less than 150 MB, at most twice as slow as without printing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { labelsOf } from '#areas/printouts/rules/label-content.ts';
import { runSheet } from '#areas/printouts/rules/run-sheet.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { sheetStamp } from '#areas/printouts/server/sheet-flow.ts';
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { startBenchApp, signIn } from './bench-app.ts';
import { closedLoop, median } from './load/closed-loop.ts';
import type { DrawingCost } from './drawing-process.ts';
import { httpClient } from './load/http-client.ts';

const LABELS = 400;
const STOPS = 100;
const DATE = '2026-01-13';
const ROUNDS = 7;
const REQUESTS = 1500;
const AT_ONCE = 2;

/** As many of the date's orders as make up the labels, each meal with all its facts. */
async function writeOrders(db: Database): Promise<number[]> {
  await writeRandomOrders(db, 400, DATE);
  await db.execute(sql`
    update order_items i set meal = i.meal || jsonb_build_object('saturatedFatGrams', m.saturated_fat_grams,
      'sugarsGrams', m.sugars_grams, 'sodiumMg', m.sodium_mg, 'shelfLifeDays', m.shelf_life_days, 'freezable', m.freezable,
      'storageText', m.storage_text, 'heatingText', m.heating_text)
    from meals m where m.id = i.meal_id`);
  const { rows } = await db.execute<{ id: number; labels: string }>(sql`
    select o.id, sum(count(*)) over (order by o.id) as labels
    from orders o join deliveries d on d.order_id = o.id join order_items i on i.delivery_id = d.id
    where d.date = ${DATE} and o.status <> 'cancelled' group by o.id order by o.id`);
  const enough = rows.findIndex(({ labels }) => Number(labels) >= LABELS);
  if (enough < 0) throw new Error(`${rows.length} orders make fewer than ${LABELS} labels`);
  return rows.slice(0, enough + 1).map(({ id }) => id);
}

async function measureDrawing(document: PrintedDocument): Promise<void> {
  const drawing = fork(new URL('drawing-process.ts', import.meta.url));
  drawing.send(document);
  const [{ cpuSeconds, addedMb }] = (await once(drawing, 'message')) as [DrawingCost];
  const [first = 0, ...later] = cpuSeconds;
  console.log(
    `drawing: ${first.toFixed(2)} s of processor time including the start of the thread, then ${median(later).toFixed(2)} s (aim: at most 1)`,
  );
  console.log(`memory: ${addedMb.toFixed(0)} MB at the peak (aim: below 150)`);
}

async function menuP99(url: string): Promise<number> {
  const client = httpClient(url, AT_ONCE);
  const result = await closedLoop({ total: REQUESTS, atOnce: AT_ONCE }, async () => {
    const answer = await client.get('/api/meals', { 'accept-encoding': 'br' });
    return answer.status === 200;
  });
  client.close();
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
  return result.p99Ms;
}

/** Prints repeatedly until `work` is done. */
async function whilePrinting<T>(print: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const printing = (async () => {
    while (!isDone) await print();
  })();
  await sleep(50);
  try {
    return await work();
  } finally {
    isDone = true;
    await printing;
  }
}

const app = await startBenchApp();
const db = openDatabase(app.databaseUrl, { max: 1 });
try {
  const orderIds = await writeOrders(db);
  const bags = await listBags(db, { date: DATE, orderIds }, defaultBusiness);
  const mealUrl = (id: number) => `https://kitchen.example/menu/meal-${id}`;
  const stopUrl = (id: number) => `https://kitchen.example/drive/stop/${id}`;
  const made = labelsOf(bags, { business: defaultBusiness, kind: 'food', mealUrl, stopUrl });
  console.log(`${made.labels.length} labels of ${bags.length} bags, ${made.meals.length} meals`);
  await measureDrawing({
    title: 'Labels',
    kind: 'labels',
    content: { stock: 'roll_100x62', ...made },
  });
  const stops = (await listBags(db, { date: DATE }, defaultBusiness))
    .slice(0, STOPS)
    .map((bag, index) => ({ ...bag, window: '11:00-13:00' as const, stop: index + 1 }));
  const runs = runSheet(stops, '11:00-13:00', []);
  console.log(`run sheet of ${runs[0]?.stops} stops`);
  const stamp = sheetStamp({
    title: 'Run sheet',
    date: DATE,
    part: null,
    business: defaultBusiness,
    version: '1',
    printedAt: Date.now(),
    isPreview: true,
  });
  await measureDrawing({ title: 'Run sheet', kind: 'run_sheet', content: { stamp, runs } });

  const cookie = await signIn(app);
  const query = orderIds.map((id) => `orderId=${id}`).join('&');
  const print = async () => {
    const reply = await fetch(`${app.url}/api/admin/labels?date=${DATE}&${query}`, {
      headers: { cookie },
    });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  };
  await print();
  await menuP99(app.url);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await menuP99(app.url));
    busy.push(await whilePrinting(print, () => menuP99(app.url)));
  }
  const ratio = median(busy) / median(idle);
  console.log(
    `menu, slowest of a hundred: ${median(idle).toFixed(1)} ms; while printing ${median(busy).toFixed(1)} ms; ratio ${ratio.toFixed(2)} (aim: below 2), ${availableParallelism()} processors`,
  );
} finally {
  await db.$client.end();
  await app.stop();
}
