import type { Context } from '#server/context.ts';
import { COMPARED_DAYS } from '#server/books/compare-books.ts';
import {
  examineClock,
  examineDatabase,
  examineDisk,
  examineMigrations,
} from '#server/system/examine-host.ts';
import {
  examineGateway,
  examineLedger,
  examineReconciler,
  examineTasks,
} from '#server/system/examine-money.ts';
import type { Finding } from '#server/system/finding.ts';

/**
 * The checks shared by the System page and `npm run doctor`. Settings and email, which only the host knows, are checked
 * only by the latter.
 */
export async function examineSystem(context: Context): Promise<Finding[]> {
  const { db, backup } = context;
  const ofHost = await Promise.all([
    examineDatabase(db),
    examineMigrations(db),
    examineClock(db),
    examineDisk(backup),
  ]);
  const ofMoney = await Promise.all([
    examineGateway(context),
    examineReconciler(context),
    examineTasks(context),
  ]);
  const { findings } = await examineLedger(context, COMPARED_DAYS);
  return [...ofHost, ...ofMoney, ...findings];
}
