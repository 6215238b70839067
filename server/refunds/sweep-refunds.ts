import { and, asc, inArray, lte } from 'drizzle-orm';
import type { RefundState } from '#domain/ordering/status/refund-state.ts';
import type { Context } from '#server/context.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { tryRefund } from '#server/refunds/pursue-refund.ts';

const BATCH = 200;
/** This many in a row without a reply: the rest waits for the next run. */
const SILENT_AFTER = 3;
/** Younger refunds are being sent by whoever requested them. */
const LEFT_ALONE_MS = 60_000;

/** Refunds that may not have been sent, whatever became of their jobs: a restored backup contains no jobs. */
export async function sweepUnsentRefunds(context: Context): Promise<number> {
  return sweep(context, ['wanted', 'sent']);
}

/** Refunds the card provider is still processing. Its events report the outcome, but one may never be sent. */
export async function sweepPendingRefunds(context: Context): Promise<number> {
  return sweep(context, ['pending']);
}

async function sweep(context: Context, states: RefundState[]): Promise<number> {
  const now = context.clock();
  const due = await context.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(inArray(refunds.state, states), lte(refunds.updatedAt, new Date(now - LEFT_ALONE_MS))),
    )
    .orderBy(asc(refunds.updatedAt))
    .limit(BATCH);
  let silent = 0;
  for (const { id } of due) {
    silent = (await tryRefund(context, id)) ? 0 : silent + 1;
    if (silent === SILENT_AFTER) break;
  }
  return due.length;
}
