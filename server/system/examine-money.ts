/** Health checks of the card provider, the books and open tasks for staff. */
import { desc } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { BrokenRule } from '#server/db/schema/money/books-checks.ts';
import { reconcileRuns } from '#server/db/schema/money/reconcile-runs.ts';
import { type BooksComparison, compareBooks } from '#server/books/compare-books.ts';
import { failure, type Finding, lookAt, ok, warning } from '#server/system/finding.ts';
import { findBrokenRules } from '#server/books/invariants.ts';
import { describePaymentDesk } from '#server/books/payment-desk.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Its job runs every minute: two missed runs and one to spare. */
const RECONCILED_WITHIN_MINUTES = 3;

export async function examineGateway({ gateway }: Context): Promise<Finding> {
  return lookAt('card provider', async () => {
    await gateway.listIntentsSince(Date.now() - HOUR_MS);
    return ok(
      'card provider',
      `${gateway.mode} answers, ${gateway.livemode ? 'live' : 'test'} mode`,
    );
  });
}

/** Whether jobs run. */
export async function examineReconciler({ db, clock }: Context): Promise<Finding> {
  return lookAt('reconciler', async () => {
    const [run] = await db.select().from(reconcileRuns).orderBy(desc(reconcileRuns.id)).limit(1);
    if (!run) return warning('reconciler', 'has never run. Check that the app is running.');
    const minutes = (clock() - run.at.getTime()) / MINUTE_MS;
    const says = `last ran ${minutes.toFixed(0)} min ago, fixed ${run.fixed}`;
    if (run.alarms.length > 0) return failure('reconciler', `${says}; ${run.alarms.join('; ')}`);
    return minutes > RECONCILED_WITHIN_MINUTES
      ? warning('reconciler', `${says}. Check that the app is running.`)
      : ok('reconciler', says);
  });
}

export async function examineTasks(context: Context): Promise<Finding> {
  return lookAt('tasks', async () => {
    const desk = await describePaymentDesk(context);
    const waiting = [
      [desk.undecidedOrders.length, 'orders to decide'],
      [desk.failedRefunds.length, 'failed refunds'],
      [desk.unmatchedEvents.length, 'unmatched events'],
      [desk.disputes.filter(({ isOpen }) => isOpen).length, 'open disputes'],
    ].filter(([count]) => count !== 0);
    if (waiting.length === 0) return ok('tasks', 'nothing needs attention');
    const list = waiting.map(([count, what]) => `${what}: ${count}`).join(', ');
    return warning('tasks', `${list}. See Payments in the portal.`);
  });
}

export type LedgerExamination = { findings: Finding[]; days: BooksComparison['days'] };

/** All rules on our own books, and each day's totals against the card provider's. */
export async function examineLedger(
  context: Context,
  dayCount: number,
): Promise<LedgerExamination> {
  let days: BooksComparison['days'] = [];
  const own = await lookAt('our books', async () => describe(await findBrokenRules(context.db)));
  const theirs = await lookAt("the card provider's books", async () => {
    const compared = await compareBooks(context, dayCount);
    days = compared.days;
    return { ...describe(compared.problems), about: "the card provider's books" };
  });
  return { findings: [own, theirs], days };
}

function describe(broken: readonly BrokenRule[]): Finding {
  if (broken.length === 0) return ok('our books', 'agree to the cent');
  const lines = broken.map(
    ({ rule, count, examples }) => `${rule} (${count}): ${examples.join(', ')}`,
  );
  return failure('our books', lines.join('; '));
}
