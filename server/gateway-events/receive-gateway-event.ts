import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { type GatewayEventRow, gatewayEvents } from '#server/db/schema/money/gateway-events.ts';
import { NotFound, NotPaid } from '#server/errors.ts';
import { mirrorDisputes } from '#server/refunds/mirror-disputes.ts';
import { settlePayment } from '#server/settlement/settle-payment.ts';
import type { GatewayEvent } from '#server/ports/gateway.ts';
import { mirrorRefunds } from '#server/refunds/mirror-refunds.ts';

type EventState = GatewayEventRow['state'];

const MINUTE_MS = 60_000;

/** The events we ask the gateway to send; we would ignore all others. */
export const HANDLED_EVENTS = [
  'payment_intent.succeeded',
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

/**
 * Accepts one signed event. It is stored before anything is done, so that we retry it even when the gateway has given
 * up; a repeated delivery of a processed event does nothing. Throws Unavailable.
 */
export async function receiveGatewayEvent(
  context: Context,
  event: GatewayEvent,
): Promise<EventState> {
  const { id, type, paymentIntentId, payload } = event;
  const [taken] = await context.db
    .insert(gatewayEvents)
    .values({
      id,
      type,
      paymentIntentId,
      payload,
      state: 'received',
      tries: 1,
      nextTryAt: new Date(context.clock() + MINUTE_MS),
      receivedAt: new Date(context.clock()),
    })
    .onConflictDoUpdate({
      target: gatewayEvents.id,
      set: nextTry(context),
      setWhere: inArray(gatewayEvents.state, UNFINISHED),
    })
    .returning();
  if (taken) return act(context, taken);
  const [known] = await context.db.select().from(gatewayEvents).where(eq(gatewayEvents.id, id));
  return known?.state ?? 'processed';
}

/** Retries a stored event; null if there is none. Throws Unavailable. */
export async function retryGatewayEvent(context: Context, id: string): Promise<EventState | null> {
  const [taken] = await context.db
    .update(gatewayEvents)
    .set(nextTry(context))
    .where(and(eq(gatewayEvents.id, id), inArray(gatewayEvents.state, UNFINISHED)))
    .returning();
  if (taken) return act(context, taken);
  const [known] = await context.db.select().from(gatewayEvents).where(eq(gatewayEvents.id, id));
  return known?.state ?? null;
}

/**
 * After 1, 2, 4 and so on up to 60 minutes, for three days. Counted before the attempt, so that one that kills the
 * process counts too.
 */
function nextTry({ clock }: Pick<Context, 'clock'>) {
  const now = new Date(clock());
  return {
    tries: sql`${gatewayEvents.tries} + 1`,
    nextTryAt: sql`case when ${gatewayEvents.receivedAt} > ${now}::timestamptz - interval '3 days'
      then ${now}::timestamptz + least(power(2, least(${gatewayEvents.tries}, 10)), 60) * interval '1 minute'
      end`,
  };
}

async function act(context: Context, event: GatewayEventRow): Promise<EventState> {
  const state = await follow(context, event);
  const isDone = state !== 'unmatched';
  await context.db
    .update(gatewayEvents)
    .set({
      state,
      ...(isDone && { finishedAt: new Date(context.clock()), nextTryAt: null }),
    })
    .where(and(eq(gatewayEvents.id, event.id), inArray(gatewayEvents.state, UNFINISHED)));
  return state;
}

/** The event's content is never trusted, only the gateway's reply when asked. */
async function follow(
  context: Context,
  { id, type, paymentIntentId }: GatewayEventRow,
): Promise<'processed' | 'ignored' | 'unmatched'> {
  if (paymentIntentId === null) return 'ignored';
  try {
    if (DISPUTE_EVENT.test(type)) await mirrorDisputes(context, paymentIntentId);
    else if (REFUND_EVENT.test(type)) await mirrorRefunds(context, paymentIntentId);
    else if (type === 'payment_intent.succeeded') await settlePayment(context, paymentIntentId);
    else return 'ignored';
    return 'processed';
  } catch (error) {
    if (error instanceof NotPaid) return 'ignored';
    if (!(error instanceof NotFound)) throw error;
    context.log.warn({ eventId: id }, 'a payment event matches no checkout; it is kept');
    return 'unmatched';
  }
}
