/** Jobs by the clock on a real PostgreSQL, at times that the test says. Each `startAll` is another process. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#platform/server/context.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { type ClockJob, createClockJobs } from './queue.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
let db: Database;
let now: number;
let ran: string[];
let failures: object[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});
beforeEach(async () => {
  await db.delete(clockJobs);
  ran = [];
  failures = [];
});

const note = (name: string) => async () => {
  ran.push(`${name} ${new Date(now).toISOString().slice(0, 16)}`);
};
const job = (every: ClockJob['every'], run = note(every)): ClockJob => ({
  name: every.replace(' ', '_'),
  every,
  run,
});
const ALL = (['minute', 'three minutes', 'hour', 'night'] as const).map((every) => job(every));

function aProcess(
  jobs = ALL,
  { timeZone = 'Australia/Brisbane', ...limits }: { timeZone?: string; longestEndMs?: number } = {},
) {
  const log = {
    info() {},
    warn() {},
    error: (fields: object) => void failures.push(fields),
  } as Context['log'];
  return createClockJobs({ db, log } as Context, jobs, {
    ...limits,
    timeZone: async () => timeZone,
    now: () => sql`${new Date(now)}::timestamptz`,
  });
}

async function startAll(processes: number, jobs = ALL, limits = {}): Promise<void> {
  const started = Array.from({ length: processes }, () => aProcess(jobs, limits));
  await Promise.all(started.map((each) => each.startDue()));
  await Promise.all(started.map((each) => each.stop()));
}

async function passTime(ms: number, stepMs: number, jobs = ALL, limits = {}): Promise<void> {
  for (const end = now + ms; now < end;) {
    now += stepMs;
    await startAll(2, jobs, limits);
  }
}

const rowOf = async (name: string) =>
  (await db.select().from(clockJobs).where(eq(clockJobs.name, name)))[0];

describe('a job', () => {
  test('is run by one of many processes, each time it is due', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    await startAll(6);
    expect(ran, 'none is due yet').toEqual([]);
    for (let minutes = 1; minutes <= 8; minutes += 1) {
      now += MINUTE_MS;
      await startAll(6);
    }
    const of = (every: string) => ran.filter((each) => each.startsWith(`${every} `));
    expect(of('minute')).toHaveLength(8);
    expect(of('three minutes')).toEqual([
      'three minutes 2026-01-07T02:01',
      'three minutes 2026-01-07T02:04',
      'three minutes 2026-01-07T02:07',
    ]);
    expect(of('hour')).toEqual(['hour 2026-01-07T02:07']);
  });

  test('that was missed while nothing ran is made up for once', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    await startAll(1);
    now += 50 * HOUR_MS;
    await startAll(3);
    expect(ran.map((each) => each.slice(0, -17)).toSorted()).toEqual([
      'hour',
      'minute',
      'night',
      'three minutes',
    ]);
  });

  test('that fails says so until it succeeds', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    let isBroken = true;
    const fragile = job('minute', async () => {
      if (isBroken) throw new Error('no such host');
    });
    await startAll(1, [fragile]);
    now += MINUTE_MS;
    await startAll(1, [fragile]);
    expect(await rowOf('minute')).toMatchObject({ failed: true, endedAt: new Date(now) });
    expect(failures).toEqual([{ err: new Error('no such host'), job: 'minute' }]);
    isBroken = false;
    now += MINUTE_MS;
    await startAll(1, [fragile]);
    expect(await rowOf('minute')).toMatchObject({ failed: false });
  });

  test('whose process was killed is run by another once its claim is over, and the dead one changes nothing', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    let wake = () => {};
    const slow = job('hour', () => new Promise((resolve) => (wake = () => resolve(undefined))));
    await startAll(1, [slow]);
    now += 10 * MINUTE_MS;
    const killed = aProcess([slow]);
    await killed.startDue();
    const { dueAt } = (await rowOf('hour'))!;
    await startAll(3, [job('hour')]);
    now += 14 * MINUTE_MS;
    await startAll(3, [job('hour')]);
    expect(ran, 'it may still be at it').toEqual([]);
    expect(await rowOf('hour')).toMatchObject({ dueAt, endedAt: null });
    now += MINUTE_MS;
    const other = aProcess([job('hour')]);
    await startAll(3, [job('hour')]);
    await other.startDue();
    await other.stop();
    expect(ran).toHaveLength(1);
    const after = await rowOf('hour');
    now += MINUTE_MS;
    wake();
    await killed.stop();
    expect(await rowOf('hour')).toEqual(after);
  });

  test('that takes long does not keep the process from stopping, and runs again', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    const endless = job('hour', () => new Promise(() => {}));
    await startAll(1, [endless]);
    now += 10 * MINUTE_MS;
    const stopping = aProcess([endless], { longestEndMs: 20 });
    await stopping.startDue();
    expect(await stopping.stop(), 'it says how many it left').toBe(1);
    now += 15 * MINUTE_MS;
    const other = aProcess([job('hour')]);
    await other.startDue();
    await other.stop();
    expect(ran).toHaveLength(1);
  });

  test('is planned when the database does not know it, and forgotten once nobody runs it', async () => {
    now = Date.parse('2026-01-07T02:00:30Z');
    await startAll(1);
    expect(await db.$count(clockJobs)).toBe(4);
    await startAll(1, [job('hour')]);
    expect(await db.$count(clockJobs), 'another version may serve beside this one').toBe(4);
    now += 7 * MINUTE_MS;
    await startAll(1, [job('hour')]);
    expect((await db.select().from(clockJobs)).map(({ name }) => name).toSorted()).toEqual([
      'hour',
      'night',
    ]);
  });
});

describe('clocks that go back an hour', () => {
  const nights = () => ran.map((each) => each.slice('night '.length));

  test.each([
    // 2:00 becomes 1:00: half past one comes twice.
    ['America/New_York', '2026-10-31T16:00:00Z', ['2026-11-01T06:30', '2026-11-02T06:30']],
    // 3:00 becomes 2:00.
    ['Australia/Sydney', '2026-04-04T04:00:00Z', ['2026-04-04T14:30', '2026-04-05T15:30']],
    // And forward: 2:00 becomes 3:00.
    ['Australia/Sydney', '2026-10-03T04:00:00Z', ['2026-10-03T15:30', '2026-10-04T14:30']],
  ])('in %s, two processes run the job of the night once each night', async (zone, from, at) => {
    now = Date.parse(from);
    await startAll(2, [job('night')], { timeZone: zone });
    await passTime(44 * HOUR_MS, 15 * MINUTE_MS, [job('night')], { timeZone: zone });
    expect(nights()).toEqual(at);
  });

  test('when the database’s own does, no job of an hour or a night runs again, and none waits for the hour to pass', async () => {
    now = Date.parse('2026-01-06T15:00:30Z');
    await startAll(2);
    await passTime(35 * MINUTE_MS, MINUTE_MS);
    expect(ran).toContain('night 2026-01-06T15:30');
    expect(ran).toContain('hour 2026-01-06T15:07');
    now -= HOUR_MS;
    ran = [];
    await passTime(95 * MINUTE_MS, MINUTE_MS);
    const minutes = ran.filter((each) => each.startsWith('minute '));
    expect(minutes.length).toBeGreaterThanOrEqual(94);
    expect(ran.filter((each) => /^(hour|night) /.test(each))).toEqual(['hour 2026-01-06T16:07']);
  });
});
