/**
 * What becomes of a change that waited for its payment: made once that is settled, given up once it can no longer be paid.
 * The browser, a job after the card provider's event, and the clock all call it, as often as they like.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Order } from '#areas/order-book/rules/order.ts';
import {
  whyDeliveryUnchangeable,
  changedDeliveries,
} from '#areas/order-book/rules/change/customer-changes.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type TopUpRow,
  topUps,
  type OrderChangeRow,
  orderChanges,
} from '#areas/order-book/server/tables/order-changes.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { Conflict, ServiceError } from '#platform/server/errors.ts';
import { getCurrentMeals, withCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { getOrder, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { ending, setChangeMoney } from '#areas/orders/server/change-history.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import { settleLess } from '#areas/order-book/server/settle-less.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { bookHeldPlaces, releaseHold } from '#areas/places/server/holds.ts';

const MINUTE_MS = 60_000;

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
