/** Health checks of the card provider, the books and open tasks for staff. */
import { desc } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import type { BrokenRule } from '#areas/order-book/server/tables/books-checks.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { reconcileRuns } from '#areas/order-book/server/tables/reconcile-runs.ts';
import {
  type BooksComparison,
  compareBooks,
  describeNotCompared,
} from '#areas/payments/server/compare-books.ts';
import { failure, type Finding, runCheck, ok, warning } from '#areas/office/server/finding.ts';
import { findBrokenRules } from '#areas/payments/server/invariants.ts';
import { describePaymentsOverview } from '#areas/payments/server/payments-overview.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Its job runs every minute: two missed runs and one to spare. */
const RECONCILED_WITHIN_MINUTES = 3;

export async function checkGateway({ gateway }: Context): Promise<Finding> {
  return runCheck('card provider', async () => {
    await gateway.listIntentsSince(Date.now() - HOUR_MS);
    return ok(
      'card provider',
      `${gateway.mode} answers, ${gateway.livemode ? 'live' : 'test'} mode`,
    );
  });
}

/** Whether jobs run. */
export async function checkReconciler({ db, clock }: Context): Promise<Finding> {
  return runCheck('reconciler', async () => {
    const [run] = await db.select().from(reconcileRuns).orderBy(desc(reconcileRuns.id)).limit(1);
    if (!run) return warning('reconciler', 'has never run. Check that the app is running.');
    const minutes = (clock() - run.at.getTime()) / MINUTE_MS;
    const detail = `last ran ${minutes.toFixed(0)} min ago, fixed ${run.fixed}`;
    if (run.alarms.length > 0) return failure('reconciler', `${detail}; ${run.alarms.join('; ')}`);
    return minutes > RECONCILED_WITHIN_MINUTES
      ? warning('reconciler', `${detail}. Check that the app is running.`)
      : ok('reconciler', detail);
  });
}

export async function checkTasks(context: Context): Promise<Finding> {
  return runCheck('tasks', async () => {
    const overview = await describePaymentsOverview(context);
    const waiting = [
      [overview.undecidedOrders.length, 'orders to decide'],
      [overview.failedRefunds.length, 'failed refunds'],
      [overview.unmatchedEvents.length, 'unmatched events'],
      [overview.disputes.filter(({ isOpen }) => isOpen).length, 'open disputes'],
      [overview.openBalances.length, 'open balances'],
    ].filter(([count]) => count !== 0);
    if (waiting.length === 0) return ok('tasks', 'nothing needs attention');
    const list = waiting.map(([count, what]) => `${what}: ${count}`).join(', ');
    return warning('tasks', `${list}. See Payments in the portal.`);
  });
}

export type RecentBooks = { findings: Finding[]; days: BooksComparison['days'] };

/** All rules on our own books, and each day's totals against the card provider's. */
export async function checkRecentBooks(context: Context, dayCount: number): Promise<RecentBooks> {
  let days: BooksComparison['days'] = [];
  const own = await runCheck('our books', async () => {
    const broken = await findBrokenRules(context);
    const orders = await context.db.$count(payments);
    return describe('our books', broken, sayAgreeing(orders, 'paid orders'));
  });
  const theirs = await runCheck("the card provider's books", async () => {
    const compared = await compareBooks(context, dayCount);
    days = compared.days;
    return describe("the card provider's books", compared.problems, sayCompared(compared));
  });
  return { findings: [own, theirs], days };
}

function describe(about: string, broken: readonly BrokenRule[], agreeing: string): Finding {
  if (broken.length === 0) return ok(about, agreeing);
  const lines = broken.map(
    ({ rule, count, examples }) => `${rule} (${count}): ${examples.join(', ')}`,
  );
  return failure(about, lines.join('; '));
}

/** Nothing agrees with nothing: it says how much was compared, and what was not. */
function sayCompared({ compared, notCompared }: BooksComparison): string {
  const left = describeNotCompared(notCompared);
  const said = sayAgreeing(compared, 'payments and refunds');
  return left === null ? said : `${said}; ${left}`;
}

function sayAgreeing(count: number, what: string): string {
  return count === 0 ? `no ${what} to compare` : `${count} ${what} agree to the cent`;
}
