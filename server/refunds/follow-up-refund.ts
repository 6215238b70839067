import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { tryNow, type Result } from '#server/outbox/try-work.ts';
import { refundWork } from '#server/refunds/submit-refund.ts';
import { addFollowUp } from '#server/refunds/request-refund.ts';

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
