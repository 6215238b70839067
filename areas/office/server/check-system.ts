import type { Context } from '#platform/server/context.ts';
import { COMPARED_DAYS } from '#areas/payments/server/compare-books.ts';
import {
  checkAddress,
  checkClock,
  checkDatabase,
  checkDisk,
  checkMigrations,
  checkTextService,
} from '#areas/office/server/check-host.ts';
import {
  checkGateway,
  checkRecentBooks,
  checkReconciler,
  checkTasks,
} from '#areas/office/server/check-money.ts';
import { type Finding, ok, runCheck, warning } from '#areas/office/server/finding.ts';
import { listUnanswered } from '#areas/kitchen/server/temperatures/read-readings.ts';

/**
 * The checks shared by the System page and `npm run doctor`. The other settings and email, which only the host knows, are
 * checked only by the latter.
 */
export async function checkSystem(context: Context): Promise<Finding[]> {
  const { db, backup, texter, signIn } = context;
  const { publicUrl } = signIn;
  const textService = texter.mode === 'service' ? texter : null;
  const ofHost = await Promise.all([
    checkDatabase(db),
    checkMigrations(db),
    checkClock(db),
    checkDisk(backup),
  ]);
  const ofMoney = await Promise.all([
    checkGateway(context),
    checkReconciler(context),
    checkTasks(context),
  ]);
  const ofKitchen = await checkFailedReadings(context);
  const { findings } = await checkRecentBooks(context, COMPARED_DAYS);
  return [
    checkAddress({ publicUrl }),
    checkTextService({ textService, publicUrl }),
    ...ofHost,
    ...ofMoney,
    ofKitchen,
    ...findings,
  ];
}

/** Health check of the food safety record: no failure is forgotten. */
const HOUR_MS = 3_600_000;
const ABOUT = 'food safety record';

/** Today lists every failed reading until it has an action; one that waits for an hour is worth a warning here too. */
export function checkFailedReadings({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  return runCheck(ABOUT, async () => {
    const before = clock() - HOUR_MS;
    const waiting = (await listUnanswered(db)).filter(({ recordedAt }) => recordedAt < before);
    if (waiting.length === 0) return ok(ABOUT, 'every failed reading has an action');
    const count = waiting.length === 1 ? '1 reading' : `${waiting.length} readings`;
    return warning(ABOUT, `${count} failed without an action. See Today.`);
  });
}
