import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { sumCents } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import { checkouts, ENDED_UNPAID } from '#areas/order-book/server/tables/checkouts.ts';
import {
  payments,
  refunds,
  type ReconcileRunRow,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict, NotFound, NotPaid } from '#platform/server/errors.ts';
import { upsertDispute } from '#areas/order-book/server/sync-disputes.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { GatewayRefund, ListedIntent } from '#platform/server/gateway-port.ts';
import { syncRefunds } from '#areas/order-book/server/sync-refunds.ts';

const HOUR_MS = 3_600_000;
const RUNS_KEPT_DAYS = 30;

/** Problems that staff must solve, one sentence each. */
type Findings = { seen: number; fixed: number; alarms: string[] };

/** Every minute: everything made in the last hour, whether its event was lost, late or never sent. */
export async function reconcileYoung(context: Context): Promise<ReconcileRunRow> {
  return reconcile(context, 'young', Date.now() - HOUR_MS);
}

/** Every hour: three days, as long as the gateway repeats its events. */
export async function reconcileRecent(context: Context): Promise<ReconcileRunRow> {
  const run = await reconcile(context, 'recent', Date.now() - 72 * HOUR_MS);
  await context.db
    .delete(reconcileRuns)
    .where(lt(reconcileRuns.at, new Date(context.clock() - RUNS_KEPT_DAYS * 24 * HOUR_MS)));
  return run;
}

/**
 * Compares everything the gateway has recorded since then with our records: settles payments without an order, adds
 * refunds and disputes, and cancels payments that could still be made for released places. `since` is by the gateway's
 * own, real clock, which MEALRUN_NOW does not move. Throws Unavailable.
 */
export async function reconcile(
  context: Context,
  kind: ReconcileRunRow['kind'],
  since: Instant,
): Promise<ReconcileRunRow> {
  const findings: Findings = { seen: 0, fixed: 0, alarms: [] };
  await reconcileIntents(context, await context.gateway.listIntentsSince(since), findings);
  await reconcileRefunds(context, await context.gateway.listRefundsSince(since), findings);
  for (const dispute of await context.gateway.listDisputesSince(since)) {
    findings.seen += 1;
    if (await upsertDispute(context, dispute)) findings.fixed += 1;
  }
  for (const alarm of findings.alarms) context.log.error({ alarm: 'reconcile' }, alarm);
  const [run] = await context.db
    .insert(reconcileRuns)
    .values({ kind, at: new Date(context.clock()), ...findings })
    .returning();
  if (!run) throw new Error('the run was not stored');
  return run;
}

async function reconcileIntents(
  context: Context,
  intents: readonly ListedIntent[],
  findings: Findings,
): Promise<void> {
  // The account may be shared: only intents with our metadata are ours.
  const ours = intents.filter(({ checkoutId, topUp }) => checkoutId !== null || topUp !== null);
  findings.seen += ours.length;
  const settled = await settledAmong(context, ours);
  const ended = await endedAmong(context, ours);
  for (const intent of ours) {
    const { id, status } = intent;
    if (status === 'succeeded' && !settled.has(id)) await settleFound(context, intent, findings);
    if (status === 'requires_capture') await settleApproved(context, intent, findings);
    if (status !== 'succeeded' && status !== 'canceled' && ended.has(id)) {
      await cancelReleased(context, id, findings);
    }
  }
}

async function settleFound(
  context: Context,
  intent: ListedIntent,
  findings: Findings,
): Promise<void> {
  if (await isGivenBack(context, intent)) return;
  try {
    await settlePayment(context, intent.id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    findings.alarms.push(
      `payment ${intent.id} succeeded but belongs to no checkout or order. Run npm run reconcile -- --rebuild`,
    );
    return;
  }
  if ((await settledAmong(context, [intent])).has(intent.id)) findings.fixed += 1;
  else
    findings.alarms.push(
      intent.topUp
        ? `payment ${intent.id} paid top-up ${intent.topUp.topUpId} a second time`
        : `payment ${intent.id} paid checkout ${intent.checkoutId} a second time`,
    );
}

/** Approved, and nobody told us. What we do not know, after an old backup was restored, is let go: nothing was charged. */
async function settleApproved(
  context: Context,
  { id }: ListedIntent,
  findings: Findings,
): Promise<void> {
  try {
    await settlePayment(context, id);
  } catch (error) {
    if (error instanceof NotPaid || error instanceof Conflict) return;
    if (!(error instanceof NotFound)) throw error;
    await context.gateway.cancelIntent(id);
    findings.fixed += 1;
  }
}

/** Refunded at the gateway before it became an order: then it must not become one. */
async function isGivenBack({ gateway }: Context, intent: ListedIntent): Promise<boolean> {
  const back = await gateway.listRefunds(intent.id);
  const backCents = sumCents(
    back.filter(({ state }) => state !== 'failed').map(({ amountCents }) => amountCents),
  );
  return backCents >= intent.amountCents;
}

/** Its places are released: if it were paid now, there might be none. */
async function cancelReleased(context: Context, id: string, findings: Findings): Promise<void> {
  const cancelled = await context.gateway.cancelIntent(id);
  findings.fixed += 1;
  if (cancelled.outcome === 'refused' && cancelled.intent.status === 'succeeded') {
    await settlePayment(context, id);
  }
}

async function settledAmong(
  { db }: Pick<Context, 'db'>,
  intents: readonly ListedIntent[],
): Promise<Set<string>> {
  const ids = intents.map(({ id }) => id);
  const rows = await db
    .select({ id: payments.paymentIntentId })
    .from(payments)
    .where(inArray(payments.paymentIntentId, ids));
  return new Set(rows.map(({ id }) => id));
}

async function endedAmong(
  { db }: Pick<Context, 'db'>,
  intents: readonly ListedIntent[],
): Promise<Set<string | null>> {
  const ids = intents.map(({ id }) => id);
  const rows = await db
    .select({ id: checkouts.paymentIntentId })
    .from(checkouts)
    .where(and(inArray(checkouts.paymentIntentId, ids), inArray(checkouts.state, ENDED_UNPAID)));
  const ended = await db
    .select({ id: topUps.paymentIntentId })
    .from(topUps)
    .where(and(inArray(topUps.paymentIntentId, ids), eq(topUps.state, 'ended')));
  return new Set([...rows, ...ended].map(({ id }) => id));
}

/** Asks about each payment once, however many of its refunds changed. */
async function reconcileRefunds(
  context: Context,
  listed: readonly GatewayRefund[],
  findings: Findings,
): Promise<void> {
  findings.seen += listed.length;
  const known = await refundStates(context, listed);
  const stale = new Set(
    listed
      .filter((refund) => known.get(refund.id) !== refund.state)
      .flatMap(({ paymentIntentId }) => paymentIntentId ?? []),
  );
  for (const paymentIntentId of stale) {
    try {
      await syncRefunds(context, paymentIntentId);
      findings.fixed += 1;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      // A refund without our metadata belongs to someone else on the account, or staff made it at the gateway for a
      // second payment.
      if (listed.every((one) => one.paymentIntentId !== paymentIntentId || one.idemKey === null))
        continue;
      findings.alarms.push(
        `payment ${paymentIntentId} was refunded but belongs to no order. Run npm run reconcile -- --rebuild`,
      );
    }
  }
}

async function refundStates(
  { db }: Pick<Context, 'db'>,
  listed: readonly GatewayRefund[],
): Promise<Map<string | null, string>> {
  const ids = listed.map(({ id }) => id);
  const rows = await db
    .select({ id: refunds.gatewayId, state: refunds.state })
    .from(refunds)
    .where(inArray(refunds.gatewayId, ids));
  return new Map(rows.map(({ id, state }) => [id, state]));
}
