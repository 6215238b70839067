import { inArray } from 'drizzle-orm';
import type { RefundState } from '#domain/ordering/status/refund-state.ts';
import type { Context } from '#server/context.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { doDueWork } from '#server/outbox/do-due-work.ts';
import { refundWork } from '#server/refunds/pursue-refund.ts';

const BATCH = 200;
/** So many in a row without an answer: the rest waits for the next run. */
const SILENT_AFTER = 3;

/** Refunds that we have not sent for certain, whatever became of their jobs: a restored backup brings no jobs back. */
export async function sweepUnsentRefunds(context: Context): Promise<number> {
  return sweep(context, ['wanted', 'sent']);
}

/** Refunds at which the card provider still is. Its events tell us, but one may never be made. */
export async function sweepPendingRefunds(context: Context): Promise<number> {
  return sweep(context, ['pending']);
}

async function sweep(context: Context, states: RefundState[]): Promise<number> {
  const only = inArray(refunds.state, states);
  const limits = { only, most: BATCH, stopAfterSilent: SILENT_AFTER };
  return (await doDueWork(context, refundWork, limits)).length;
}
