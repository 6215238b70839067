/** Top-ups that nobody paid: cancelled at the gateway, so that none can be paid any more. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, lte, sql, or } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type TopUpRow, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { IntentRefused, Conflict } from '#platform/server/errors.ts';
import { doDueWork, type DueWork } from '#platform/server/queue/due-work.ts';
import { closeTopUp } from '#areas/checkout/server/not-charged.ts';
import { isOnPayment, paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { releaseFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { captureApproval } from '#areas/checkout/server/capture-approval.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/due-work.ts';
import { getOrder, loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import type { FastifyInstance } from 'fastify';
import { postPayLink, type PayLinkReply } from '#areas/orders/calls/order-editing.ts';
import { startTopUp, type TopUpReply } from '#areas/order-book/calls/orders.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { finishChangeOf } from '#areas/orders/server/waiting-change.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** This many consecutive failures mean that the gateway is silent: the rest waits for the next run. */
const SILENT_AFTER = 3;

/** `processing`: the bank has not decided. */
type TopUpEnd = 'ended' | 'paid' | 'processing';

/**
 * Ends a top-up that is no longer wanted: only once the gateway confirms that its intent cannot be paid does it count as
 * ended; one that was paid is settled. `isTold`: if its bank had approved it, its customer hears that it came to nothing.
 * Throws Unavailable.
 */
export async function endTopUp(
  context: Context,
  topUp: TopUpRow,
  { isTold = false } = {},
): Promise<TopUpEnd> {
  const [ending] = await context.db
    .update(topUps)
    .set({ state: 'ending' })
    .where(and(eq(topUps.id, topUp.id), inArray(topUps.state, ['open', 'ending'])))
    .returning();
  if (!ending) return (await stateOf(context, topUp)) === 'paid' ? 'paid' : 'ended';
  const intent = await findIntent(context, ending);
  const isApproved = isTold && intent !== null && (await wasApproved(context, ending, intent));
  if (intent) {
    const cancelled = await context.gateway.cancelIntent(intent.id);
    if (cancelled.outcome === 'refused') {
      if (cancelled.intent.status !== 'succeeded') return 'processing';
      await settlePayment(context, intent.id);
      return 'paid';
    }
  }
  await closeTopUp(context, topUp.id, isApproved ? 'hold_ended' : null);
  return 'ended';
}

async function wasApproved(
  context: Context,
  topUp: TopUpRow,
  { id }: { id: string },
): Promise<boolean> {
  if (!(await isOnPayment(context.db, topUp))) return false;
  return (await context.gateway.retrieveIntent(id))?.status === 'requires_capture';
}

/** Null: the gateway refused to make it, so nothing can be paid. */
async function findIntent(context: Context, topUp: TopUpRow): Promise<{ id: string } | null> {
  try {
    return await openTopUpIntent(context, topUp);
  } catch (error) {
    if (error instanceof IntentRefused) return null;
    throw error;
  }
}

async function stateOf({ db }: Pick<Context, 'db'>, { id }: TopUpRow): Promise<string | undefined> {
  const [row] = await db.select({ state: topUps.state }).from(topUps).where(eq(topUps.id, id));
  return row?.state;
}

/** Ripe when its time is up, or when its order has changed since: the amount may no longer be what is owed. */
export const topUpWork: DueWork<TopUpRow, Context, 'ended' | 'paid'> = {
  table: topUps,
  isOpen: inArray(topUps.state, ['open', 'ending']),
  isRipe: (now) => sql`(${lte(topUps.openUntil, now)} or ${eq(topUps.state, 'ending')}
    or exists (select from ${orders} o where o.id = ${topUps.orderId} and o.version <> ${topUps.orderVersion}))`,
  isGivenUp: sql`false`,
  since: topUps.openUntil,
  order: [topUps.openUntil, topUps.id],
  claimMs: MINUTE_MS,
  async tryRow(context, topUp) {
    const end = await endTopUp(context, topUp, { isTold: true });
    return { is: end === 'processing' ? 'waiting' : end };
  },
  waitMs: () => 0,
  logFields: ({ id, orderId }) => ({ topUpId: id, orderId }),
  says: { triedAgain: 'a top-up could not be ended; it can still be paid' },
};

export async function endTopUps(context: Context): Promise<{ ended: number; waiting: number }> {
  const results = await doDueWork(context, topUpWork, { stopAfterSilent: SILENT_AFTER });
  const waiting = results.filter(({ is }) => is === 'waiting').length;
  return { ended: results.length - waiting, waiting };
}

const CAPTURE_APPROVALS_MINUTE_MS = 60_000;
const CAPTURE_APPROVALS_SILENT_AFTER = 3;

/** Orders that were made on a bank's approval: anyone who made one takes its money at once, this what was interrupted. */
export const captureWork: DueWork<CheckoutRow, Context, 'captured' | 'ended'> = {
  table: checkouts,
  isOpen: eq(checkouts.state, 'approved'),
  isGivenUp: sql`false`,
  since: checkouts.approvedUntil,
  order: [checkouts.approvedUntil, checkouts.id],
  claimMs: CAPTURE_APPROVALS_MINUTE_MS,
  async tryRow(context, checkout) {
    const is = await captureApproval(context, checkout);
    if (is === 'refused') await fallThrough(context, checkout);
    return { is: is === 'captured' ? 'captured' : 'ended' };
  },
  waitMs: ({ tries }) => retryWait(DOUBLING_MINUTES, tries),
  logFields: ({ id }) => ({ checkoutId: id }),
  says: { triedAgain: 'an approved payment could not be taken yet' },
  alarm: {
    id: 'capture_open',
    afterMs: 0,
    since: ({ approvedUntil, createdAt }) => approvedUntil ?? createdAt,
    says: 'an approved payment has not been taken for ten minutes',
  },
};

export async function captureApprovals(
  context: Context,
): Promise<{ captured: number; waiting: number }> {
  const results = await doDueWork(context, captureWork, {
    stopAfterSilent: CAPTURE_APPROVALS_SILENT_AFTER,
  });
  const captured = results.filter(({ is }) => is === 'captured').length;
  const ended = results.filter(({ is }) => is === 'ended').length;
  return { captured, waiting: results.length - captured - ended };
}

/** Its money will never come: the order is cancelled, its places are free, and anyone who ordered is told. */
async function fallThrough(context: Context, { id }: CheckoutRow): Promise<void> {
  const { business } = await context.site.current();
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(checkouts)
      .set({ state: 'fell_through', approvedUntil: null })
      .where(and(eq(checkouts.id, id), eq(checkouts.state, 'approved')))
      .returning({ id: checkouts.id });
    if (ended) await releaseFirstOrderOffer(tx, id);
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.checkoutId, id))
      .for('no key update');
    // Cancelled by someone before its money was taken: they were told.
    if (!ended || !order || order.status === 'cancelled') return;
    await setStatus(context, tx, order, {
      staff: null,
      business,
      status: 'cancelled',
      refund: 'none',
      action: 'order.payment_fell_through',
      notify: false,
    });
    await writeMessage(tx, context, {
      kind: 'payment_fell_through',
      about: order.id,
      orderId: order.id,
      recipient: order.email,
    });
  });
}

type OpenedIntent = { id: string; clientSecret: string };

/**
 * The top-up's intent, made at the gateway unless we know one. After a crash the same one is found again, because the
 * gateway's idempotency key is the top-up's id; a top-up does not live as long as the gateway remembers keys. Throws
 * IntentRefused or Unavailable.
 */
export async function openTopUpIntent(
  context: Pick<Context, 'db' | 'gateway' | 'site'>,
  topUp: TopUpRow,
): Promise<OpenedIntent> {
  if (topUp.paymentIntentId !== null && topUp.clientSecret !== null)
    return { id: topUp.paymentIntentId, clientSecret: topUp.clientSecret };
  const { business } = await context.site.current();
  const { checkoutId, customer, isTest } = await getOrder(context.db, { id: topUp.orderId });
  // No real money for food that is not cooked.
  if (isTest && context.gateway.livemode)
    throw new IntentRefused('payment_unavailable', 'This is a test order: no card is charged.');
  const { line1, line2, suburb } = customer.address;
  const { id, clientSecret } = await context.gateway.createIntent({
    paysFor: { topUpId: topUp.id, checkoutId },
    amountCents: topUp.amountCents,
    currency: business.currency,
    capture: (await isOnPayment(context.db, topUp)) ? 'manual' : 'automatic',
    receiptEmail: customer.email,
    shipping: {
      name: `${customer.firstName} ${customer.lastName}`,
      phone: customer.phone,
      line1,
      line2,
      suburb: suburb.name,
      postcode: suburb.postcode,
      state: business.region.state,
    },
  });
  await context.db
    .update(topUps)
    .set({ paymentIntentId: id, clientSecret })
    .where(eq(topUps.id, topUp.id));
  return { id, clientSecret };
}

export function registerTopUpRoutes(app: FastifyInstance, context: Context): void {
  route(app, startTopUp, async ({ params, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return openTopUp(context, params.token);
  });

  staffRoute(app, postPayLink, ({ params, body, staff }) =>
    askPayment(context, staff, params.id, body.version),
  );
}

// What a customer pays on top, because their order costs more than they paid.

/** Well within the day for which the gateway remembers idempotency keys. */
const OPEN_FOR_MS = 12 * 60 * 60_000;

/**
 * Opens the payment of what the order behind this token owes now; asked again, the same one. One that was opened for
 * another amount can no longer be paid before this one can. Throws NotFound, Conflict `nothing_owed` or
 * `payment_in_progress`, or Unavailable.
 */
async function openTopUp(context: Context, token: string): Promise<TopUpReply> {
  for (;;) {
    const { current, stale } = await context.db.transaction((tx) => claim(tx, context, token));
    if (current) {
      const { id, clientSecret } = await openTopUpIntent(context, current);
      return {
        paymentIntentId: id,
        clientSecret,
        amount: formatAmount(current.amountCents),
      };
    }
    for (const topUp of stale) await endStale(context, topUp);
  }
}

/** What was opened to be paid before can no longer be paid, or was. */
export async function endStale(context: Context, topUp: TopUpRow): Promise<void> {
  if ((await endTopUp(context, topUp)) === 'processing')
    throw new Conflict(
      'payment_in_progress',
      'Your bank is still processing a payment for this order. Wait a moment, then try again.',
    );
  await finishChangeOf(context, topUp.id);
}

type Claimed = { current: TopUpRow | null; stale: TopUpRow[] };

/** The top-up to pay; or those that must be ended before there can be one. */
async function claim(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  token: string,
): Promise<Claimed> {
  const row = await lockOrder(tx, await orderIdOf(tx, token), undefined);
  const live = await tx
    .select({
      topUp: topUps,
      isForChange: paysForWaitingChange(topUps.id),
    })
    .from(topUps)
    .where(
      and(
        eq(topUps.orderId, row.id),
        or(inArray(topUps.state, ['open', 'ending']), paysForWaitingChange(topUps.id)),
      ),
    );
  const now = context.clock();
  const isGood = ({ topUp, isForChange }: (typeof live)[number]) =>
    !isForChange &&
    topUp.state === 'open' &&
    topUp.orderVersion === row.version &&
    topUp.openUntil.getTime() > now;
  const stale = live.filter((each) => !isGood(each)).map(({ topUp }) => topUp);
  if (stale.length > 0) return { current: null, stale };
  const { owedCents } = accountOfOrder(await loadOrder(tx, row));
  if (owedCents === 0) throw new Conflict('nothing_owed', 'Nothing is left to pay for this order.');
  const [known] = live;
  if (known) return { current: known.topUp, stale: [] };
  const [current] = await tx
    .insert(topUps)
    .values({
      orderId: row.id,
      amountCents: owedCents,
      orderVersion: row.version,
      openUntil: new Date(now + OPEN_FOR_MS),
      createdAt: new Date(now),
    })
    .returning();
  if (!current) throw new Error('the top-up was not stored');
  return { current, stale: [] };
}

/**
 * Emails the customer a link to pay what they owe. Throws NotFound, or Conflict `changed_meanwhile`, `nothing_owed` or
 * `customer_erased`.
 */
export async function askPayment(
  context: Context,
  staff: StaffMember,
  id: number,
  seenVersion: number | undefined,
): Promise<PayLinkReply> {
  return context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id, seenVersion);
    const { owedCents } = accountOfOrder(await loadOrder(tx, row));
    if (owedCents === 0)
      throw new Conflict('nothing_owed', 'Nothing is left to pay for this order.');
    if (row.email === '')
      throw new Conflict('customer_erased', 'The customer was erased: there is nobody to ask.');
    // So that a second click, which still sends the old version, sends no second email.
    const version = row.version + 1;
    await tx.update(orders).set({ version }).where(eq(orders.id, id));
    const amount = formatAmount(owedCents);
    await recordChange(tx, context, {
      staff,
      action: 'order.ask_payment',
      entityId: id,
      before: { version: row.version },
      after: { version, amount },
    });
    await writeMessage(tx, context, {
      kind: 'order_payment_due',
      about: `${id}:${version}`,
      orderId: id,
      recipient: row.email,
    });
    return { amount, sentTo: row.email, link: `${trackingUrlFor(context, row.checkoutId)}#pay` };
  });
}
