import type { Context } from '#server/context.ts';
import { doDueWork } from '#server/outbox/do-due-work.ts';
import { gatewayEventWork } from '#server/gateway-events/receive-gateway-event.ts';

const BATCH = 200;

/** Retries stored events that are due: those that matched nothing, and those interrupted when we were killed. */
export async function retryGatewayEvents(
  context: Context,
): Promise<{ done: number; waiting: number }> {
  const results = await doDueWork(context, gatewayEventWork, { most: BATCH });
  const done = results.filter(({ is }) => is === 'processed' || is === 'ignored').length;
  return { done, waiting: results.length - done };
}
