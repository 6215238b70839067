import type { Context } from '#platform/server/context.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import { gatewayEventWork } from '#areas/payments/server/receive-gateway-event.ts';

const BATCH = 200;

/** Retries stored events that are due: those that matched nothing, and those interrupted when we were killed. */
export async function retryGatewayEvents(
  context: Context,
): Promise<{ done: number; waiting: number }> {
  const results = await doDueWork(context, gatewayEventWork, { most: BATCH });
  const done = results.filter(({ is }) => is === 'processed' || is === 'ignored').length;
  return { done, waiting: results.length - done };
}
