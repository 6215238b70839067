/** A tablet fetches the bench every five seconds, at the edge of the kitchen's network: a large day stays small. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchReply, MOST_WORDS } from '#areas/kitchen/calls/bench.ts';
import { type BenchPot, type BenchTray, openBench } from '#areas/kitchen/calls/opened-bench.ts';
import { instantOf, toInstantText, wallTimeIn } from '#platform/rules/zoned-time.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import type { Database } from '#platform/server/db/client.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DAY = '2026-01-13';
const PORTIONS = 500;
const MOST_BYTES = 200_000;
/** For some have other orders two days, are cancelled, or wait: as many are enough for a day of 500. */
const ORDERS = 340;
const ZONE = 'Australia/Brisbane';
const MINUTE_MS = 60_000;

let t: TestApp;
let ana: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  await seedSampleRecipes(t.context.db, t.context.clock());
  ana = await aStaffClient(t, { firstName: 'Ana', role: 'kitchen' });
  await t.context.db.transaction(async (tx) => {
    await tx.execute(sql`select setseed(0.5)`);
    await writeRandomOrders(tx as unknown as Database, ORDERS, DAY);
  });
});
afterAll(() => t.close());

const read = async (date: string) => (await ana.get(`/api/bench?date=${date}`)).body;

async function workOn(date: string): Promise<{ pots: BenchPot[]; trays: BenchTray[] }> {
  t.setNow(toInstantText(instantOf({ date, minuteOfDay: 22 * 60 + 30 }, ZONE)));
  const { days } = openBench(JSON.parse(await read(date)) as BenchReply);
  return days.find((day) => day.date === date)!;
}

type Said = { key: string; at: string; word: object };

const saidAt = (at: number, word: object): Said => ({
  key: randomUUID(),
  at: toInstantText(Math.min(at, t.context.clock())),
  word,
});

/** Made, measured hot, chilled down to 5 °C. */
function wordsOf({ id: potId, planned, recipeVersion, chillAt }: BenchPot): Said[] {
  const made = instantOf(wallTimeIn(chillAt), ZONE);
  const reading = (minutes: number, reads: string, tenths: number | null) =>
    saidAt(made + minutes * MINUTE_MS, {
      kind: 'reading',
      reads,
      of: { potId },
      tenths,
      probe: 'Probe 2',
    });
  return [
    saidAt(made, {
      kind: 'made',
      potId,
      qty: planned,
      planned,
      recipeVersion,
      goodsLotIds: [],
    }),
    reading(1, 'core', 801),
    reading(2, 'chill_start', null),
    reading(90, 'reached_21', 195),
    reading(200, 'reached_5', 41),
  ];
}

async function say(words: readonly Said[]): Promise<void> {
  for (let from = 0; from < words.length; from += MOST_WORDS) {
    const reply = await ana.post('/api/bench/words', {
      staffId: ana.staff.id,
      deviceId: randomUUID(),
      words: words.slice(from, from + MOST_WORDS),
    });
    const { results } = reply.json<{ results: { ok: boolean; message?: string }[] }>();
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  }
}

test(
  'a day of 500 portions, all cooked and measured, is at most 200 kB',
  { timeout: 60_000 },
  async () => {
    for (const date of ['2026-01-11', '2026-01-12', DAY]) {
      const { pots, trays } = await workOn(date);
      await say(pots.filter(({ state }) => state !== 'made').flatMap(wordsOf));
      const cores = trays.flatMap(({ mealId, date: of, windows }) =>
        windows.map(({ window }) => ({ mealId, date: of, window })),
      );
      await say(
        cores.map((of) =>
          saidAt(t.context.clock(), { kind: 'reading', reads: 'core', of, tenths: 812, probe: '' }),
        ),
      );
    }
    const text = await read(DAY);
    const [day] = openBench(JSON.parse(text) as BenchReply).days;
    const windows = day!.trays.flatMap((tray) => tray.windows);
    const portions = windows.reduce((sum, { count, held }) => sum + count + held, 0);
    expect(portions).toBeGreaterThanOrEqual(PORTIONS);
    expect(day!.readings.length).toBeGreaterThan(150);
    // How many the random orders make depends on what other tests left in the database: 400 bytes for each.
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual((MOST_BYTES * portions) / PORTIONS);
  },
);
