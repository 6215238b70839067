import { and, asc, inArray, lte } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { gatewayEvents } from '#server/db/schema/money/gateway-events.ts';
import { retryGatewayEvent } from '#server/gateway-events/receive-gateway-event.ts';

const BATCH = 200;
const ALARM_AFTER_MS = 10 * 60_000;

/** Retries stored events that are due: those that matched nothing, and those interrupted when we were killed. */
export async function retryGatewayEvents(
  context: Context,
): Promise<{ done: number; waiting: number }> {
  const now = context.clock();
  const due = await context.db
    .select({ id: gatewayEvents.id, receivedAt: gatewayEvents.receivedAt })
    .from(gatewayEvents)
    .where(
      and(
        inArray(gatewayEvents.state, ['received', 'unmatched']),
        lte(gatewayEvents.nextTryAt, new Date(now)),
      ),
    )
    .orderBy(asc(gatewayEvents.receivedAt))
    .limit(BATCH);
  const count = { done: 0, waiting: 0 };
  for (const { id, receivedAt } of due) {
    const isDone = await tryEvent(context, id);
    count[isDone ? 'done' : 'waiting'] += 1;
    if (isDone || now - receivedAt.getTime() < ALARM_AFTER_MS) continue;
    context.log.error(
      { alarm: 'unmatched_event', eventId: id },
      'a payment event has been unmatched for ten minutes',
    );
  }
  return count;
}

async function tryEvent(context: Context, id: string): Promise<boolean> {
  try {
    return (await retryGatewayEvent(context, id)) !== 'unmatched';
  } catch (error) {
    context.log.warn({ err: error, eventId: id }, 'a payment event could not be processed yet');
    return false;
  }
}
