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
import { checkFailedReadings } from '#areas/office/server/check-kitchen.ts';
import type { Finding } from '#areas/office/server/finding.ts';

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
