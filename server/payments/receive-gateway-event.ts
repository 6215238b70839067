import { eq, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { gatewayEvents, type GATEWAY_EVENT_STATES } from '#server/db/schema/gateway-events.ts';
import { NotFound, NotPaid } from '#server/errors.ts';
import type { GatewayEvent } from '#server/payments/gateway.ts';
import { mirrorRefunds } from '#server/refunds/mirror-refunds.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';

type EventState = (typeof GATEWAY_EVENT_STATES)[number];

/** What the gateway is asked to send; everything else it would send for nothing. */
export const HANDLED_EVENTS = [
  'payment_intent.succeeded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
] as const;

const REFUND_EVENT = /^(refund\.|charge\.refund)/;

/**
 * Takes one signed event. What it says is never trusted, only what the gateway answers when asked. It is kept by its id
 * with what became of it, so that a second delivery does nothing; one that fails half way is kept by the gateway, which
 * sends it again.
 */
export async function receiveGatewayEvent(
  context: Context,
  event: GatewayEvent,
): Promise<EventState> {
  const [known] = await context.db
    .select({ state: gatewayEvents.state })
    .from(gatewayEvents)
    .where(eq(gatewayEvents.id, event.id));
  if (known && known.state !== 'unmatched') return known.state;
  const state = await act(context, event);
  const finishedAt = state === 'unmatched' ? null : new Date(context.clock());
  const { id, type, paymentIntentId, payload } = event;
  await context.db
    .insert(gatewayEvents)
    .values({ id, type, paymentIntentId, payload, state, finishedAt })
    .onConflictDoUpdate({
      target: gatewayEvents.id,
      set: { state, finishedAt, tries: sql`${gatewayEvents.tries} + 1` },
    });
  return state;
}

async function act(context: Context, event: GatewayEvent): Promise<EventState> {
  const { type, paymentIntentId } = event;
  if (paymentIntentId === null) return 'ignored';
  try {
    if (REFUND_EVENT.test(type)) await mirrorRefunds(context, paymentIntentId);
    else if (type === 'payment_intent.succeeded') await settlePayment(context, paymentIntentId);
    else return 'ignored';
    return 'processed';
  } catch (error) {
    if (error instanceof NotPaid) return 'ignored';
    if (!(error instanceof NotFound)) throw error;
    context.log.error({ eventId: event.id }, 'a payment event matches no checkout');
    return 'unmatched';
  }
}
