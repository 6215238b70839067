import { and, asc, inArray, lte } from 'drizzle-orm';
import type { RefundState } from '#domain/ordering/status/refund-state.ts';
import type { Context } from '#server/context.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { tryRefund } from '#server/refunds/pursue-refund.ts';

const BATCH = 200;
/** So many in a row without an answer: the rest waits for the next run. */
const SILENT_AFTER = 3;
/** Whoever wanted it is trying it right now. */
const LEFT_ALONE_MS = 60_000;

/** Refunds that we have not sent for certain, whatever became of their jobs: a restored backup brings no jobs back. */
export async function sweepUnsentRefunds(context: Context): Promise<number> {
  return sweep(context, ['wanted', 'sent']);
}

/** Refunds at which the card provider still is. Its events tell us, but one may never be made. */
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
