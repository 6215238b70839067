/** The services' context, for an operator's tool, whether the app is running or not. */
import { leftOut, ofAllAreas } from '#app/server/areas.ts';
import { locateRecoveryKey } from '#platform/server/recovery-key.ts';
import { builtInWording } from '#areas/calculator/server/model-wording.ts';
import { createClock, type Context } from '#platform/server/context.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { createDocumentDrawer } from '#areas/printouts/server/draw-document.ts';
import { connectOutside } from '#app/server/connect-outside.ts';
import { type Environment, mayUseSandbox } from '#platform/server/env.ts';
import { createPagePreview } from '#areas/messages/server/page-preview.ts';
import { startSandbox } from '#platform/server/gateway/sandbox-process.ts';
import { loadTrackingSecret } from '#areas/business/server/installation.ts';
import { brandDocuments } from '#areas/printouts/server/draw-pdf.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { openSignIn } from '#areas/staff/server/sign-in/sign-in.ts';
import { openAppPostgres } from './app-database.ts';

type AppContext = { context: Context; close: () => Promise<void> };

/** The services' log lines go to the error output. */
const log: Context['log'] = { info: () => {}, warn: say, error: say };

function say(facts: unknown, message?: unknown): void {
  console.error(typeof facts === 'string' ? facts : (message ?? facts));
}

/** Uses the current schema: nothing is migrated. Closing it leaves running whatever was running before. */
export async function openAppContext(env: Environment): Promise<AppContext> {
  const server = await openAppPostgres(env);
  const db = openDatabase(server.url, { max: 4 });
  const changes = await openChangeFeed(server.url, log);
  const needsSandbox = env.stripe === null && mayUseSandbox(env);
  const sandbox = needsSandbox ? await startSandbox({ dataDir: env.dataDir, log: () => {} }) : null;
  const clock = createClock(env.now);
  const { dataDir } = env;
  const recoveryKey = locateRecoveryKey(env);
  const site = createSite({ db, clock }, changes, loadShownRatings);
  const context: Context = {
    db,
    changes,
    clock,
    site,
    trackingSecret: await loadTrackingSecret(db),
    signIn: await openSignIn({ db, clock, log }, env),
    wording: builtInWording,
    ...ofAllAreas,
    ...(await connectOutside(env, { db, changes, log, sandbox, recoveryKey })),
    pagePreview: createPagePreview(),
    documents: brandDocuments(createDocumentDrawer(), { db, site, log }),
    backup: {
      databaseUrl: server.url,
      dataDir,
      hour: env.backupHour,
      leftOut,
      passphrase: env.backupPassphrase,
    },
    throttle: env.throttle,
    log,
  };
  return {
    context,
    async close() {
      context.mailer.close();
      await context.documents.close();
      await changes.close();
      await db.$client.end();
      if (sandbox?.isTakenOver) await sandbox.leave();
      else await sandbox?.stop();
      await server.close();
    },
  };
}
