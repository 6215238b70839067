import { inArray } from 'drizzle-orm';
import type { RefundState } from '#areas/order-book/rules/refund-state.ts';
import type { Context } from '#platform/server/context.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import { refundWork } from '#areas/order-book/server/submit-refund.ts';

const BATCH = 200;
/** This many in a row without a reply: the rest waits for the next run. */
const SILENT_AFTER = 3;

/** Refunds that may not have been sent, whatever became of their jobs: a restored backup contains no jobs. */
export async function sweepUnsentRefunds(context: Context): Promise<number> {
  return sweep(context, ['wanted', 'sent']);
}

/** Refunds the card provider is still processing. Its events report the outcome, but one may never be sent. */
export async function sweepPendingRefunds(context: Context): Promise<number> {
  return sweep(context, ['pending']);
}

async function sweep(context: Context, states: RefundState[]): Promise<number> {
  const only = inArray(refunds.state, states);
  const limits = { only, most: BATCH, stopAfterSilent: SILENT_AFTER };
  return (await doDueWork(context, refundWork, limits)).length;
}
