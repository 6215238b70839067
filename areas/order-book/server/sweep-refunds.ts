import type { Context } from '#platform/server/context.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import { refundWork } from '#areas/order-book/server/submit-refund.ts';

const BATCH = 200;
/** This many in a row without a reply: the rest waits for the next run. */
const SILENT_AFTER = 3;

/**
 * Refunds that may not have been sent, and those that the card provider is still processing: its events report the outcome,
 * but one may never be sent.
 */
export async function sweepRefunds(context: Context): Promise<number> {
  const limits = { most: BATCH, stopAfterSilent: SILENT_AFTER };
  return (await doDueWork(context, refundWork, limits)).length;
}
