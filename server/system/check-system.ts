import type { Context } from '#server/context.ts';
import { COMPARED_DAYS } from '#server/books/compare-books.ts';
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkMigrations,
} from '#server/system/check-host.ts';
import {
  checkGateway,
  checkRecentBooks,
  checkReconciler,
  checkTasks,
} from '#server/system/check-money.ts';
import type { Finding } from '#server/system/finding.ts';

/**
 * The checks shared by the System page and `npm run doctor`. Settings and email, which only the host knows, are checked
 * only by the latter.
 */
export async function checkSystem(context: Context): Promise<Finding[]> {
  const { db, backup } = context;
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
  const { findings } = await checkRecentBooks(context, COMPARED_DAYS);
  return [...ofHost, ...ofMoney, ...findings];
}
