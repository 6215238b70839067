import type { Context } from '#server/context.ts';
import {
  examineClock,
  examineDatabase,
  examineDisk,
  examineMigrations,
} from '#server/doctor/examine-host.ts';
import {
  examineGateway,
  examineLedger,
  examineReconciler,
  examineTasks,
} from '#server/doctor/examine-money.ts';
import type { Finding } from '#server/doctor/finding.ts';

const DAYS = 31;

/** What `npm run doctor` looks at, but for the settings, which only the host sees. */
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
  const { findings } = await examineLedger(context, DAYS);
  return [...ofHost, ...ofMoney, ...findings];
}
