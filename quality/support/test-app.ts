/** One app and one database for each worker: starting them takes a second, emptying them some milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { emptyBusiness, renewSite, storeSeed } from '#quality/support/empty-business.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
import { startOwnApp, type TestApp, type TestAppOptions } from '#quality/support/own-app.ts';

export { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
export type { TestApp } from '#quality/support/own-app.ts';

type Shared = {
  app: TestApp;
  /** Its parts as they were: tests put a failing gateway or mailer in their place. */
  context: TestApp['context'];
  isTaken: boolean;
};

let shared: Shared | null = null;

/**
 * The app of this worker, empty but for the sample menu, on which the files of the worker take turns; an app of its own
 * for what needs other options, and while another of the same file is in use.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { business, ...special } = options;
  if (Object.keys(special).length > 0 || shared?.isTaken) return startOwnApp(options);
  return takeShared(business ?? null);
}

/** After each file. @throws when it did not close the app */
export async function expectGivenBack(): Promise<void> {
  if (!shared?.isTaken) return;
  await giveBack(shared.app);
  throw new Error('A test did not close the app that it shares with other files');
}

/** Throws at its `close` when a test left something behind */
async function takeShared(business: Partial<BusinessFacts> | null): Promise<TestApp> {
  shared ??= await prepare(await startOwnApp({}));
  shared.isTaken = true;
  const { app } = shared;
  await emptyBusiness(app);
  if (business) await app.context.db.insert(settings).values({ key: 'business', value: business });
  await renewSite(app.context);
  return { ...app, close: () => giveBack(app) };
}

async function prepare(app: TestApp): Promise<Shared> {
  await storeSeed(app.context.db);
  const context = { ...app.context, backup: { ...app.context.backup } };
  return { app, context, isTaken: false };
}

async function giveBack(app: TestApp): Promise<void> {
  if (!shared) return;
  shared.isTaken = false;
  Object.assign(app.context, shared.context, { backup: { ...shared.context.backup } });
  app.setNow(AN_ORDINARY_WEDNESDAY);
  const left = await findLeft(app);
  if (left.length > 0) throw new Error(`A test leaves behind: ${left.join(', ')}`);
}

/** What would disturb the next file. */
export async function findLeft(app: TestApp): Promise<string[]> {
  const { db } = app.context;
  // The server takes a moment to see that a connection was closed.
  if ((await db.execute(OPEN_TRANSACTIONS)).rowCount) await sleep(500);
  // Ended, or the next file would wait for its locks.
  const open = await db.execute<{ query: string }>(
    sql`select query, pg_terminate_backend(pid) from (${OPEN_TRANSACTIONS}) left_open`,
  );
  return [
    ...open.rows.map(({ query }) => `a transaction after “${query}”`),
    ...(app.app.server.listening ? ['a port on which the app listens'] : []),
    ...(vi.isFakeTimers() ? ['a clock that stands still'] : []),
  ];
}

const OPEN_TRANSACTIONS = sql`select pid, query from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`;
