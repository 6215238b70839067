/**
 * The real app on a real database and the real payment sandbox; only the clock stands still until the test moves it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { BusinessFacts } from '#domain/business.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import { buildApp } from '#server/app.ts';
import { builtInWording } from '#server/calorie-advice/wording.ts';
import { openChangeFeed } from '#server/db/change-feed.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { checkouts } from '#server/db/schema/orders/checkouts.ts';
import { cookTicks } from '#server/db/schema/orders/cook-ticks.ts';
import { temperatureReadings } from '#server/db/schema/orders/temperature-readings.ts';
import { deliverySlots } from '#server/db/schema/orders/delivery-slots.ts';
import { runs } from '#server/db/schema/orders/runs.ts';
import { mealDays } from '#server/db/schema/menu/meal-days.ts';
import { gatewayEvents } from '#server/db/schema/money/gateway-events.ts';
import { settings } from '#server/db/schema/operation/settings.ts';
import { createDocumentDrawer } from '#server/drawing/draw-document.ts';
import { seedSampleMenu } from '#server/menu/seed-sample-menu.ts';
import { createMailer } from '#server/outbox/mailer.ts';
import { createTexter, type TextService } from '#server/outbox/texter.ts';
import { createGateway } from '#server/gateway/gateway.ts';
import { type SandboxProcess, startSandbox } from '#server/gateway/sandbox-process.ts';
import { loadTrackingSecret } from '#server/settings/secrets.ts';
import { brandDocuments } from '#server/menu/brand/document-brand.ts';
import { createSite } from '#server/menu/site.ts';
import type { OidcSettings } from '#server/staff/sign-in/oidc.ts';
import { openSignIn, type StaffContext } from '#server/staff/sign-in/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

export type TestApp = {
  app: FastifyInstance;
  context: StaffContext;
  sandbox: SandboxProcess;
  setNow(iso: string): void;
  advanceMinutes(minutes: number): void;
  /** Deletes every checkout and order, so that a test starts with empty slots. */
  clearOrders(): Promise<void>;
  close(): Promise<void>;
};

type TestAppOptions = {
  business?: Partial<BusinessFacts>;
  throttle?: boolean;
  publicUrl?: string;
  oidc?: OidcSettings;
  smtpUrl?: string;
  textService?: TextService | null;
  /** Default: no logging. */
  log?: FastifyBaseLogger;
  /** A business that is already there. Removed with the app; default: a new one. */
  existing?: { database: TestDatabase; dataDir: string };
};

/** Wednesday midday in Brisbane: the week from Tue 13 to Mon 19 Jan 2026 is open until Sunday 11 January, 5pm. */
export const AN_ORDINARY_WEDNESDAY = '2026-01-07T02:00:00Z';

const SIGN_IN = { publicUrl: 'http://localhost', oidc: null, throttle: false };
const QUIET = { info() {}, warn() {}, error() {} };
const MINUTE_MS = 60_000;

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, dataDir } = options.existing ?? {
    database: await createTestDatabase(),
    dataDir: await mkdtemp(path.join(tmpdir(), 'mealrun-test-app-')),
  };
  const sandbox = await startSandbox({ dataDir, log: () => {} });
  const db = openDatabase(database.url);
  await seedSampleMenu(db);
  if (options.business)
    await db.insert(settings).values({ key: 'business', value: options.business });
  const changes = await openChangeFeed(database.url, QUIET);
  let now: Instant = Date.parse(AN_ORDINARY_WEDNESDAY);
  const signInSettings = { ...SIGN_IN, ...options };
  const site = createSite({ db, clock: () => now }, changes);
  const context: StaffContext = {
    db,
    changes,
    clock: () => now,
    gateway: createGateway({ mode: 'sandbox', ...sandbox, address: sandbox }),
    site,
    trackingSecret: await loadTrackingSecret(db),
    signIn: await openSignIn({ db, clock: () => now, log: options.log ?? QUIET }, signInSettings),
    wording: builtInWording,
    mailer: createMailer({ smtpUrl: options.smtpUrl ?? null, from: null, dataDir }),
    texter: textsOf(options, signInSettings.publicUrl, dataDir),
    documents: brandDocuments(createDocumentDrawer(), { db, site, log: options.log ?? QUIET }),
    backup: { databaseUrl: database.url, dataDir, hour: null },
    throttle: signInSettings.throttle,
    allowsLocalWebhooks: true,
    log: options.log ?? QUIET,
  };
  const app = await buildApp(context, {
    log: options.log ?? null,
    isHttps: false,
    isDev: false,
    sandbox,
  });
  return {
    app,
    context,
    sandbox,
    setNow: (iso) => {
      now = Date.parse(iso);
    },
    advanceMinutes: (minutes) => {
      now += minutes * MINUTE_MS;
    },
    clearOrders: () => clearOrders(db),
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

function textsOf({ textService = null }: TestAppOptions, publicUrl: string, dataDir: string) {
  return createTexter({ service: textService, publicUrl, dataDir, timeoutMs: 500 });
}

async function clearOrders(db: Database): Promise<void> {
  await db.execute(
    sql`truncate ${checkouts}, ${cookTicks}, ${deliverySlots}, ${gatewayEvents}, ${mealDays}, ${runs}, ${temperatureReadings} cascade`,
  );
}
