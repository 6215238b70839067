/**
 * The real app on a real database and the real payment sandbox; only the clock stands still until the test moves it.
 */
import { emptyProvider } from '#quality/support/empty-business.ts';
import { leftOut, ofAllAreas } from '#app/server/areas.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTableName, sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { buildApp } from '#app/server/app.ts';
import { builtInWording } from '#areas/calculator/server/model-wording.ts';
import { type ChangeFeed, openChangeFeed } from '#platform/server/db/change-feed.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { deliverySlots, mealDays } from '#areas/order-book/server/tables/slots.ts';
import { searchWords } from '#areas/order-book/server/tables/search-words.ts';
import { runs } from '#areas/order-book/server/tables/deliveries.ts';
import { orderTallies } from '#areas/order-book/server/tables/orders.ts';
import { gatewayEvents } from '#areas/order-book/server/tables/payments.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { createDocumentDrawer } from '#areas/printouts/server/draw-document.ts';
import { seedSampleMenu } from '#areas/menu/server/seed-sample-menu.ts';
import { createPagePreview } from '#areas/messages/server/page-preview.ts';
import { createMailer } from '#areas/messages/server/mailer.ts';
import { createTexter, type TextService } from '#areas/messages/server/texter.ts';
import { openConnections, type SetByEnvironment } from '#platform/server/opened-connections.ts';
import { holdGateway } from '#platform/server/gateway/held-gateway.ts';
import { type SandboxProcess, startSandbox } from '#platform/server/gateway/sandbox-process.ts';
import { loadRecoveryKey, type RecoveryKey } from '#platform/server/recovery-key.ts';
import { loadTrackingSecret } from '#areas/business/server/installation.ts';
import { brandDocuments } from '#areas/printouts/server/draw-pdf.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import type { OidcSettings } from '#areas/staff/server/sign-in/oidc.ts';
import { openSignIn, type StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';

export type TestApp = {
  app: FastifyInstance;
  context: StaffContext;
  sandbox: SandboxProcess;
  setNow(iso: string): void;
  advanceMinutes(minutes: number): void;
  /** Deletes every checkout and order, so that a test starts with empty slots. */
  clearOrders(): Promise<void>;
  /** The same, but the card provider still has what was paid: as after an old backup was restored. */
  loseOrders(): Promise<void>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  business?: Partial<BusinessFacts>;
  throttle?: boolean;
  publicUrl?: string;
  oidc?: OidcSettings;
  smtpUrl?: string;
  textService?: TextService | null;
  /** As in production: the public may only order with live keys. */
  needsLiveKeys?: boolean;
  /** Where keys connected in the portal are tried and used. */
  stripeAddress?: { host: string; port: number };
  setByEnvironment?: SetByEnvironment;
  /** Default: no logging. */
  log?: FastifyBaseLogger;
  /** A business that is already there. Removed with the app; default: a new one. */
  existing?: { database: TestDatabase; dataDir: string };
  /** For a test that listens on a port or changes the app: it is not shared with other files. */
  isOwn?: boolean;
};

const SIGN_IN = { publicUrl: 'http://localhost', oidc: null, throttle: false };
const QUIET = { info() {}, warn() {}, error() {} };
const MINUTE_MS = 60_000;

async function makePlace() {
  const root = process.env.TEST_DATA_ROOT ?? tmpdir();
  return {
    database: await createTestDatabase(),
    dataDir: await mkdtemp(path.join(root, 'mealrun-test-app-')),
  };
}

/** One of its own: it takes a second to start. */
export async function startOwnApp(options: TestAppOptions): Promise<TestApp> {
  const { database, dataDir } = options.existing ?? (await makePlace());
  const sandbox = await startSandbox({ dataDir, log: () => {} });
  const db = openDatabase(database.url);
  await seedSampleMenu(db);
  if (options.business)
    await db.insert(settings).values({ key: 'business', value: options.business });
  const changes = await openChangeFeed(database.url, QUIET);
  let now: Instant = Date.parse(AN_ORDINARY_WEDNESDAY);
  const clock = () => now;
  const signInSettings = { ...SIGN_IN, ...options };
  const site = createSite({ db, clock }, changes, loadShownRatings);
  const recoveryKey = await loadTestKey(dataDir);
  const given = { db, changes, sandbox, recoveryKey, dataDir, ...signInSettings };
  const context: StaffContext = {
    db,
    changes,
    clock,
    ...(await connectTestOutside(options, given)),
    site,
    trackingSecret: await loadTrackingSecret(db),
    signIn: await openSignIn({ db, clock, log: options.log ?? QUIET }, signInSettings),
    wording: builtInWording,
    ...ofAllAreas,
    pagePreview: createPagePreview(),
    documents: brandDocuments(createDocumentDrawer(), { db, site, log: options.log ?? QUIET }),
    backup: { databaseUrl: database.url, dataDir, hour: null, leftOut, passphrase: null },
    recoveryKey,
    throttle: signInSettings.throttle,
    allowsLocalHosts: true,
    log: options.log ?? QUIET,
  };
  const app = await buildApp(context, {
    log: options.log ?? null,
    isHttps: false,
    isDev: false,
    isStrict: true,
    sandbox,
  });
  return {
    app,
    context,
    sandbox,
    setNow: (iso) => void (now = Date.parse(iso)),
    advanceMinutes: (minutes) => void (now += minutes * MINUTE_MS),
    clearOrders: () => clearOrders(db, sandbox),
    loseOrders: () => loseOrders(db),
    async close() {
      await app.close();
      context.mailer.close();
      await context.documents.close();
      await changes.close();
      await db.$client.end();
      await sandbox.stop();
      await database.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function loadTestKey(dataDir: string): Promise<RecoveryKey> {
  return loadRecoveryKey({ dataDir, recoveryKey: null, recoveryKeyFile: null });
}

type GivenOutside = {
  db: Database;
  changes: ChangeFeed;
  sandbox: SandboxProcess;
  recoveryKey: RecoveryKey;
  dataDir: string;
  publicUrl: string;
};

/** As `connectOutside`, of what the test asks for in place of the environment. */
async function connectTestOutside(options: TestAppOptions, given: GivenOutside) {
  const { db, changes, sandbox, recoveryKey, dataDir, publicUrl } = given;
  const { stripeAddress, textService = null, smtpUrl = null, setByEnvironment = {} } = options;
  const log = options.log ?? QUIET;
  const connections = await openConnections({ db, changes, recoveryKey, setByEnvironment, log });
  const { needsLiveKeys = false } = options;
  const parts = { db, connections, sandbox, stripe: null, needsLiveKeys, stripeAddress, log };
  return {
    connections,
    ...(stripeAddress && { stripeAddress }),
    gateway: holdGateway(parts),
    mailer: createMailer({ smtpUrl, from: null, dataDir, connections, allowsLocalHosts: true }),
    texter: createTexter({
      service: textService,
      publicUrl,
      dataDir,
      timeoutMs: 500,
      connections,
    }),
  };
}

/** Row by row where there are any: `truncate` takes forty times as long. */
const CLEARED = [
  checkouts,
  cookTicks,
  deliverySlots,
  gatewayEvents,
  mealDays,
  // These refer to orders without a foreign key.
  messages,
  orderTallies,
  runs,
  searchWords,
  temperatureReadings,
  waitlistEntries,
].map((table) => `'${getTableName(table)}'::regclass`);

/** For these tables and of all that refer to them. */
const CLEAR_ORDERS = `do $$ declare cleared regclass; has_rows boolean; begin
  set local session_replication_role = replica;
  for cleared in
    with recursive reached as (
      select unnest(array[${CLEARED.join()}]) as id
      union select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f'
    ) select id from reached loop
    execute format('select exists (select from %s)', cleared) into has_rows;
    if has_rows then execute format('delete from %s', cleared); end if;
  end loop;
end $$`;

async function loseOrders(db: Database): Promise<void> {
  await db.execute(sql.raw(CLEAR_ORDERS));
}

async function clearOrders(db: Database, sandbox: SandboxProcess): Promise<void> {
  await loseOrders(db);
  await emptyProvider(sandbox);
}
