import { and, eq, TransactionRollbackError } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict, NotFound, NotPaid } from '#platform/server/errors.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import type { Intent, TopUpIds } from '#platform/server/gateway-port.ts';
import { weekOfCheckout, describeLeft, isOnSale } from '#areas/checkout/server/ordering-week.ts';
import { replyOf } from './record-order.ts';
import { settleApproval } from '#areas/checkout/server/settle-approval.ts';
import { settleTaken } from './settle-taken.ts';
import { selectSettledOrder } from '#areas/checkout/server/settlement-statements.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { holds } from '#areas/order-book/server/tables/slots.ts';
import {
  type ContentToHold,
  type OrderChangeRow,
  orderChanges,
  topUps,
} from '#areas/order-book/server/tables/order-changes.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { takeHold } from '#areas/places/server/holds.ts';
import { soldOutAmong } from '#areas/places/server/places.ts';
import { findSoldOut } from '#areas/places/server/portions.ts';
import { takeMoney } from '#areas/checkout/server/capture-approval.ts';
import {
  claimDisplaced,
  type Crowded,
  makeRoom,
  placePending,
  releaseDisplaced,
} from '#areas/checkout/server/displace.ts';
import { closeTopUp } from './not-charged.ts';
import type { NotChanged } from '#areas/messages/server/tables/messages.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { noteCheckout } from '#platform/server/log.ts';

const settling = new WeakMap<Context, Map<string, Promise<PlacedOrderReply>>>();

/**
 * Turns a succeeded payment into its one order, or adds it to the order it tops up; the only way an order is created.
 * The browser, the webhook and the expiry job all call it, as often as they like: the result is the same every time. Throws NotFound for an intent that
 * is not ours, NotPaid before the money has arrived, Unavailable.
 */
export async function settlePayment(
  context: Context,
  paymentIntentId: string,
): Promise<PlacedOrderReply> {
  const ofProcess = settling.get(context) ?? new Map<string, Promise<PlacedOrderReply>>();
  settling.set(context, ofProcess);
  try {
    // Browser and webhook often arrive together. The lock keeps them apart; this only saves work.
    const underWay = ofProcess.get(paymentIntentId);
    if (underWay) return await underWay;
  } catch {
    // The other call's reply from the gateway may be older than the event that triggered this one.
  }
  const settlement = settleAlone(context, paymentIntentId);
  ofProcess.set(paymentIntentId, settlement);
  try {
    return await settlement;
  } finally {
    if (ofProcess.get(paymentIntentId) === settlement) ofProcess.delete(paymentIntentId);
  }
}

async function settleAlone(context: Context, paymentIntentId: string): Promise<PlacedOrderReply> {
  const settled = await findSettled(context, paymentIntentId);
  if (settled) return settled;
  const intent = await context.gateway.retrieveIntent(paymentIntentId);
  if (!intent) throw new NotFound('This payment');
  if (intent.livemode !== context.gateway.livemode) throw new NotFound('This payment');
  if (intent.status === 'requires_capture')
    return intent.topUp
      ? settleTopUpApproval(context, intent, intent.topUp)
      : settleApproval(context, intent);
  if (intent.status === 'canceled') await refuseDisplaced(context, intent);
  if (intent.status !== 'succeeded')
    throw new NotPaid(`The payment has not succeeded (${intent.status})`);
  return settleTaken(context, intent);
}

async function findSettled(
  context: Context,
  paymentIntentId: string,
): Promise<PlacedOrderReply | null> {
  const [order] = await selectSettledOrder(context.db, { paymentIntentId });
  return order ? replyOf(context, order) : null;
}

/** So that a customer whose hold gave way learns why. Throws Conflict `hold_gave_way`. */
async function refuseDisplaced(context: Context, intent: Intent): Promise<void> {
  const isDisplaced = and(
    eq(checkouts.paymentIntentId, intent.id),
    eq(checkouts.state, 'displaced'),
  );
  const [checkout] = await context.db
    .select({ frozenOrder: checkouts.frozenOrder, previewLinkId: checkouts.previewLinkId })
    .from(checkouts)
    .where(isDisplaced);
  if (!checkout) return;
  const { drops } = checkout.frozenOrder;
  const week = await weekOfCheckout(context, checkout);
  const sold = drops.filter((slot) => !isOnSale(slot, week));
  throw new Conflict(
    'hold_gave_way',
    'Someone paid for the last place before you. Your card was not charged and your basket is safe.',
    describeLeft(sold.length > 0 ? sold : drops, week),
  );
}

type Attempt =
  /** By now or by an earlier call: its money may be taken. */
  { is: 'held' } | { is: 'crowded'; crowded: Crowded } | { is: 'let_go'; why: NotChanged };

const LET_GO: Record<NotChanged, string> = {
  slot_full: 'The last place went to someone else.',
  meal_sold_out: 'A meal you chose has just sold out.',
  hold_ended: 'This change can no longer be made.',
};

/**
 * What a bank has approved for a change of an order: its places and portions are held once unpaid holds of others gave way,
 * and only then is the money taken; the change is made as of any other payment. Let go when that cannot be. For browser, event
 * and clock alike. Throws Conflict `place_pending`, or, not charged, `slot_full`, `meal_sold_out` or `hold_ended`; NotFound or
 * Unavailable.
 */
async function settleTopUpApproval(
  context: Context,
  intent: Intent,
  topUp: TopUpIds,
): Promise<PlacedOrderReply> {
  const { business } = await context.site.current();
  const attempt = await makeRoom(context, (tx, stopped) =>
    tryHolding(tx, { intent, topUp, business, stopped }),
  );
  if (attempt.is === 'crowded') throw placePending();
  if (attempt.is === 'let_go') throw await letGo(context, intent, topUp, attempt.why);
  const taken = await takeMoney(context, intent.id);
  if (!taken) throw await letGo(context, intent, topUp, 'hold_ended');
  return settleTaken(context, taken);
}

type Holding = {
  intent: Intent;
  topUp: TopUpIds;
  business: BusinessFacts;
  stopped: readonly string[];
};

async function tryHolding(
  tx: Transaction,
  { intent, topUp: { topUpId, checkoutId }, business, stopped }: Holding,
): Promise<Attempt> {
  noteCheckout(checkoutId);
  const displaced = await claimDisplaced(tx, stopped);
  const [order] = await tx
    .select({ version: orders.version })
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .for('no key update');
  const [topUp] = await tx.select().from(topUps).where(eq(topUps.id, topUpId));
  const [change] = await tx
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.topUpId, topUpId))
    .for('update');
  if (!order || !topUp || !change) throw new NotFound('This payment');
  const content = change.waiting?.toHold ?? { slots: [], portions: [] };
  await releaseDisplaced(tx, displaced, {
    slots: content.slots,
    mealIds: content.portions.map(({ mealId }) => String(mealId)),
  });
  const isAsAgreed =
    topUp.state === 'open' &&
    change.state === 'waiting' &&
    order.version === topUp.orderVersion &&
    intent.amountCents === topUp.amountCents;
  if (!isAsAgreed) return { is: 'let_go', why: 'hold_ended' };
  if ((await tx.$count(holds, eq(holds.ownerId, change.id))) > 0) return { is: 'held' };
  return hold(tx, change, content, business);
}

/** All of it or nothing, in a savepoint. */
async function hold(
  tx: Transaction,
  { id: ownerId }: OrderChangeRow,
  content: ContentToHold,
  business: BusinessFacts,
): Promise<Attempt> {
  let refused: Awaited<ReturnType<typeof takeHold>> = { full: [], soldOut: [] };
  try {
    await tx.transaction(async (part) => {
      refused = await takeHold(part, { kind: 'change', ownerId, holder: null }, content, business);
      if (refused.full.length + refused.soldOut.length > 0) part.rollback();
    });
    return { is: 'held' };
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  const { full, soldOut } = refused;
  if (full.length > 0 && (await soldOutAmong(tx, full)).length > 0)
    return { is: 'let_go', why: 'slot_full' };
  const portions = content.portions.filter((one) =>
    soldOut.some(({ mealId, date }) => mealId === one.mealId && date === one.date),
  );
  if ((await findSoldOut(tx, portions, business)).length > 0)
    return { is: 'let_go', why: 'meal_sold_out' };
  return { is: 'crowded', crowded: { slots: full, portions } };
}

/** Cancelled at the gateway first; the clock, or the browser's next call, then gives the change up. */
async function letGo(
  context: Context,
  { id }: Intent,
  { topUpId }: TopUpIds,
  why: NotChanged,
): Promise<Conflict> {
  const cancelled = await context.gateway.cancelIntent(id);
  if (cancelled.outcome === 'refused' && cancelled.intent.status === 'succeeded')
    await settleTaken(context, cancelled.intent);
  else await closeTopUp(context, topUpId, why);
  return new Conflict(why, `${LET_GO[why]} Your card was not charged and your order is as it was.`);
}
