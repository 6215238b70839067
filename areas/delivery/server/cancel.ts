import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type {
  CancelledDelivery,
  CancelReply,
  CancelRequest,
} from '#areas/orders/calls/move-or-cancel.ts';
import { isCooked } from '#areas/places/server/portions.ts';
import { type Cents, formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { whyNotCancelled, backOfTaking } from '#areas/order-book/rules/order-account.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { bulkRowOf, deliveryIn, type FoundDelivery, notFound } from './bulk.ts';
import { cancelWithin } from '#areas/delivery/server/cancel-within.ts';
import { lockDelivery } from './list-deliveries.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder, hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { type OrderRow, people } from '#areas/order-book/server/tables/orders.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type How = Pick<CancelRequest, 'refund' | 'reason' | 'notify'>;

type Doing = How & {
  staff: StaffMember;
  site: Awaited<ReturnType<Context['site']['current']>>;
  changeId: string;
};

type Done = { results: CancelledDelivery[]; refundIds: number[]; backCents: Cents };

const NONE = { meals: 0, cooked: 0, amount: formatAmount(0) } as const;

/**
 * The preview is the deed in a transaction that is taken back. Throws InvalidRequest, NotFound, or Conflict
 * `preview_changed`; of an order, people or meals also why they cannot be cancelled.
 */
export async function cancel(
  context: Context,
  staff: StaffMember,
  asked: CancelRequest,
): Promise<CancelReply> {
  const site = await context.site.current();
  const how = { refund: asked.refund, reason: asked.reason.trim(), notify: asked.notify };
  const doing = { ...how, staff, site, changeId: randomUUID() };
  if (asked.dryRun || asked.previewHash !== undefined) {
    const trial = await tryAll(context, asked, doing);
    const preview = replyOf(how, trial, true);
    if (asked.dryRun) return preview;
    requireSamePreview(asked.previewHash, preview);
  }
  const done = asked.deliveryIds
    ? await cancelEach(context, context.db, asked.deliveryIds, doing)
    : await context.db.transaction((tx) => cancelOfOne(context, tx, asked, doing));
  for (const id of done.refundIds) await tryRefund(context, id);
  await recordAll(context, doing, done.results);
  return replyOf(how, done, false);
}

/** Order by order: it keeps no other waiting, nor any place, while it looks at the next. */
async function tryAll(context: Context, asked: CancelRequest, doing: Doing): Promise<Done> {
  const { deliveryIds } = asked;
  if (!deliveryIds) return dryRun(context.db, (tx) => cancelOfOne(context, tx, asked, doing));
  const rows = await context.db
    .select({ id: deliveries.id, orderId: deliveries.orderId })
    .from(deliveries)
    .where(inArray(deliveries.id, deliveryIds));
  const orderOf = new Map(rows.map(({ id, orderId }) => [id, orderId]));
  const done: Done[] = [];
  for (const ids of Map.groupBy(new Set(deliveryIds), (id) => orderOf.get(id)).values())
    done.push(await dryRun(context.db, (tx) => cancelEach(context, tx, ids, doing)));
  const all = together(done);
  const sequence = (id: number) => deliveryIds.indexOf(id);
  return { ...all, results: all.results.toSorted((x, y) => sequence(x.id) - sequence(y.id)) };
}

/** One after the other: what a later one comes to follows from those before it. */
async function cancelEach(
  context: Context,
  db: Database | Transaction,
  ids: Iterable<number>,
  doing: Doing,
): Promise<Done> {
  const done: Done[] = [];
  for (const id of new Set(ids))
    done.push(
      await oneOrRefused(id, (seen) =>
        db.transaction((tx) => cancelOne(context, tx, id, doing, seen)),
      ),
    );
  return together(done);
}

function together(done: readonly Done[]): Done {
  return {
    results: done.flatMap(({ results }) => results),
    refundIds: done.flatMap(({ refundIds }) => refundIds),
    backCents: sumCents(done.map(({ backCents }) => backCents)),
  };
}

type Seen = { found: FoundDelivery | null };

/** What cannot be cancelled stays as it was, and says why. */
async function oneOrRefused(id: number, run: (seen: Seen) => Promise<Done>): Promise<Done> {
  const seen: Seen = { found: null };
  try {
    return await run(seen);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const { code, message } = error;
    const row = seen.found
      ? { ...bulkRowOf(seen.found), ok: false, code, message, isTold: false }
      : notFound(id);
    return { results: [{ ...row, ...NONE }], refundIds: [], backCents: 0 };
  }
}

async function cancelOne(
  context: Context,
  tx: Transaction,
  id: number,
  doing: Doing,
  seen: Seen,
): Promise<Done> {
  const locked = await lockDelivery(tx, id);
  const order = locked && (await loadOrder(tx, locked.order));
  seen.found = deliveryIn(order ?? undefined, id);
  if (!locked || !order || !seen.found) throw new Conflict('no_delivery', notFound(id).message);
  const itemIds = new Set(itemsOfDelivery(seen.found.delivery).map((item) => item.id));
  return cancelMeals(context, tx, { row: locked.order, before: order, itemIds }, doing);
}

async function cancelOfOne(
  context: Context,
  tx: Transaction,
  asked: CancelRequest,
  doing: Doing,
): Promise<Done> {
  const found = await findAsked(tx, asked);
  const row = await lockOrder(tx, found.orderId, undefined);
  const before = await loadOrder(tx, row);
  const live = before.deliveries.filter(({ status }) => status !== 'cancelled');
  const known = new Set(before.deliveries.flatMap(itemsOfDelivery).map(({ id }) => id));
  if (found.itemIds?.some((id) => !known.has(id)))
    throw new InvalidRequest({ itemIds: 'There is no such meal any more' });
  const isAsked = (personId: number, itemId: number) => {
    if (found.itemIds) return found.itemIds.includes(itemId);
    return found.personIds === undefined || found.personIds.includes(personId);
  };
  // What a person has had already stays with them.
  const among = found.personIds
    ? live.filter((delivery) => whyNotCancelled(before, delivery) === null)
    : found.itemIds
      ? before.deliveries
      : live;
  const itemIds = new Set(
    among
      .flatMap((delivery) => delivery.people)
      .flatMap(({ id, items }) => items.filter((item) => isAsked(id, item.id)))
      .map(({ id }) => id),
  );
  if (itemIds.size === 0)
    throw new Conflict('nothing_to_cancel', 'Nothing of it is still to be brought.');
  return cancelMeals(context, tx, { row, before, itemIds, isOrder: found.isOrder }, doing);
}

type CancelTarget = {
  orderId: number;
  itemIds?: number[];
  personIds?: number[];
  isOrder?: boolean;
};

/** Throws InvalidRequest for what is unknown, or of two orders. */
async function findAsked(
  tx: Transaction,
  { orderId, personIds, itemIds }: CancelRequest,
): Promise<CancelTarget> {
  if (orderId !== undefined) return { orderId, isOrder: true };
  const rows = itemIds
    ? await tx
        .select({ orderId: orderItems.orderId })
        .from(orderItems)
        .where(inArray(orderItems.id, itemIds))
    : await tx
        .select({ orderId: people.orderId })
        .from(people)
        .where(inArray(people.id, personIds ?? []));
  const field = itemIds ? 'itemIds' : 'personIds';
  const [first] = rows;
  const asked = new Set(itemIds ?? personIds);
  if (!first || rows.length < asked.size)
    throw new InvalidRequest({
      [field]: `There is no such ${itemIds ? 'meal' : 'person'} any more`,
    });
  if (rows.some((row) => row.orderId !== first.orderId))
    throw new InvalidRequest({ [field]: 'Please cancel one order at a time' });
  return { orderId: first.orderId, ...(itemIds ? { itemIds } : { personIds: personIds ?? [] }) };
}

type Meals = {
  row: OrderRow;
  before: Order;
  itemIds: ReadonlySet<number>;
  isOrder?: boolean | undefined;
};

/** Throws Conflict with the reason why they cannot be cancelled. */
async function cancelMeals(
  context: Context,
  tx: Transaction,
  { row, before, itemIds, isOrder = false }: Meals,
  { refund: money, ...doing }: Doing,
): Promise<Done> {
  const concerned = before.deliveries.filter((delivery) =>
    itemsOfDelivery(delivery).some(({ id }) => itemIds.has(id)),
  );
  for (const delivery of concerned) {
    // Staff may cancel an order before they have decided on it.
    const judged = isOrder ? { status: 'confirmed' as const } : before;
    const why = whyNotCancelled(judged, delivery);
    if (why) throw new Conflict(why.code, why.message);
  }
  const rows = rowsOf(before, concerned, itemIds, doing.notify);
  const { refund } = await cancelWithin(tx, context, { row, before, itemIds, money, ...doing });
  const backCents = refund?.amountCents ?? 0;
  return { results: rows, refundIds: refund ? [refund.id] : [], backCents };
}

/** What each delivery comes to, one after the other: with the last of an order all that is left goes. */
function rowsOf(
  order: Order,
  concerned: readonly OrderDelivery[],
  itemIds: ReadonlySet<number>,
  notify: boolean,
): CancelledDelivery[] {
  const gone = new Set<number>();
  let before = 0;
  return concerned.map((delivery, index) => {
    const chosen = itemsOfDelivery(delivery).filter(({ id }) => itemIds.has(id));
    for (const { id } of chosen) gone.add(id);
    const cents = backOfTaking(order, gone);
    const amount = formatAmount(cents - before);
    before = cents;
    const isWhole = chosen.length === itemsOfDelivery(delivery).length;
    return {
      ...bulkRowOf({ order, delivery }),
      ok: true,
      ...(isWhole && { status: 'cancelled' as const }),
      // One message, whatever it is of.
      isTold: notify && index === 0,
      amount,
      meals: chosen.length,
      cooked: isCooked(delivery) ? chosen.length : 0,
    };
  });
}

function replyOf(how: How, { results, backCents }: Done, isDryRun: boolean): CancelReply {
  const allCents = sumCents(results.map(({ amount }) => parseAmount(amount) ?? 0));
  return {
    isDryRun,
    previewHash: hashOf(how.refund, how.notify, results),
    amount: formatAmount(backCents),
    kept: formatAmount(allCents - backCents),
    told: results.filter(({ isTold }) => isTold).length,
    results,
  };
}

/** Beside what the trail of each order says. */
async function recordAll(
  context: Pick<Context, 'db' | 'clock'>,
  { staff, reason, notify }: Doing,
  results: readonly CancelledDelivery[],
): Promise<void> {
  const done = results.filter(({ ok }) => ok);
  const [first] = done;
  if (!first) return;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'run.refund_deliveries',
      entityId: `${first.date} ${first.timeSlot}`,
      // No amounts: the kitchen may read this.
      after: {
        refunded: done.length,
        left: results.length - done.length,
        orders: [...new Set(done.map(({ orderNumber }) => orderNumber))],
        reason,
        notify,
      },
    }),
  );
}
