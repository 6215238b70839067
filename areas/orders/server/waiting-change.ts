/** A change that costs more waits for its payment: its new places and portions are held, and nothing else happens. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { OrderChange } from '#areas/order-book/rules/edit-order.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { cutoffOfSold, holdEnd } from '#areas/checkout/server/hold-bounds.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type TopUpRow,
  topUps,
  orderChanges,
  type OrderChangeRow,
} from '#areas/order-book/server/tables/order-changes.ts';
import type { ChangePlan } from './plan-change.ts';
import { slotFull } from '#areas/orders/server/slot-full.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { mealsSoldOut } from '#areas/places/server/portions.ts';
import { takeHold, bookHeldPlaces, releaseHold } from '#areas/places/server/holds.ts';
import {
  whyDeliveryUnchangeable,
  changedDeliveries,
} from '#areas/order-book/rules/customer-change.ts';
import type { Context } from '#platform/server/context.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { Conflict, ServiceError } from '#platform/server/errors.ts';
import { getCurrentMeals, withCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { getOrder, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { ending, setChangeMoney } from '#areas/orders/server/order-timeline.ts';
import { doDueWork, type DueWork } from '#platform/server/queue/due-work.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { type RequestedRefund, settleLess } from '#areas/order-book/server/request-refund.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';

/** The payment that the same change waits for already: a double click, or a page that was loaded again. */
export async function findSameWaiting(
  tx: Transaction,
  { order, contentHash, now }: { order: Order; contentHash: string; now: Instant },
): Promise<TopUpRow | null> {
  const [found] = await tx
    .select({ topUp: topUps })
    .from(orderChanges)
    .innerJoin(topUps, eq(topUps.id, orderChanges.topUpId))
    .where(
      and(
        eq(orderChanges.orderId, order.id),
        eq(orderChanges.state, 'waiting'),
        eq(orderChanges.contentHash, contentHash),
        eq(topUps.state, 'open'),
        eq(topUps.orderVersion, order.version),
      ),
    );
  return found && found.topUp.openUntil.getTime() > now ? found.topUp : null;
}

/** What a change of this order waited for has come to its end, paid or not, and nobody has finished the change yet. */
export async function findSettledWaiting(tx: Transaction, orderId: number): Promise<TopUpRow[]> {
  const found = await tx
    .select({ topUp: topUps })
    .from(orderChanges)
    .innerJoin(topUps, eq(topUps.id, orderChanges.topUpId))
    .where(
      and(
        eq(orderChanges.orderId, orderId),
        eq(orderChanges.state, 'waiting'),
        inArray(topUps.state, ['paid', 'ended']),
      ),
    );
  return found.map(({ topUp }) => topUp);
}

type Waiting = {
  order: Order;
  change: OrderChange;
  site: SiteState;
  now: Instant;
  plan: ChangePlan;
  contentHash: string;
};

/** In the caller's transaction, which holds the order's lock. On payment nothing is held yet. Throws Conflict `slot_full` or `meal_sold_out`. */
export async function openWaitingChange(
  tx: Transaction,
  { order, change, site, now, plan, contentHash }: Waiting,
): Promise<TopUpRow> {
  const { business, mealsById } = site;
  const open = [...order.deliveries, ...plan.newSlots].filter(
    (delivery) => now < cutoffOfSold(delivery, business),
  );
  const [topUp] = await tx
    .insert(topUps)
    .values({
      orderId: order.id,
      amountCents: plan.dueCents,
      orderVersion: order.version,
      openUntil: new Date(holdEnd(now, business.holdMinutes, open, business)),
      createdAt: new Date(now),
    })
    .returning();
  if (!topUp) throw new Error('the top-up was not stored');
  const prices = (change.items ?? []).map(
    ({ mealId }) => [mealId, mealsById.get(mealId)?.priceCents ?? 0] as const,
  );
  const content = { slots: plan.newSlots, portions: plan.morePortions };
  const [waiting] = await tx
    .insert(orderChanges)
    .values({
      orderId: order.id,
      state: 'waiting',
      changedBy: 'customer',
      what: plan.what,
      fromVersion: order.version,
      totalCents: plan.totalCents,
      waiting: {
        change,
        pricesByMeal: Object.fromEntries(prices),
        ...(plan.isOnPayment && { toHold: content }),
      },
      contentHash,
      topUpId: topUp.id,
      createdAt: new Date(now),
    })
    .returning({ id: orderChanges.id });
  if (!waiting) throw new Error('the change was not stored');
  if (plan.isOnPayment) return topUp;
  const hold = { kind: 'change', ownerId: waiting.id, holder: null } as const;
  const { full, soldOut } = await takeHold(tx, hold, content, business);
  if (full.length > 0) throw slotFull(full);
  if (soldOut.length > 0) throw mealsSoldOut(soldOut, (id) => mealsById.get(id)?.name);
  return topUp;
}

/**
 * What becomes of a change that waited for its payment: made once that is settled, given up once it can no longer be paid.
 * The browser, a job after the card provider's event, and the clock all call it, as often as they like.
 */

type ChangeEnd = 'applied' | 'ended' | 'refused';

/** Ripe when its top-up has come to an end: paid, or no longer to be paid. */
export const orderChangeWork: DueWork<OrderChangeRow, Context, ChangeEnd> = {
  table: orderChanges,
  isOpen: eq(orderChanges.state, 'waiting'),
  isRipe: () => sql`exists (select from ${topUps} t
    where t.id = ${orderChanges}.top_up_id and t.state in ('paid', 'ended'))`,
  isGivenUp: sql`false`,
  since: orderChanges.createdAt,
  order: [orderChanges.createdAt, orderChanges.id],
  claimMs: MINUTE_MS,
  async tryRow(context, change) {
    const end = await finishChange(context, change.id);
    return { is: end ?? 'waiting' };
  },
  waitMs: () => 0,
  logFields: ({ id, orderId }) => ({ changeId: id, orderId }),
  says: { triedAgain: 'a change that was paid for could not be made yet' },
};

export async function finishChanges(context: Context): Promise<{ finished: number }> {
  const results = await doDueWork(context, orderChangeWork);
  return { finished: results.filter(({ is }) => is !== 'waiting').length };
}

/** For this top-up, if a change waited for it. */
export async function finishChangeOf(context: Context, topUpId: string): Promise<void> {
  const [change] = await context.db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(eq(orderChanges.topUpId, topUpId), eq(orderChanges.state, 'waiting')));
  if (change) await finishChange(context, change.id);
}

/** Null: its payment is still open. */
async function finishChange(context: Context, changeId: string): Promise<ChangeEnd | null> {
  const known = await context.site.current();
  const finished = await context.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(orderChanges).where(eq(orderChanges.id, changeId));
    if (!seen) throw new Error(`change ${changeId} is gone`);
    const wished = (seen.waiting?.change.items ?? []).map(({ mealId }) => mealId);
    // Before the order's lock, as anyone who saves a recipe locks them.
    const current = await getCurrentMeals(
      tx,
      wished.filter((id) => known.mealsById.has(id)),
      known.business,
    );
    const row = await lockOrder(tx, seen.orderId, undefined);
    const [change] = await tx
      .select()
      .from(orderChanges)
      .where(eq(orderChanges.id, changeId))
      .for('update');
    const [topUp] = await tx
      .select()
      .from(topUps)
      .where(eq(topUps.id, change?.topUpId ?? ''));
    if (!change || !topUp) throw new Error(`change ${changeId} has no payment`);
    if (change.state !== 'waiting') return { end: change.state, refund: null };
    if (topUp.state !== 'paid' && topUp.state !== 'ended') return { end: null, refund: null };
    if (topUp.state === 'ended') return { end: await giveUp(context, tx, change), refund: null };
    const site = { ...known, mealsById: withCurrentMeals(known.mealsById, current) };
    const order = await loadOrder(tx, row);
    return makeOrRefuse(context, tx, { change, topUp, order, site });
  });
  if (finished.refund) await tryRefund(context, finished.refund.id);
  return finished.end;
}

async function giveUp(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  { id }: OrderChangeRow,
): Promise<'ended'> {
  await releaseHold(tx, id);
  await tx.update(orderChanges).set(ending('ended', clock())).where(eq(orderChanges.id, id));
  return 'ended';
}

type Paid = {
  change: OrderChangeRow;
  topUp: TopUpRow;
  order: Order;
  site: Awaited<ReturnType<Context['site']['current']>>;
};

async function makeOrRefuse(
  context: Context,
  tx: Transaction,
  paid: Paid,
): Promise<{ end: ChangeEnd; refund: RequestedRefund | null }> {
  try {
    await tx.transaction((part) => makePaid(context, part, paid));
    return { end: 'applied', refund: null };
  } catch (error) {
    // Anything else is tried again: the payment is there, and its places are held.
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn(
      { changeId: paid.change.id, orderId: paid.order.id, code: error.code },
      'a change that was paid for can no longer be made: the money goes back',
    );
    return { end: 'refused', refund: await refuse(context, tx, paid) };
  }
}

/** Throws ServiceError when it can no longer be made. */
async function makePaid(
  context: Context,
  tx: Transaction,
  { change, topUp, order, site }: Paid,
): Promise<void> {
  const { waiting } = change;
  if (!waiting) throw new Error(`change ${change.id} does not say what was to be changed`);
  // The settled payment is the one step in between.
  if (order.version !== change.fromVersion + 1 || order.status !== 'confirmed')
    throw new Conflict('order_changed', 'The order has changed in the meantime.');
  refuseBegun(waiting.change, order, change, site);
  const booked = await bookHeldPlaces(tx, change.id, order.deliveries);
  const prices = waiting.pricesByMeal;
  const mealsById = new Map(
    [...site.mealsById].map(([id, meal]) => {
      const priceCents = prices[id];
      return [id, priceCents === undefined ? meal : { ...meal, priceCents }];
    }),
  );
  const { what } = await applyChange(context, tx, order, waiting.change, {
    staff: null,
    site: { ...site, mealsById },
    news: null,
    waited: { changeId: change.id, booked },
  });
  const after = await getOrder(tx, { id: order.id });
  if (after.price.totalCents !== change.totalCents)
    throw new Conflict('quote_changed', 'The price has changed in the meantime.');
  const paidCents = await paidBy(tx, topUp);
  await setChangeMoney(tx, change.id, { paidCents, refundCents: 0 });
  await writeMessage(tx, context, {
    kind: 'order_changed',
    about: `${order.id}:${after.version}`,
    orderId: order.id,
    recipient: after.customer.email,
    facts: { change: { what }, paymentIntentId: topUp.paymentIntentId ?? '' },
  });
}

/** The hold counted before the cutoff, but what is cooked by now stays as it is. */
function refuseBegun(
  change: NonNullable<OrderChangeRow['waiting']>['change'],
  order: Order,
  { createdAt }: OrderChangeRow,
  { business }: Paid['site'],
): void {
  for (const delivery of changedDeliveries(change, order)) {
    const why = whyDeliveryUnchangeable(delivery, createdAt.getTime(), business);
    if (why !== null) throw new Conflict('past_cutoff', why);
  }
}

async function paidBy(tx: Transaction, { id, amountCents }: TopUpRow): Promise<number> {
  const [payment] = await tx.select().from(payments).where(eq(payments.topUpId, id));
  return payment?.amountCents ?? amountCents;
}

/** The order stays as it is, its money goes back to the card that it came from, and the customer is told. */
async function refuse(
  context: Context,
  tx: Transaction,
  { change, topUp, order }: Paid,
): Promise<RequestedRefund | null> {
  await releaseHold(tx, change.id);
  const paidCents = await paidBy(tx, topUp);
  await tx
    .update(orderChanges)
    .set(ending('refused', context.clock()))
    .where(eq(orderChanges.id, change.id));
  const { paymentIntentId } = topUp;
  const { refund } = await settleLess(tx, context, {
    before: order,
    money: 'full',
    reason: 'Paid for a change that could no longer be made',
    staff: null,
    ...(paymentIntentId !== null && { paymentIntentId }),
  });
  await setChangeMoney(tx, change.id, { paidCents, refundCents: refund?.amountCents ?? 0 });
  await writeMessage(tx, context, {
    kind: 'order_changed',
    about: `${order.id}:${change.id}`,
    orderId: order.id,
    recipient: order.customer.email,
    facts: { change: { what: change.what, isRefused: true }, refundIds: refund?.ids ?? [] },
  });
  return refund;
}
