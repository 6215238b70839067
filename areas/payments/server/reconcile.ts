import { HOUR_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { sumCents } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import {
  checkouts,
  ENDED_UNPAID,
  type FrozenOrder,
} from '#areas/order-book/server/tables/checkouts.ts';
import {
  payments,
  refunds,
  type ReconcileRunRow,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict, NotFound, NotPaid } from '#platform/server/errors.ts';
import { upsertDispute, syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { GatewayRefund, ListedIntent } from '#platform/server/gateway-port.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { takeHold } from '#areas/places/server/holds.ts';
import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { type OrderSnapshot, readSnapshot } from '#areas/checkout/server/order-snapshot.ts';
import { hashTrackingToken, trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';

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

// After an old backup was restored: rebuilds the paid orders it lacks from their payments at the card provider. Paid
// orders are cooked, so their places are taken even where the restored slots are full.

/** Read as an allergy to nothing legible: all of the order is on hold until someone has asked. */
export const LOST_INSTRUCTIONS =
  'This order’s instructions and allergies were lost with the database. Ask the customer about allergies.';
const LOST_CARD =
  'The words on this present’s card were lost with the database. Ask the customer for them.';

type Rebuilt = { rebuilt: number; alarms: string[] };

/** `since` is by the gateway's clock. Throws Unavailable. */
export async function rebuildOrders(context: Context, since: Instant): Promise<Rebuilt> {
  const result: Rebuilt = { rebuilt: 0, alarms: [] };
  const listed = await context.gateway.listIntentsSince(since);
  for (const intent of listed.toReversed()) {
    if (intent.status !== 'succeeded') continue;
    try {
      if (intent.topUp !== null) await rebuildTopUp(context, intent);
      else if (
        intent.checkoutId !== null &&
        (await rebuildOrder(context, intent, intent.checkoutId))
      )
        result.rebuilt += 1;
    } catch (error) {
      if (!(error instanceof CannotRebuild)) throw error;
      result.alarms.push(`payment ${intent.id} cannot be rebuilt as an order: ${error.message}`);
    }
  }
  return result;
}

class CannotRebuild extends Error {}

/** Its order was paid earlier, and is there again by now. */
async function rebuildTopUp(context: Context, intent: ListedIntent): Promise<void> {
  try {
    await settlePayment(context, intent.id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new CannotRebuild('the order it was paid for is not there');
  }
  await syncRefunds(context, intent.id);
}

/** False when the order already exists. */
async function rebuildOrder(
  context: Context,
  intent: ListedIntent,
  checkoutId: string,
): Promise<boolean> {
  const { db } = context;
  const isSettled = await db.$count(payments, eq(payments.paymentIntentId, intent.id));
  if (isSettled) return false;
  if (!(await db.$count(checkouts, eq(checkouts.id, checkoutId)))) {
    const { business } = await context.site.current();
    const frozen = await thaw(context, intent, business);
    await db.transaction((tx) =>
      storeCheckout(context, tx, { intent, checkoutId, frozen, business }),
    );
  }
  await settlePayment(context, intent.id);
  await syncRefunds(context, intent.id);
  await cancelWhenRefunded(context, intent);
  return true;
}

async function thaw(
  { db }: Pick<Context, 'db'>,
  intent: ListedIntent,
  business: BusinessFacts,
): Promise<FrozenOrder> {
  const snapshot = readSnapshot(intent.metadata);
  const { shipping, receiptEmail } = intent;
  if (!snapshot || !shipping || receiptEmail === null) {
    throw new CannotRebuild('it does not say what was ordered');
  }
  const ids = snapshot.items.map((item) => item.mealId);
  const rows = await db.select().from(meals).where(inArray(meals.id, ids));
  const at = snapshot.firstNameLength;
  return {
    customer: {
      firstName: shipping.name.slice(0, at),
      lastName: shipping.name.slice(at).trim(),
      email: receiptEmail,
      phone: shipping.phone,
      address: {
        line1: shipping.line1,
        line2: shipping.line2,
        suburb: { name: shipping.suburb, postcode: shipping.postcode },
      },
      deliveryPreference: snapshot.deliveryPreference,
      specialInstructions: [
        ...(snapshot.hadInstructions ? [LOST_INSTRUCTIONS] : []),
        ...(snapshot.hadCard ? [LOST_CARD] : []),
      ].join(' '),
    },
    ...(snapshot.recipient && { recipient: snapshot.recipient }),
    deliveryType: snapshot.deliveryType,
    people: snapshot.people.map((name) => ({
      name,
      calorieTarget: business.defaultCaloriePlan,
      ...NO_FOOD_NEEDS,
    })),
    items: snapshot.items,
    drops: slotsOf(snapshot),
    price: snapshot.price,
    meals: mealsOf(snapshot, rows),
  };
}

/** The meals as they are now, at the price that was paid. */
function mealsOf(snapshot: OrderSnapshot, rows: readonly MealRow[]): FrozenOrder['meals'] {
  return Object.fromEntries(
    snapshot.items.map(({ mealId, priceCents }) => {
      const meal = rows.find((row) => row.id === mealId);
      if (!meal) throw new CannotRebuild(`meal ${mealId} is not in the backup`);
      return [mealId, { ...takeSnapshot(meal), priceCents }];
    }),
  );
}

function slotsOf({ items }: OrderSnapshot): SlotKey[] {
  const slots = new Map<string, SlotKey>();
  for (const { deliveryDate: date, deliveryWindow: window } of items) {
    slots.set(`${date}|${window}`, { date, window });
  }
  return [...slots.values()].toSorted(compareSlotKeys);
}

type Lost = {
  intent: ListedIntent;
  checkoutId: string;
  frozen: FrozenOrder;
  business: BusinessFacts;
};

/** Recreates the checkout as just before payment: open, with its places and portions held. */
async function storeCheckout(
  context: Pick<Context, 'trackingSecret' | 'clock'>,
  tx: Transaction,
  { intent, checkoutId, frozen, business }: Lost,
): Promise<void> {
  const stored = await tx
    .insert(checkouts)
    .values({
      id: checkoutId,
      // The basket's own key may by now belong to another checkout.
      cartKey: checkoutId,
      contentHash: 'rebuilt',
      frozenOrder: frozen,
      totalCents: frozen.price.totalCents,
      holdUntil: new Date(context.clock()),
      paymentIntentId: intent.id,
      clientSecret: intent.clientSecret,
      trackingTokenHash: hashTrackingToken(trackingTokenFor(checkoutId, context.trackingSecret)),
    })
    .onConflictDoNothing()
    .returning({ id: checkouts.id });
  // Another process is rebuilding it at the same time.
  if (stored.length === 0) return;
  const hold = { kind: 'checkout', ownerId: checkoutId, holder: null } as const;
  const content = { slots: frozen.drops, portions: portionsByMeal(frozen.items) };
  // Sold once already: whatever is left.
  await takeHold(tx, { ...hold, isGuarded: false }, content, business);
}

/** Fully refunded, so it must have been cancelled. */
async function cancelWhenRefunded(context: Context, intent: ListedIntent): Promise<void> {
  const { db } = context;
  const back = await context.gateway.listRefunds(intent.id);
  const backCents = back
    .filter((refund) => refund.state !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  if (backCents < intent.amountCents) return;
  const { business } = await context.site.current();
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(eq(payments.paymentIntentId, intent.id));
    if (!found) return;
    const order = await lockOrder(tx, found.id, undefined);
    if (order.status === 'cancelled') return;
    const action = 'order.cancel_rebuilt';
    await setStatus(context, tx, order, {
      staff: null,
      business,
      status: 'cancelled',
      refund: 'open',
      action,
    });
    // The customer was informed at the time.
    await tx
      .update(messages)
      .set({ state: 'withdrawn' })
      .where(and(eq(messages.orderId, order.id), eq(messages.state, 'waiting')));
  });
}
