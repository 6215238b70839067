import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  changeTrackedOrder,
  getOrderToChange as getOrderToChangeCall,
  quoteOrderChange,
  type ChangeQuoteReply,
  type ChangeToMake,
  type ChangeToQuote,
} from '#areas/order-book/calls/order-change.ts';
import type { Context } from '#platform/server/context.ts';
import { type Allowed, throttleCaller } from '#platform/server/http/throttle.ts';
import { route } from '#platform/server/http/route.ts';
import { noteWhatIsTold } from './food-holds.ts';
import { getOrderToChange, type ChangePlan, planChange } from './plan-change.ts';
import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatAmount, formatDollars, parseAmount } from '#platform/rules/money.ts';
import { readSentChange, takesEverything } from '#areas/order-book/rules/customer-change.ts';
import type { OrderChange } from '#areas/order-book/rules/edit-order.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type TopUpRow,
  topUps,
  orderChanges,
} from '#areas/order-book/server/tables/order-changes.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, NotFound, NotPaid, ServiceError } from '#platform/server/errors.ts';
import { getCurrentMeals, withCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { recordOrderChange, setChangeMoney } from './order-timeline.ts';
import {
  finishChangeOf,
  findSameWaiting,
  findSettledWaiting,
  openWaitingChange,
} from './waiting-change.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { endStale, openTopUpIntent } from './top-ups.ts';
import { getTrackedOrder } from '#areas/orders/server/tracked-order.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { type RequestedRefund, settleLess } from '#areas/order-book/server/request-refund.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { isOnPayment } from '#areas/order-book/server/waiting-changes.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';

/** Unknown and other people's tokens are answered alike. */
export function registerOrderChangeRoutes(app: FastifyInstance, context: Context): void {
  async function admit(reply: FastifyReply, what: Allowed): Promise<void> {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, what, reply.request);
  }

  route(app, getOrderToChangeCall, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    return getOrderToChange(context, params.token);
  });

  route(app, quoteOrderChange, async ({ params, body, reply }) => {
    await admit(reply, 'quote');
    return quoteChange(context, params.token, body);
  });

  route(app, changeTrackedOrder, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return noteWhatIsTold(context, params.token, () =>
      changeByCustomer(context, params.token, body),
    );
  });
}

/** A paid order is changed by its customer: at once when nothing more is due, and otherwise once that is paid. */

/**
 * What the order behind this token would cost if changed so; nothing is held. Throws NotFound, InvalidRequest,
 * UnsuitableFood, or Conflict `meal_unavailable` or `order_changed`.
 */
async function quoteChange(
  context: Context,
  token: string,
  sent: ChangeToQuote,
): Promise<ChangeQuoteReply> {
  return dryRun(context.db, async (tx) => {
    const asked = await readAsked(context, tx, token, sent);
    const plan = await planChange(context, tx, asked);
    return {
      quote: plan.quote,
      difference: formatAmount(plan.differenceCents),
      due: formatAmount(plan.dueCents),
      back: formatAmount(plan.backCents),
      what: plan.what,
      version: asked.order.version,
      ...(plan.blocked && { blocked: plan.blocked }),
      ...(plan.isOnPayment && { place: 'on_payment' as const }),
    };
  });
}

/**
 * Makes the change, or opens the payment that it waits for. Throws as `quoteChange`, PaymentDue, Unavailable, or Conflict
 * `quote_changed`, `past_cutoff`, `slot_full`, `meal_sold_out`, `dispute_open`, `payment_in_progress` or `hold_ended`.
 */
async function changeByCustomer(
  context: Context,
  token: string,
  sent: ChangeToMake,
): Promise<TrackedOrderReply> {
  if (sent.paymentIntentId !== undefined) {
    await settleChange(context, token, sent.paymentIntentId);
    return getTrackedOrder(context, token);
  }
  for (;;) {
    const attempt = await context.db.transaction((tx) => tryChange(context, tx, token, sent));
    if (attempt.is === 'due') throw await paymentDue(context, attempt.topUp);
    if (attempt.is === 'made') {
      // After the commit, so that the customer sees how it went; a job follows up.
      if (attempt.refund) await tryRefund(context, attempt.refund.id);
      return getTrackedOrder(context, token);
    }
    for (const topUp of attempt.topUps) await endStale(context, topUp);
  }
}

type Attempt =
  | { is: 'made'; refund: RequestedRefund | null }
  | { is: 'due'; topUp: TopUpRow }
  | { is: 'stale'; topUps: TopUpRow[] };

type ChangeRequest = {
  row: OrderRow;
  order: Order;
  change: OrderChange;
  site: SiteState;
  now: number;
  takesOnPayment: boolean;
};

async function readAsked(
  context: Context,
  tx: Transaction,
  token: string,
  sent: ChangeToQuote,
): Promise<ChangeRequest> {
  const known = await context.site.current();
  const orderId = await orderIdOf(tx, token);
  const wished = (sent.orderItems ?? []).map(({ mealId }) => mealId);
  // Before the order's lock, as anyone who saves a recipe locks them.
  const current = await getCurrentMeals(
    tx,
    wished.filter((id) => known.mealsById.has(id)),
    known.business,
  );
  const site = { ...known, mealsById: withCurrentMeals(known.mealsById, current) };
  const row = await lockOrder(tx, orderId, undefined);
  if (sent.version !== undefined && sent.version !== row.version)
    throw new Conflict('order_changed', 'This order has changed since you opened it. Reload it.', {
      version: row.version,
    });
  const order = await loadOrder(tx, row);
  const change = readSentChange(sent, order);
  const takesOnPayment = sent.onPayment === true;
  return { row, order, change, site, now: context.clock(), takesOnPayment };
}

async function tryChange(
  context: Context,
  tx: Transaction,
  token: string,
  sent: ChangeToMake,
): Promise<Attempt> {
  const asked = await readAsked(context, tx, token, sent);
  const { order, change } = asked;
  // Paid for first, made first: this one is then judged against the order as it is by then.
  const settled = await findSettledWaiting(tx, order.id);
  if (settled.length > 0) return { is: 'stale', topUps: settled };
  const contentHash = createHash('sha256')
    .update(JSON.stringify([order.version, change, sent.expectedTotal, asked.takesOnPayment]))
    .digest('base64url');
  const same = await findSameWaiting(tx, { order, contentHash, now: asked.now });
  if (same) return { is: 'due', topUp: same };
  const plan = await planChange(context, tx, asked);
  if (plan.blocked) {
    const { code, message, ...what } = plan.blocked;
    throw new Conflict(code, message, what);
  }
  requireExpectedTotal(plan, sent.expectedTotal);
  if (plan.what.length === 0) return { is: 'made', refund: null };
  if (plan.dueCents === 0) return { is: 'made', refund: await makeNow(context, tx, asked, plan) };
  const live = await tx
    .select()
    .from(topUps)
    .where(and(eq(topUps.orderId, order.id), inArray(topUps.state, ['open', 'ending'])));
  if (live.length > 0) return { is: 'stale', topUps: live };
  const topUp = await openWaitingChange(tx, { ...asked, plan, contentHash });
  return { is: 'due', topUp };
}

function requireExpectedTotal(plan: ChangePlan, sent: string | undefined): void {
  if (sent === undefined || parseAmount(sent) === plan.totalCents) return;
  throw new Conflict(
    'quote_changed',
    `The order would now cost ${formatDollars(plan.totalCents)}. Check it before you change it.`,
    { quote: plan.quote, difference: formatAmount(plan.differenceCents) },
  );
}

/** Nothing is to be paid first; what the order costs less goes back. */
async function makeNow(
  context: Context,
  tx: Transaction,
  { row, order, change, site, now }: ChangeRequest,
  plan: ChangePlan,
): Promise<RequestedRefund | null> {
  if (takesEverything(change, order)) {
    const cancelled = { staff: null, business: site.business, status: 'cancelled' } as const;
    const { refund } = await setStatus(context, tx, row, { ...cancelled, refund: 'full' });
    const changeId = await recordOrderChange(tx, {
      orderId: order.id,
      changedBy: 'customer',
      staffEmail: null,
      what: plan.what,
      fromVersion: order.version,
      totalCents: 0,
      at: now,
      changeId: null,
    });
    await setChangeMoney(tx, changeId, { paidCents: 0, refundCents: refund?.amountCents ?? 0 });
    return refund;
  }
  const { what, changeId } = await applyChange(context, tx, order, change, {
    staff: null,
    site,
    news: null,
  });
  const { refund } = await settleLess(tx, context, {
    before: order,
    money: 'full',
    reason: 'Order changed',
    staff: null,
  });
  const refundCents = refund?.amountCents ?? 0;
  if (changeId) await setChangeMoney(tx, changeId, { paidCents: 0, refundCents });
  await writeMessage(tx, context, {
    kind: 'order_changed',
    about: `${order.id}:${order.version + 1}`,
    orderId: order.id,
    recipient: order.customer.email,
    facts: { change: { what }, refundIds: refund?.ids ?? [] },
  });
  return refund;
}

// The payment that a change waits for, between the customer and the card provider.

/** 402: nothing is changed until this is paid. */
class PaymentDue extends ServiceError {
  constructor(topUp: TopUpRow, intent: { id: string; clientSecret: string }, isCrowded: boolean) {
    super(402, 'payment_due', `Pay ${formatDollars(topUp.amountCents)} to change your order.`, {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      amount: formatAmount(topUp.amountCents),
      holdExpiresAt: topUp.openUntil.toISOString(),
      ...(isCrowded && { place: 'on_payment' }),
    });
  }
}

/** Throws IntentRefused or Unavailable. */
async function paymentDue(context: Context, topUp: TopUpRow): Promise<ServiceError> {
  const intent = await openTopUpIntent(context, topUp);
  return new PaymentDue(topUp, intent, await isOnPayment(context.db, topUp));
}

/**
 * Makes the change that this payment was for. Throws NotFound when it is not this order's, PaymentDue while it is not paid,
 * or Conflict `place_pending`, `slot_full`, `meal_sold_out` or `hold_ended`, not charged, or `order_changed` when it can no longer be made and the money goes back.
 */
async function settleChange(
  context: Context,
  token: string,
  paymentIntentId: string,
): Promise<void> {
  const orderId = await orderIdOf(context.db, token);
  const [topUp] = await context.db
    .select()
    .from(topUps)
    .where(and(eq(topUps.paymentIntentId, paymentIntentId), eq(topUps.orderId, orderId)));
  if (!topUp || !(await findChange(context, topUp))) throw new NotFound('This payment');
  const isPaid = await settle(context, paymentIntentId).catch(async (error: unknown) => {
    // Let go: nothing waits any more.
    if (error instanceof Conflict) await finishChangeOf(context, topUp.id);
    throw error;
  });
  if (!isPaid && topUp.state === 'open') throw await paymentDue(context, topUp);
  await finishChangeOf(context, topUp.id);
  const change = await findChange(context, topUp);
  if (change?.state === 'applied') return;
  if (change?.state === 'refused')
    throw new Conflict(
      'order_changed',
      `We couldn’t make this change any more. Your ${formatDollars(change.paidCents)} is on its way back to your card.`,
    );
  throw new Conflict('hold_ended', 'Your time to pay is over. Nothing was changed or charged.');
}

async function settle(context: Context, paymentIntentId: string): Promise<boolean> {
  try {
    await settlePayment(context, paymentIntentId);
    return true;
  } catch (error) {
    if (error instanceof NotPaid) return false;
    throw error;
  }
}

async function findChange({ db }: Pick<Context, 'db'>, { id }: TopUpRow) {
  const [change] = await db.select().from(orderChanges).where(eq(orderChanges.topUpId, id));
  return change ?? null;
}
