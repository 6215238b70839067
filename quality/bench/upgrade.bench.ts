/**
 * How long the upgrade of a database takes: from each release's own data, copied until there are `ORDERS` orders (100,000
 * by default), to this version's schema, beside reading the same tables through once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { restoreAsMade } from '#platform/server/backup/read-backup.ts';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { migrateDatabase, readPendingUpgrade } from '#platform/server/db/migrate.ts';
import { listReleases } from '#quality/support/releases/release-data.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 100_000);
/** Between the ids of one copy and the next. */
const STEP = 1000;
/** For orders and everything that grows with them. */
const COPIED = [
  'checkouts',
  'orders',
  'people',
  'deliveries',
  'order_items',
  'payments',
  'ledger_entries',
  'refunds',
  'messages',
  'gateway_events',
  'audit_log',
];
/** Ids of what is not copied. */
const SHARED = new Set(['meal_id', 'slot_id', 'staff_id', 'waitlist_entry_id']);
/** Text that names a row, here or at the card provider. */
const NAMES = new Set([
  'number',
  'payment_intent_id',
  'gateway_id',
  'tracking_token_hash',
  'dedupe_key',
  'idem_key',
  'entity_id',
]);

const dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-bench-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  for (const release of listReleases()) await measure(release);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure({ version, backupFile }: { version: string; backupFile: string }) {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await restoreAsMade(server.url, backupFile);
    const orders = await copyOrders(client);
    await client.query('vacuum analyze');
    const readMs = await timeOf(() => readThrough(client));
    const { steps, seconds } = await readPendingUpgrade(client);
    const upgradeMs = await timeOf(() => migrateDatabase(server.url));
    console.log(
      `from ${version} with ${orders} orders: ${(upgradeMs / 1000).toFixed(1)} s for ${steps} migrations, estimated ${seconds} s; ` +
        `reading these tables once: ${(readMs / 1000).toFixed(1)} s`,
    );
  } finally {
    await client.query('drop schema public, drizzle cascade; create schema public');
    await client.end();
  }
}

async function copyOrders(client: pg.Client): Promise<number> {
  const { rows: kept } = await client.query<{ count: number }>(
    'select count(*)::int as count from orders',
  );
  const copies = Math.ceil(ORDERS / (kept[0]?.count ?? 1)) - 1;
  await client.query('begin');
  // Triggers and foreign keys are not being measured.
  await client.query('set local session_replication_role = replica');
  for (const table of COPIED) await client.query(await copyOf(client, table, copies));
  await client.query('commit');
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from orders',
  );
  return rows[0]?.count ?? 0;
}

async function copyOf(client: pg.Client, table: string, copies: number): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const values = rows.map(({ name, type }) => copyOfValue(name, type)).join(', ');
  return `insert into ${table} (${names}) overriding system value
    select ${values} from ${table}, generate_series(1, ${copies}) copy`;
}

function copyOfValue(name: string, type: string): string {
  const isId = name === 'id' || name.endsWith('_id') || name === 'cart_key';
  if (SHARED.has(name)) return `"${name}"`;
  if (type === 'uuid') return `md5("${name}"::text || copy)::uuid`;
  if (isId && /int/.test(type)) return `"${name}" + copy * ${STEP}`;
  if (type === 'text' && (isId || NAMES.has(name))) return `"${name}" || '-' || copy`;
  return `"${name}"`;
}

async function readThrough(client: pg.Client): Promise<void> {
  for (const table of COPIED) {
    await client.query(`select sum(hashtextextended(t::text, 0)::numeric) from ${table} t`);
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
