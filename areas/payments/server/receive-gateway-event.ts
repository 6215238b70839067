import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { eq, inArray, isNotNull, isNull, sql, and, lt } from 'drizzle-orm';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/due-work.ts';
import type { Context } from '#platform/server/context.ts';
import { type GivenRow, prepared, valuesOf } from '#platform/server/db/prepared.ts';
import { type GatewayEventRow, gatewayEvents } from '#areas/order-book/server/tables/payments.ts';
import { Conflict, NotFound, NotPaid } from '#platform/server/errors.ts';
import {
  claimColumns,
  claimNow,
  oneMoreAttempt,
  type DueWork,
  tryClaimed,
  doDueWork,
} from '#platform/server/queue/due-work.ts';
import { syncDisputes, syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { readBooksSince } from '#platform/server/gateway/held-gateway.ts';
import type { GatewayEvent } from '#platform/server/gateway-port.ts';

type EventState = GatewayEventRow['state'];

const PAYMENT_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.captured',
] as const;

/** The events we ask the gateway to send; we would ignore all others. */
export const HANDLED_EVENTS = [
  ...PAYMENT_EVENTS,
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

const REFUND_EVENT = /^(refund\.|charge\.refund)/;
const DISPUTE_EVENT = /^charge\.dispute\./;

/** States in which something remains to be done. */
const UNFINISHED = ['received', 'unmatched'] as const;
const ALARM_AFTER_MS = 10 * MINUTE_MS;
const TRIED_FOR_MS = 3 * 24 * 60 * MINUTE_MS;

type EventEnd = 'processed' | 'ignored';

/** Events that are kept: tried again after 1, 2, 4 and so on up to 60 minutes, for three days. */
export const gatewayEventWork: DueWork<GatewayEventRow, Context, EventEnd> = {
  table: gatewayEvents,
  isOpen: inArray(gatewayEvents.state, UNFINISHED),
  isRipe: () => isNotNull(gatewayEvents.nextTryAt),
  isGivenUp: sql`${inArray(gatewayEvents.state, UNFINISHED)} and ${isNull(gatewayEvents.nextTryAt)}`,
  since: gatewayEvents.receivedAt,
  order: [gatewayEvents.receivedAt],
  claimMs: MINUTE_MS,
  async tryRow(context, event) {
    const is = await follow(context, event);
    if (is === 'unmatched') return { is: 'waiting', set: { state: 'unmatched' } };
    return { is, set: { state: is, finishedAt: new Date(context.clock()) } };
  },
  waitMs({ tries, receivedAt }, now) {
    const isOver = now - receivedAt.getTime() >= TRIED_FOR_MS;
    return isOver ? null : retryWait(DOUBLING_MINUTES, tries);
  },
  logFields: ({ id }) => ({ eventId: id }),
  says: { triedAgain: 'a payment event could not be followed yet' },
  alarm: {
    id: 'unmatched_event',
    afterMs: ALARM_AFTER_MS,
    since: ({ receivedAt }) => receivedAt,
    says: 'a payment event has matched nothing for ten minutes',
  },
};

/**
 * Accepts one signed event. It is stored before anything is done, so that we retry it even when the gateway has given
 * up; a repeated delivery of a processed event does nothing. Throws Unavailable.
 */
export async function receiveGatewayEvent(
  context: Context,
  event: Omit<GatewayEvent, 'isOfOtherMode'>,
): Promise<EventState> {
  const { id, type, paymentIntentId, payload } = event;
  const claim = claimColumns(context, gatewayEventWork);
  const [taken] = await takeEvent(context.db, {
    id,
    type,
    paymentIntentId,
    payload,
    nextTryAt: claim.nextTryAt,
    receivedAt: new Date(context.clock()),
  });
  if (taken) return act(context, taken);
  return (await stateOf(context, id)) ?? 'processed';
}

const EVENT_COLUMNS = [
  'id',
  'type',
  'paymentIntentId',
  'payload',
  'nextTryAt',
  'receivedAt',
] as const;

/** Claimed from the start, or again: no row when nothing is left to do. */
const takeEvent = prepared((db, given: GivenRow<typeof gatewayEvents, typeof EVENT_COLUMNS>) =>
  db
    .insert(gatewayEvents)
    .values({ state: 'received', tries: 1, ...valuesOf(given, EVENT_COLUMNS) })
    .onConflictDoUpdate({
      target: gatewayEvents.id,
      set: {
        tries: oneMoreAttempt(gatewayEvents),
        nextTryAt: sql`excluded.next_try_at`,
      },
      setWhere: gatewayEventWork.isOpen,
    })
    .returning(),
);

/** Retries a stored event; null if there is none. Throws Unavailable. */
export async function retryGatewayEvent(context: Context, id: string): Promise<EventState | null> {
  const taken = await claimNow(context, gatewayEventWork, id);
  return taken ? act(context, taken) : stateOf(context, id);
}

/** For someone who waits for the answer. Throws what the attempt throws. */
async function act(context: Context, event: GatewayEventRow): Promise<EventState> {
  const { is, error } = await tryClaimed(context, gatewayEventWork, event);
  if (error !== undefined) throw error;
  return is === 'processed' || is === 'ignored' ? is : 'unmatched';
}

async function stateOf({ db }: Pick<Context, 'db'>, id: string): Promise<EventState | null> {
  const [known] = await db.select().from(gatewayEvents).where(eq(gatewayEvents.id, id));
  return known?.state ?? null;
}

/** The event's content is never trusted, only the gateway's reply when asked. */
async function follow(
  context: Context,
  { id, type, paymentIntentId }: GatewayEventRow,
): Promise<EventEnd | 'unmatched'> {
  if (paymentIntentId === null) return 'ignored';
  try {
    if (DISPUTE_EVENT.test(type)) await syncDisputes(context, paymentIntentId);
    else if (REFUND_EVENT.test(type)) await syncRefunds(context, paymentIntentId);
    else if (PAYMENT_EVENTS.some((one) => one === type))
      await settlePayment(context, paymentIntentId);
    else return 'ignored';
    return 'processed';
  } catch (error) {
    // Nothing was taken. What a bank has approved, the clock tries again until it is let go.
    if (error instanceof NotPaid || error instanceof Conflict) return 'ignored';
    if (!(error instanceof NotFound)) throw error;
    if (await isOfRemoved(context, paymentIntentId)) return 'ignored';
    context.log.warn({ eventId: id }, 'a payment event matches no checkout; it is kept');
    return 'unmatched';
  }
}

/** Its order was removed: events about it go on coming for days. */
async function isOfRemoved({ db, gateway }: Context, paymentIntentId: string): Promise<boolean> {
  const since = await readBooksSince(db);
  if (since === null) return false;
  const intent = await gateway.retrieveIntent(paymentIntentId);
  return intent !== null && intent.createdAt < since;
}

const BATCH = 200;

/** Retries stored events that are due: those that matched nothing, and those interrupted when we were killed. */
export async function retryGatewayEvents(
  context: Context,
): Promise<{ done: number; waiting: number }> {
  const results = await doDueWork(context, gatewayEventWork, { most: BATCH });
  const done = results.filter(({ is }) => is === 'processed' || is === 'ignored').length;
  return { done, waiting: results.length - done };
}

const KEPT_DAYS = 90;

/** Deletes the content of old events, which names customers; that an event came stays known. Returns how many. */
export async function purgeGatewayPayloads({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const purged = await db
    .update(gatewayEvents)
    .set({ payload: null })
    .where(
      and(
        isNotNull(gatewayEvents.payload),
        lt(gatewayEvents.receivedAt, new Date(clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: gatewayEvents.id });
  return purged.length;
}
