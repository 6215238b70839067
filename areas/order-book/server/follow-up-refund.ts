import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { tryNow, type Result } from '#platform/server/queue/try-work.ts';
import { refundWork } from '#areas/order-book/server/submit-refund.ts';
import { addFollowUp } from '#areas/order-book/server/request-refund.ts';

const Payload = z.object({ refundId: z.int() });

/** The job of a refund. It comes back by itself until the refund has come to an end, less and less often. Null: it had. */
export async function followUpRefund(
  context: Context,
  payload: unknown,
): Promise<Result<'ended'> | null> {
  const { refundId } = Payload.parse(payload);
  const result = await tryNow(context, refundWork, refundId);
  if (result?.nextAttemptAt) {
    await addFollowUp(context.db, refundId, result.nextAttemptAt.getTime() - context.clock());
  }
  return result;
}
