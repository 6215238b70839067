import { eq, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { gatewayEvents, type GATEWAY_EVENT_STATES } from '#server/db/schema/gateway-events.ts';
import { NotFound, NotPaid } from '#server/errors.ts';
import type { GatewayEvent } from '#server/payments/gateway.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';

type EventState = (typeof GATEWAY_EVENT_STATES)[number];

/**
 * Takes one signed event: kept by its id first, then acted on. What it says is never trusted, only what the gateway
 * answers when asked. A second delivery of a finished event does nothing.
 */
export async function receiveGatewayEvent(
  context: Context,
  event: GatewayEvent,
): Promise<EventState> {
  const [kept] = await context.db
    .insert(gatewayEvents)
    .values({
      id: event.id,
      type: event.type,
      paymentIntentId: event.paymentIntentId,
      payload: event.payload,
    })
    .onConflictDoUpdate({
      target: gatewayEvents.id,
      set: { tries: sql`${gatewayEvents.tries} + 1` },
    })
    .returning({ state: gatewayEvents.state });
  if (kept && kept.state !== 'received' && kept.state !== 'unmatched') return kept.state;
  const state = await act(context, event);
  const finishedAt = state === 'unmatched' ? null : new Date(context.clock());
  await context.db
    .update(gatewayEvents)
    .set({ state, finishedAt })
    .where(eq(gatewayEvents.id, event.id));
  return state;
}

async function act(context: Context, event: GatewayEvent): Promise<EventState> {
  if (event.type !== 'payment_intent.succeeded' || event.paymentIntentId === null) return 'ignored';
  try {
    await settlePayment(context, event.paymentIntentId);
    return 'processed';
  } catch (error) {
    if (error instanceof NotPaid) return 'ignored';
    if (!(error instanceof NotFound)) throw error;
    context.log.error({ eventId: event.id }, 'a payment event matches no checkout');
    return 'unmatched';
  }
}
