import { openTold } from '#areas/order-book/server/told-food.ts';
import { TransactionRollbackError, and, eq, sql } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { PendingReason } from '#areas/order-book/rules/order-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow, FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { movePortions } from '#areas/places/server/portions.ts';
import { bookHold } from '#areas/places/server/holds.ts';
import { bookPlaces, openSlots } from '#areas/places/server/places.ts';
import { announceHolds } from '#areas/messages/server/tell-customer.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { isStillSuitable } from '#areas/order-book/server/unsuitable-food.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log.ts';
import {
  insertOrder,
  insertPlates,
  confirmByEmail,
  lockCheckout,
  recordMoney,
  replyOf,
  replyOfPaid,
} from './record-order.ts';
import { recordCapture } from '#areas/checkout/server/capture-approval.ts';
import { selectCurrentMeals, insertCapture } from '#areas/checkout/server/settlement-statements.ts';
import type { Intent, TopUpIds } from '#platform/server/gateway-port.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { topUps, orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

/** Money that was taken becomes its order, or is added to the order it tops up. Throws NotFound. */
export async function settleTaken(context: Context, intent: Intent): Promise<PlacedOrderReply> {
  const { topUp, id: paymentIntentId } = intent;
  if (topUp) {
    const order = await context.db.transaction((tx) => settleTopUp(context, tx, intent, topUp));
    context.log.info({ orderId: order.id, paymentIntentId }, 'top-up settled');
    return replyOf(context, order);
  }
  const site = await context.site.current();
  const born: { orderId: number; checkoutId: string }[] = [];
  const placed = await context.db.transaction((tx) => settle(context, tx, intent, site, born));
  for (const order of born) context.log.info({ ...order, paymentIntentId }, 'order settled');
  return placed;
}

async function settle(
  context: Context,
  tx: Transaction,
  intent: Intent,
  { business }: Awaited<ReturnType<Context['site']['current']>>,
  born: { orderId: number; checkoutId: string }[],
): Promise<PlacedOrderReply> {
  const checkout = await lockCheckout(tx, intent);
  if (!checkout) throw new NotFound('This payment');
  noteCheckout(checkout.id);
  if (checkout.state === 'approved' || checkout.state === 'fell_through')
    return recordCapture(context, tx, checkout, intent);
  if (checkout.state === 'paid') return replyOfPaid(context, tx, checkout, intent);
  const { frozenOrder } = checkout;
  // Locked: a recipe that is saved now finds this order, or this order the recipe.
  const current = await selectCurrentMeals(tx, frozenOrder);
  const isLive = checkout.state === 'open' || checkout.state === 'expiring';
  const isHeld = isLive && !checkout.onPayment;
  const lateReason = isHeld ? null : await bookLate(context, tx, checkout, business);
  const isAsAgreed =
    intent.amountCents === checkout.totalCents && intent.currency === business.currency;
  const pendingReason =
    lateReason ??
    (isAsAgreed ? null : 'amount_differs') ??
    (isStillSuitable(frozenOrder, current, business) ? null : 'recipe_changed');
  const order = await insertOrder(tx, {
    checkout,
    pendingReason,
    facts: business,
    trackingSecret: context.trackingSecret,
    createdAt: new Date(context.clock()),
  });
  // Sent to the database together: none needs another's result.
  const [, , booked] = await Promise.all([
    insertPlates(tx, order.id, frozenOrder, lateReason === null, business),
    recordPayment(context, tx, { intent, checkout, orderId: order.id, isLive }),
    // Last, because others wait for slots and portions from here until the commit.
    isHeld ? bookHold(tx, checkout.id) : null,
  ]);
  if (booked?.portions === false) {
    // A release that knew no portions opened it: they are booked whatever is left, as it was sold.
    const sold = { orderId: order.id, before: [], after: frozenOrder.items, isOverLimit: true };
    await movePortions(tx, sold, business);
  }
  if (pendingReason === 'recipe_changed') {
    const held = await followFood(tx, context, [order.id], { facts: business });
    await announceHolds(tx, context, held, { about: `order ${order.id}` });
  }
  const card = frozenOrder.recipient?.message ?? '';
  await openTold(tx, context, order.id, [{ text: card, about: null }]);
  if (pendingReason)
    context.log.error(
      { alarm: 'undecided_order', orderId: order.id, pendingReason },
      'a paid order needs a decision',
    );
  born.push({ orderId: order.id, checkoutId: checkout.id });
  return replyOf(context, { number: order.number, checkoutId: checkout.id });
}

/**
 * The hold was released before the payment arrived: take places and portions again if the week is still open and they are
 * free.
 */
async function bookLate(
  context: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  business: BusinessFacts,
): Promise<PendingReason | null> {
  const { drops } = checkout.frozenOrder;
  const week = orderingWeekAt(context.clock(), business);
  // Nobody knows any more whom to deliver a purged one to: staff refund it, or it is refunded automatically.
  const isTooLate = checkout.purgedAt !== null || drops.some((slot) => slot.date < week.weekStart);
  const refused = isTooLate ? 'past_cutoff' : await tryBooking(tx, checkout.frozenOrder, business);
  if (refused !== null) await openSlots(tx, drops, business);
  return refused;
}

/** In a savepoint, so that what was taken before something was full is released again. Null: all of it was booked. */
async function tryBooking(
  tx: Transaction,
  { drops, items }: FrozenOrder,
  business: BusinessFacts,
): Promise<PendingReason | null> {
  let refused: PendingReason | null = null;
  try {
    await tx.transaction(async (attempt) => {
      const full = await bookPlaces(attempt, drops, business);
      if (full.length > 0) {
        refused = 'slot_full';
        attempt.rollback();
      }
      const move = { orderId: null, before: [], after: items };
      const soldOut = await movePortions(attempt, move, business);
      if (soldOut.length > 0) {
        refused = 'meal_sold_out';
        attempt.rollback();
      }
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return refused;
}

async function recordPayment(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  paid: { intent: Intent; checkout: CheckoutRow; orderId: number; isLive: boolean },
): Promise<void> {
  const { checkout, isLive } = paid;
  // A basket whose places were released may have been opened again: its key then belongs to the newer checkout.
  const cartKey = isLive ? checkout.cartKey : checkout.id;
  await Promise.all([
    recordMoney(context, tx, { ...paid, cartKey }),
    confirmByEmail(context, tx, paid),
  ]);
}

/**
 * Adds a payment on top to its order, once. The money is there, so it is recorded whatever has become of the order or
 * of the amount that was asked for: what is too much shows as overpaid. Throws NotFound when there is no such order.
 */
async function settleTopUp(
  context: Context,
  tx: Transaction,
  intent: Intent,
  { topUpId, checkoutId }: TopUpIds,
): Promise<OrderRow> {
  noteCheckout(checkoutId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .for('no key update');
  if (!order) throw new NotFound('This payment');
  const [paid] = await tx.select().from(payments).where(eq(payments.topUpId, topUpId));
  if (paid) {
    if (paid.paymentIntentId !== intent.id)
      context.log.error(
        { alarm: 'second_payment', topUpId, paymentIntentId: intent.id },
        'a top-up was paid a second time: refund this payment at the card provider',
      );
    return order;
  }
  await markTopUpPaid(tx, context, { order, topUpId, intent });
  await recordTopUp(tx, context, { order, topUpId, intent });
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff: null,
    action: 'order.top_up',
    entityId: order.id,
    before: { version: order.version },
    after: { version, paid: formatAmount(intent.amountCents) },
  });
  // Its own email says what was changed.
  if (await isForChange(tx, topUpId)) return { ...order, version };
  await writeMessage(tx, context, {
    kind: 'order_payment_received',
    about: topUpId,
    orderId: order.id,
    recipient: order.email,
    facts: { paymentIntentId: intent.id },
  });
  return { ...order, version };
}

/** A change of the order waits for this payment: the queue makes it, should the browser be closed by now. */
async function isForChange(tx: Transaction, topUpId: string): Promise<boolean> {
  const [waiting] = await tx
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(eq(orderChanges.topUpId, topUpId), eq(orderChanges.state, 'waiting')));
  return waiting !== undefined;
}

type PaidTopUp = { order: OrderRow; topUpId: string; intent: Intent };

/** After an old backup was restored its row is gone: the intent says all that is needed. */
async function markTopUpPaid(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, topUpId, intent }: PaidTopUp,
): Promise<void> {
  const paymentIntentId = intent.id;
  await tx
    .insert(topUps)
    .values({
      id: topUpId,
      orderId: order.id,
      amountCents: intent.amountCents,
      orderVersion: order.version,
      state: 'paid',
      openUntil: new Date(context.clock()),
      paymentIntentId,
    })
    .onConflictDoUpdate({
      target: topUps.id,
      set: { state: 'paid', paymentIntentId },
      setWhere: sql`${topUps.orderId} = ${order.id}`,
    });
}

async function recordTopUp(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, topUpId, intent }: PaidTopUp,
): Promise<void> {
  const { id: paymentIntentId, amountCents, currency, livemode, account } = intent;
  const orderId = order.id;
  await tx.insert(payments).values({
    paymentIntentId,
    topUpId,
    orderId,
    amountCents,
    currency,
    livemode,
    gatewayAccount: account,
    createdAt: new Date(context.clock()),
  });
  await insertCapture(tx, {
    orderId,
    paymentIntentId,
    amountCents,
    gatewayId: intent.chargeId ?? intent.id,
    createdAt: new Date(context.clock()),
  });
}
