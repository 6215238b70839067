import { z } from 'zod';
import { isFinalRefundState } from '#domain/ordering/status/refund-state.ts';
import type { Context } from '#server/context.ts';
import { pursueRefund } from '#server/refunds/pursue-refund.ts';

const Payload = z.object({ refundId: z.int() });

/**
 * The job of a refund. It fails until the refund has reached a final state, so that it is retried, at growing
 * intervals.
 */
export async function followUpRefund(context: Context, payload: unknown): Promise<void> {
  const { refundId } = Payload.parse(payload);
  const state = await pursueRefund(context, refundId);
  if (state === null || isFinalRefundState(state)) return;
  throw new Error(`refund ${refundId} is still ${state}`);
}
