/** The mechanism alone, on a table of its own in a real PostgreSQL: chores, which are done by being told so. */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { dueColumns } from '#platform/server/db/tables/column-rules.ts';
import {
  claimDue,
  claimNow,
  countDueWork,
  type WorkCount,
  type DueWork,
  type Outcome,
  type WorkContext,
  doDueWork,
  tryClaimed,
  tryNow,
} from './due-work.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const chores = pgTable('chores', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  state: text({ enum: ['open', 'done', 'failed'] })
    .notNull()
    .default('open'),
  ripeAt: timestamp({ withTimezone: true }),
  lastError: text(),
  since: timestamp({ withTimezone: true }).notNull(),
  ...dueColumns(),
});
type Chore = typeof chores.$inferSelect;

const MINUTE_MS = 60_000;
const MOST_ATTEMPTS = 5;
const START = Date.parse('2026-01-07T02:00:00Z');

class Hopeless extends Error {}

let database: TestDatabase;
let db: Database;
let now: number;
let logged: { level: string; fields: object; says: string }[];
let tried: number[];
/** What becomes of a try. */
let doIt: (chore: Chore) => Promise<Outcome<Chore, 'done'>>;

const logAt = (level: string) => (fields: object, says: string) =>
  void logged.push({ level, fields, says });
const context = (): WorkContext => ({
  db,
  clock: () => now,
  log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') } as WorkContext['log'],
});

const choreWork: DueWork<Chore, WorkContext, 'done'> = {
  table: chores,
  isOpen: eq(chores.state, 'open'),
  isRipe: (at) => sql`(${chores.ripeAt} is null or ${chores.ripeAt} <= ${at}::timestamptz)`,
  isGivenUp: eq(chores.state, 'failed'),
  since: chores.since,
  order: [chores.id],
  claimMs: 2 * MINUTE_MS,
  async tryRow(_, chore) {
    tried.push(chore.id);
    return doIt(chore);
  },
  waitMs: ({ tries }) => (tries >= MOST_ATTEMPTS ? null : 2 ** (tries - 1) * MINUTE_MS),
  givenUp: { state: 'failed' },
  isHopeless: (error) => error instanceof Hopeless,
  describeError: (error) => ({ set: { lastError: String(error) }, log: { why: String(error) } }),
  logFields: ({ id }) => ({ choreId: id }),
  says: { triedAgain: 'a chore is tried again', givenUp: 'a chore was given up' },
  alarm: {
    id: 'checkout_stuck',
    afterMs: 10 * MINUTE_MS,
    since: ({ since }) => since,
    says: 'a chore is late',
  },
};

const done = async (): Promise<Outcome<Chore, 'done'>> => ({ is: 'done', set: { state: 'done' } });
const noAnswer = () => Promise.reject(new Error('no answer'));

beforeAll(async () => {
  database = await createTestDatabase();
  const impatient = new URL(database.url);
  // A wait for a lock fails instead.
  impatient.searchParams.set('options', '-c lock_timeout=2000');
  db = openDatabase(impatient.href);
  await db.execute(sql`create table chores (
    id int primary key generated always as identity, state text not null default 'open',
    ripe_at timestamptz, last_error text, since timestamptz not null,
    tries int not null default 0, next_try_at timestamptz)`);
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});
beforeEach(async () => {
  await db.execute(sql`truncate chores restart identity`);
  now = START;
  logged = [];
  tried = [];
  doIt = done;
});

async function write(count: number, change: Partial<Chore> = {}): Promise<void> {
  const chore = { since: new Date(now), ...change };
  await db.insert(chores).values(Array.from({ length: count }, () => chore));
}
const all = () => db.select().from(chores).orderBy(asc(chores.id));
const theChore = async () => (await all())[0]!;
const work = async (limits?: Parameters<typeof doDueWork>[2]) =>
  (await doDueWork(context(), choreWork, limits)).map(({ is }) => is);
const passMinutes = (minutes: number) => {
  now += minutes * MINUTE_MS;
};

describe('claiming', () => {
  test('of many workers at once no two have the same row, and none waits for another', async () => {
    await write(40);
    const claims = await Promise.all(
      Array.from({ length: 60 }, () => claimDue(context(), choreWork)),
    );
    const ids = claims.flatMap((chore) => chore?.id ?? []);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('a row that someone has locked is passed over, not waited for', async () => {
    await write(2);
    await db.transaction(async (tx) => {
      await tx.select().from(chores).where(eq(chores.id, 1)).for('update');
      expect(await claimDue(context(), choreWork)).toMatchObject({ id: 2 });
    });
  });

  test('many workers at once try each row once', async () => {
    await write(30);
    await Promise.all(Array.from({ length: 6 }, () => work()));
    expect(tried.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect((await all()).every(({ state, tries }) => state === 'done' && tries === 1)).toBe(true);
  });

  test('a claim counts as a try, and lasts until its claimer is taken for dead', async () => {
    await write(1);
    expect(await claimDue(context(), choreWork)).toMatchObject({ id: 1, tries: 1 });
    expect(await work()).toEqual([]);
    passMinutes(2);
    expect(await work()).toEqual(['done']);
    expect(await theChore()).toMatchObject({ state: 'done', tries: 2, nextTryAt: null });
  });

  test('anyone who was taken for dead and comes back changes nothing', async () => {
    await write(1);
    const late = await claimDue(context(), choreWork);
    passMinutes(2);
    const other = await claimDue(context(), choreWork);
    doIt = noAnswer;
    await tryClaimed(context(), choreWork, late!);
    expect(await theChore()).toMatchObject({
      tries: 2,
      lastError: null,
      nextTryAt: other!.nextTryAt,
    });
    doIt = done;
    await tryClaimed(context(), choreWork, late!);
    expect(await theChore()).toMatchObject({ state: 'open' });
    await tryClaimed(context(), choreWork, other!);
    expect(await theChore()).toMatchObject({ state: 'done' });
  });

  test('what is not ripe, done or given up is left alone', async () => {
    await write(1, { ripeAt: new Date(now + MINUTE_MS) });
    await write(1, { state: 'done' });
    await write(1, { state: 'failed' });
    expect(await work()).toEqual([]);
    passMinutes(1);
    expect(await work()).toEqual(['done']);
    expect(tried).toEqual([1]);
  });

  test('someone who cannot wait takes any row that is open, from anyone who has it', async () => {
    await write(1);
    const taken = await claimDue(context(), choreWork);
    expect(await claimNow(context(), choreWork, 1)).toMatchObject({ id: 1, tries: 2 });
    await tryClaimed(context(), choreWork, taken!);
    expect(await theChore(), 'the former has lost it').toMatchObject({ state: 'open', tries: 2 });
    expect(await tryNow(context(), choreWork, 1)).toMatchObject({ is: 'done' });
    expect(await tryNow(context(), choreWork, 1), 'nothing is left to do').toBeNull();
  });
});

describe('waiting', () => {
  test('a row without an answer is tried again after 1, 2, 4 minutes, and is then done', async () => {
    await write(1);
    doIt = noAnswer;
    for (const minutes of [1, 2, 4]) {
      expect(await work()).toEqual(['silent']);
      expect(await theChore()).toMatchObject({
        lastError: 'Error: no answer',
        nextTryAt: new Date(now + minutes * MINUTE_MS),
      });
      passMinutes(minutes - 0.1);
      expect(await work(), 'before its time').toEqual([]);
      passMinutes(0.1);
    }
    doIt = done;
    expect(await work()).toEqual(['done']);
    expect(await theChore()).toMatchObject({ state: 'done', tries: 4, nextTryAt: null });
    expect(logged).toHaveLength(3);
    expect(logged[0]).toEqual({
      level: 'warn',
      fields: { why: 'Error: no answer', choreId: 1 },
      says: 'a chore is tried again',
    });
  });

  test('an answer that does not finish the work waits without a warning', async () => {
    await write(1);
    doIt = async () => ({ is: 'waiting', set: { lastError: 'not yet' } });
    expect(await work()).toEqual(['waiting']);
    expect(await theChore()).toMatchObject({
      state: 'open',
      lastError: 'not yet',
      nextTryAt: new Date(now + MINUTE_MS),
    });
    expect(logged).toEqual([]);
  });

  test('the wait is that of the row as the attempt has left it', async () => {
    await write(1);
    doIt = async (chore) => ({ is: 'waiting', row: { ...chore, tries: 3 } });
    await work();
    expect(await theChore()).toMatchObject({ tries: 1, nextTryAt: new Date(now + 4 * MINUTE_MS) });
  });

  test('one run tries each row once, even one that may be tried again at once', async () => {
    await write(3);
    doIt = noAnswer;
    const runConcurrently = { ...choreWork, waitMs: () => 0 };
    expect(await doDueWork(context(), runConcurrently)).toHaveLength(3);
    expect(tried).toEqual([1, 2, 3]);
    expect(await doDueWork(context(), runConcurrently), 'the next run').toHaveLength(3);
  });

  test('when nobody answers the rest is left to the next run; one refusal is no silence', async () => {
    await write(5);
    doIt = ({ id }) => (id === 2 ? Promise.reject(new Hopeless()) : noAnswer());
    expect(await work({ stopAfterSilent: 2 })).toEqual(['silent', 'given up', 'silent', 'silent']);
    expect(tried).toEqual([1, 2, 3, 4]);
  });

  test('a run may be told to stop after some rows, and to take only some', async () => {
    await write(5);
    expect(await work({ most: 2 })).toEqual(['done', 'done']);
    expect(await work({ only: sql`${chores.id} > 4` as SQL })).toEqual(['done']);
    expect(tried).toEqual([1, 2, 5]);
  });
});

describe('giving up', () => {
  test('after its last try a row is given up, with an error in the log, and not tried again', async () => {
    await write(1, { tries: MOST_ATTEMPTS - 1 });
    doIt = noAnswer;
    expect(await work()).toEqual(['given up']);
    expect(await theChore()).toMatchObject({
      state: 'failed',
      tries: MOST_ATTEMPTS,
      nextTryAt: null,
    });
    expect(logged).toEqual([
      {
        level: 'error',
        fields: { choreId: 1, why: 'Error: no answer' },
        says: 'a chore was given up',
      },
    ]);
    passMinutes(10_000);
    expect(await work()).toEqual([]);
  });

  test('what trying again cannot help is given up at once', async () => {
    await write(1);
    doIt = () => Promise.reject(new Hopeless('never'));
    expect(await work()).toEqual(['given up']);
    expect(await theChore()).toMatchObject({ state: 'failed', tries: 1 });
  });

  test('the alarm is raised by every attempt that leaves work unfinished for too long, and by no other', async () => {
    await write(1);
    const alarms = () => logged.filter(({ fields }) => 'alarm' in fields);
    doIt = noAnswer;
    await work();
    passMinutes(9);
    await work();
    expect(alarms()).toEqual([]);
    passMinutes(2);
    doIt = async () => ({ is: 'waiting' });
    await work();
    passMinutes(4);
    doIt = noAnswer;
    await work();
    const alarm = {
      level: 'error',
      fields: { alarm: 'checkout_stuck', choreId: 1 },
      says: 'a chore is late',
    };
    expect(alarms()).toEqual([alarm, alarm]);
    passMinutes(60);
    doIt = done;
    expect(await work()).toEqual(['done']);
    expect(alarms()).toHaveLength(2);
  });

  test('what the database throws is not taken for a missing answer', async () => {
    await write(1);
    doIt = async () => ({ is: 'done', set: { state: null as unknown as 'done' } });
    await expect(work()).rejects.toThrow();
  });
});

describe('counting', () => {
  const count = async (): Promise<WorkCount> => {
    const { rows } = await db.execute<{ count: WorkCount }>(
      sql`select (${countDueWork(choreWork, new Date(now))}) as count`,
    );
    return rows[0]!.count;
  };

  test('nothing is nothing', async () => {
    await write(2, { state: 'done' });
    expect(await count()).toEqual({ due: 0, waiting: 0, givenUp: 0, oldestSeconds: 0 });
  });

  test('due, waiting and given up are told apart, and how old the oldest is', async () => {
    await write(3);
    passMinutes(1);
    await write(1, { state: 'failed', since: new Date(now - 99 * MINUTE_MS) });
    await write(1, { state: 'done', since: new Date(now - 99 * MINUTE_MS) });
    await write(1, { ripeAt: new Date(now + 1), since: new Date(now - 99 * MINUTE_MS) });
    doIt = noAnswer;
    await work({ most: 1 });
    await claimDue(context(), choreWork);
    expect(await count()).toEqual({ due: 1, waiting: 2, givenUp: 1, oldestSeconds: 60 });
    passMinutes(2);
    expect(await count()).toMatchObject({ due: 4, waiting: 0, givenUp: 1 });
  });
});
