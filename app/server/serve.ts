/** Starts everything: database, sandbox, app, jobs; and stops it in reverse. */
import { leftOut, ofAllAreas, areas } from '#app/server/areas.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { announceStart, DEMO_SIGN_IN, isTerminal, sayTo } from '#platform/server/announce.ts';
import { buildApp } from '#app/server/app.ts';
import { loadRecoveryKey } from '#platform/server/recovery-key.ts';
import { createWording } from '#areas/calculator/server/model-wording.ts';
import { previewDoor } from '#areas/business/server/sale-door.ts';
import { describeSite } from '#areas/business/server/config-routes.ts';
import { type StaffContext, openSignIn } from '#areas/staff/server/sign-in/sign-in.ts';
import { armCrashPoint } from '#platform/server/crash-points.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { findDemo, loadTrackingSecret, startClosed } from '#areas/business/server/installation.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { startEmbeddedPostgres } from '#platform/server/db/embedded-postgres.ts';
import { migrateDatabase } from '#platform/server/db/migrate.ts';
import { createDocumentDrawer } from '#areas/printouts/server/draw-document.ts';
import { type Environment, environmentWarnings, mayUseSandbox } from '#platform/server/env.ts';
import { explainListenError } from '#platform/server/http/error-handler.ts';
import { drawSharePicture } from '#areas/menu/server/share-pictures.ts';
import { registerPages, type Viewer } from '#app/server/pages.ts';
import type { Phase } from '#app/server/health.ts';
import type { Clock, Context } from '#platform/server/context.ts';
import { createLog } from '#platform/server/log.ts';
import { createPagePreview } from '#areas/messages/server/page-preview.ts';
import { textsOn } from '#areas/business/rules/texts/catalogue.ts';
import { seedSampleMenu, seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { connectOutside } from '#app/server/connect-outside.ts';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { type SandboxProcess, startSandbox } from '#platform/server/gateway/sandbox-process.ts';
import { releaseMemoryWhenQuiet } from '#platform/server/release-memory.ts';
import { brandDocuments } from '#areas/printouts/server/draw-pdf.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { noteLiveCards } from '#areas/order-book/server/is-test-order.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { createFirstStaff, makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import { isAnyStaff } from '#areas/staff/server/accounts/staff-queries.ts';
import { loadOrderOfPage } from '#areas/orders/server/tracking-routes.ts';
import { isStopped } from '#areas/waitlist/server/waitlist-entries.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClockJob, createClockJobs, createQueue } from '#platform/server/queue/queue.ts';

const root = path.join(import.meta.dirname, '../..');
const isDev = process.env['MEALRUN_DEV'] === '1';
const log = createLog();
const say = sayTo(log);

type Undo = (() => Promise<void> | void)[];

type Parts = {
  clock: Clock;
  startJobs: (context: StaffContext) => { stop(): Promise<number> };
  stripeAddress?: StaffContext['stripeAddress'];
};

type Ended = { requests: number; jobs: number };

export type Serving = {
  started: Promise<{ context: StaffContext; sandbox: SandboxProcess | null }>;
  /** Undoes all that was started. Says how many requests it answered meanwhile, and how many jobs it ended. */
  stop(): Promise<Ended>;
};

/** Begins at once. `started` throws when something in the way of serving is the operator's to mend. */
export function serve(env: Environment, { startJobs: startWork, ...parts }: Parts): Serving {
  /** A load balancer sends requests only while it is `ready`. */
  let phase: Phase = 'starting';
  /** Steps to undo at the end, last to first. */
  const undo: Undo = [];
  const ended: Ended = { requests: 0, jobs: 0 };

  async function start() {
    for (const warning of environmentWarnings(env)) say(`Warning: ${warning}`);
    const { context, sandbox } = await open(env, { ...parts, undo });
    await noteLiveCards(context);
    await createFirstStaff(context, env.staff);
    const demo = await playDemo(env, context, sandbox);
    const app = await makeApp(env, context, { sandbox, phase: () => phase });
    app.addHook('onResponse', async () => {
      if (phase === 'stopping') ended.requests += 1;
    });
    undo.push(() => app.close());
    const listening = await listen(app, env);
    await sandbox?.setWebhook(`${listening}/api/stripe/webhook`, HANDLED_EVENTS);
    const jobs = startWork(context);
    undo.push(async () => void (ended.jobs = await jobs.stop()));
    // Before the jobs and everything that requests need.
    undo.push(() => stopServing(app, env.stopWaitSeconds * 1000));
    const publicUrl = env.port === 0 ? listening : env.publicUrl;
    const setUp = await findSetUp(context, publicUrl);
    releaseMemoryWhenQuiet();
    if (phase === 'starting') phase = 'ready';
    const { gateway, mailer } = context;
    const modes = { payments: gateway.mode, emails: mailer.mode };
    announceStart(log, env, { listening, setUp, demo, ...modes });
    return { context, sandbox };
  }

  const started = start();
  return {
    started,
    async stop() {
      phase = 'stopping';
      // A half-finished start could not be undone.
      await started.catch(() => {});
      for (const step of undo.toReversed()) {
        try {
          await step();
        } catch (error) {
          console.error(error);
        }
      }
      return ended;
    },
  };
}

async function open(
  env: Environment,
  { clock, stripeAddress, undo }: Omit<Parts, 'startJobs'> & { undo: Undo },
) {
  // The database first: it refuses a second app on this data folder before that app touches the first one's sandbox.
  const databaseUrl = await startDatabase(env, undo);
  const sandbox = await startPayments(env, undo);
  if ((await migrateDatabase(databaseUrl)) === 'newer')
    say('A newer version of Mealrun upgraded this database. This one may serve beside it.');
  const db = openDatabase(databaseUrl, {
    // Only its message: the error carries the whole client, including secrets.
    onError: (error) => log.warn({ reason: error.message }, 'lost a database connection'),
  });
  undo.push(() => db.$client.end());
  if (!mayUseSandbox(env)) await startClosed(db);
  if (env.seed !== 'none') await seedMenu({ db, clock });
  const changes = await openChangeFeed(databaseUrl, log);
  undo.push(() => changes.close());

  const site = createSite({ db, clock }, changes, loadShownRatings);
  const recoveryKey = await loadRecoveryKey(env);
  const context: StaffContext = {
    db,
    changes,
    clock,
    site,
    trackingSecret: await loadTrackingSecret(db),
    signIn: await openSignIn({ db, clock, log }, env),
    wording: await createWording(env.ai, log),
    ...ofAllAreas,
    ...(await connectOutside(env, { db, changes, log, sandbox, recoveryKey, stripeAddress })),
    pagePreview: createPagePreview(),
    documents: brandDocuments(createDocumentDrawer(), { db, site, log }),
    backup: {
      databaseUrl,
      dataDir: env.dataDir,
      hour: env.backupHour,
      leftOut,
      passphrase: env.backupPassphrase,
    },
    throttle: env.throttle,
    log,
  };
  undo.push(() => context.mailer.close());
  undo.push(() => context.documents.close());
  if (env.crashAt !== null) armCrashPoint(context, env.crashAt);
  return { context, sandbox };
}

async function seedMenu({ db, clock }: Pick<StaffContext, 'db' | 'clock'>): Promise<void> {
  const added = await seedSampleMenu(db);
  if (added === 0) return;
  const recipes = await seedSampleRecipes(db, clock());
  say(`Added the sample menu: ${added} meals, ${recipes} recipes.`);
}

/** How to sign in to the made-up business; null without one. */
async function playDemo(env: Environment, context: StaffContext, sandbox: SandboxProcess | null) {
  if (env.seed !== 'demo' || sandbox === null) return null;
  const madeAt = await findDemo(context.db);
  if (madeAt !== null) {
    const { timeZone } = (await context.site.current()).business;
    const day = formatDayAndMonth(wallTimeAt(Date.parse(madeAt), timeZone).date);
    say(`The demo business is already here, made on ${day}. For a fresh one, delete DATA_DIR.`);
    return null;
  }
  say(
    'Making up a business: customers, orders and a day under way. This takes up to half a minute…',
  );
  // Not loaded otherwise.
  const { seedDemo } = await import('#app/server/seed-demo.ts');
  const signIn = await seedDemo(context, { sandbox, owner: env.staff });
  if (env.staff === null) writeSignIn(env.dataDir, signIn);
  return signIn;
}

/** How the first account is made; null: there is one. A link is made only for anyone who reads along: no log has it. */
async function findSetUp(context: StaffContext, publicUrl: string): Promise<string | null> {
  if (await isAnyStaff(context.db)) return null;
  const link = isTerminal ? await makeSetupLink(context, publicUrl) : null;
  return link?.url ?? 'npm run staff -- setup';
}

/** The password is printed once, and not in a log: it is in a file for the operator. */
function writeSignIn(
  dataDir: string,
  { email, password }: { email: string; password: string },
): void {
  writeFileSync(path.join(dataDir, DEMO_SIGN_IN), `${email}\n${password}\n`, { mode: 0o600 });
}

async function listen(app: FastifyInstance, { port, host }: Environment): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw explainListenError(error, { port, host });
  }
}

function makeApp(
  env: Environment,
  context: StaffContext,
  { sandbox, phase }: { sandbox: { baseUrl: string } | null; phase: () => Phase },
): Promise<FastifyInstance> {
  return buildApp(context, {
    // Fastify's info messages are not news to an operator.
    log: log.child({}, { level: 'warn' }),
    isHttps: env.publicUrl.startsWith('https:'),
    isDev,
    phase,
    trustedProxies: env.trustedProxies,
    metricsToken: env.metricsToken,
    sandbox,
    serveSite: async (site) =>
      registerPages(site, {
        loadData: () => loadPageData(context),
        preview: context.pagePreview,
        publicUrl: env.publicUrl,
        loadOrder: (link, request) => loadOrderOfPage(context, link, request),
        findViewer,
        drawSharePicture: (meal, plate) => drawSharePicture(context.db, meal, plate),
        stopEmails: (token) => isStopped(context, token),
        distDir: path.join(root, 'dist'),
        dev: isDev,
      }),
  });
}

async function startDatabase(env: Environment, undo: Undo): Promise<string> {
  if (env.databaseUrl !== null) return env.databaseUrl;
  const database = await startEmbeddedPostgres({ dataDir: env.dataDir, log: say });
  undo.push(() => database.stop());
  return database.url;
}

async function startPayments(env: Environment, undo: Undo) {
  if (env.stripe !== null || !mayUseSandbox(env)) return null;
  const sandbox = await startSandbox({ dataDir: env.dataDir, log: say });
  undo.push(() => sandbox.stop());
  return sandbox;
}

async function findViewer(request: FastifyRequest): Promise<Viewer> {
  const preview = await request.findPreview();
  if (preview?.by === 'staff') return 'staff';
  return preview && !preview.isUsedUp ? 'preview' : 'visitor';
}

async function loadPageData(context: StaffContext) {
  const { version, menu, offMenu, samples, comments, business, ...site } =
    await context.site.current();
  const config = await describeSite(context);
  const previewConfig =
    config.sale.state === 'before'
      ? await describeSite(context, previewDoor(context.gateway))
      : null;
  const texts = textsOn(wallTimeAt(context.clock(), business.timeZone).date, site.texts);
  // What is not of the site, and stands on pages.
  const { sale, payments, sendsMail, sendsTexts } = config;
  const asOf = JSON.stringify([
    sale,
    previewConfig?.sale,
    payments,
    sendsMail,
    sendsTexts,
    texts.own['notice'],
  ]);
  return {
    version: `${version} ${asOf}`,
    meals: menu,
    mealsOffMenu: offMenu,
    samples,
    comments,
    config,
    previewConfig,
    texts,
  };
}

const LAST_ANSWER_MS = 20_000;

/**
 * Accepts requests for `waitMs` more, each the last on its connection; then stops accepting new ones and resolves when
 * the replies in progress are finished.
 */
async function stopServing(app: FastifyInstance, waitMs: number): Promise<void> {
  await sleep(waitMs);
  const impatience = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MS);
  await app.close();
  clearTimeout(impatience);
}

// Starts the queue of this process and the jobs by the clock: what the areas' manifests name.

const LOOK_EVERY_MS = 5000;
/** Told by hand, not by a trigger: a job was made due. */
const CLOCK_JOBS = 'clock_jobs';

/** `lookEveryMs`: how often it asks what is due by the clock. Stopped, it ends what is under way, and says how much. */
export function startJobs(
  context: Context,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): { stop(): Promise<number> } {
  const kinds = context.due;
  const queue = createQueue(context);
  // One of the processes looks at each kind every minute, should a signal have been lost.
  const looks = kinds.map(({ kind }): ClockJob => ({
    name: kind,
    every: 'minute',
    run: () => queue.look(kind),
  }));
  const clock = createClockJobs(context, [...areas.flatMap(({ jobs = [] }) => jobs), ...looks], {
    timeZone: async () => (await context.site.current()).business.timeZone,
  });

  function look(kind: string): void {
    const looked = kind === CLOCK_JOBS ? clock.startDue() : queue.look(kind);
    looked.catch((error: unknown) => {
      context.log.warn({ err: error, job: kind }, 'due work could not be tried; it will be again');
    });
  }
  function lookAtAll(): void {
    look(CLOCK_JOBS);
    for (const { kind } of kinds) look(kind);
  }
  const stopListening = context.changes.onWorkDue((told) =>
    told === null ? lookAtAll() : look(told),
  );
  const timer = setInterval(() => look(CLOCK_JOBS), lookEveryMs);
  // Whatever a killed process left.
  lookAtAll();
  return {
    async stop() {
      stopListening();
      clearInterval(timer);
      const [work, jobs] = await Promise.all([queue.stop(), clock.stop()]);
      return work + jobs;
    },
  };
}
