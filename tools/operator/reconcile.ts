/** `npm run reconcile`: manually matches our books to the card provider's. */
import { parseArgs } from 'node:util';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { migrateDatabase } from '#platform/server/db/migrate.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { rebuildOrders, reconcile } from '#areas/payments/server/reconcile.ts';
import { openAppContext } from './app-context.ts';
import { openAppPostgres } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run reconcile                          the last three days
npm run reconcile -- --since 2026-01-31    everything since then
npm run reconcile -- --rebuild             after restoring an old backup: first rebuilds the paid orders it
                                           lacks, from the last 60 days or since the --since date`;

const DAY_MS = 86_400_000;
const USUAL_DAYS = 3;
const REBUILD_DAYS = 60;

await runTool(async () => {
  const { since, rebuild } = readOptions();
  const env = loadEnvironment();
  const server = await openAppPostgres(env);
  try {
    // A database that has only just been restored may lack tables.
    await migrateDatabase(server.url);
    const { context, close } = await openAppContext({ ...env, databaseUrl: server.url });
    try {
      await work(context, since, rebuild);
    } finally {
      await close();
    }
  } finally {
    await server.close();
  }
});

function readOptions(): { since: string | null; rebuild: boolean } {
  try {
    const { values } = parseArgs({
      options: { since: { type: 'string' }, rebuild: { type: 'boolean', default: false } },
    });
    const { since = null, rebuild } = values;
    if (since !== null && !isPlainDate(since)) throw new Error(USAGE);
    return { since, rebuild };
  } catch {
    throw new Error(USAGE);
  }
}

async function work(context: Context, day: string | null, rebuild: boolean): Promise<void> {
  const { timeZone } = (await context.site.current()).business;
  const usualMs = (rebuild ? REBUILD_DAYS : USUAL_DAYS) * DAY_MS;
  const since =
    day === null ? Date.now() - usualMs : instantOf({ date: day, minuteOfDay: 0 }, timeZone);
  const lost = rebuild ? await rebuildOrders(context, since) : null;
  if (lost) console.log(`Rebuilt ${lost.rebuilt} paid orders.`);
  const { seen, fixed, alarms } = await reconcile(context, 'by_hand', since);
  console.log(`Checked ${seen} payments, refunds and disputes; fixed ${fixed}.`);
  for (const alarm of new Set([...(lost?.alarms ?? []), ...alarms])) {
    console.log(`ALARM  ${alarm}`);
    process.exitCode = 1;
  }
}
