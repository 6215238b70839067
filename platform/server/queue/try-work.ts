import { and, eq } from 'drizzle-orm';
import { runAsPiece } from '#platform/server/log.ts';
import {
  claimNow,
  type DueWork,
  type WorkContext,
  type WorkQueue,
  type WorkRow,
} from '#platform/server/queue/due-work.ts';

/** What became of an attempt. `silent`: there was no answer. `nextAttemptAt` is null when it is not tried again. */
export type Result<End extends string> = {
  is: End | 'waiting' | 'silent' | 'given up';
  nextAttemptAt: Date | null;
  /** For an attempt without an answer. */
  error?: unknown;
  /** The error says nothing of this row alone: others may get no answer either. */
  isSilent: boolean;
};

/** Tries a row that the caller has just claimed. Throws what the database throws, never what the attempt throws. */
export async function tryClaimed<
  Row extends WorkRow,
  Needs extends WorkContext,
  End extends string,
>(context: Needs, work: DueWork<Row, Needs, End>, row: Row): Promise<Result<End>> {
  let outcome;
  try {
    outcome = await runAsPiece(() => work.tryRow(context, row));
  } catch (error) {
    const isHopeless = work.isHopeless?.(error) ?? false;
    const set = work.describeError?.(error).set;
    const waitMs = isHopeless ? null : work.waitMs(row, context.clock());
    const nextAttemptAt = await putOff(context, work, row, { set, waitMs });
    return {
      is: nextAttemptAt ? 'silent' : 'given up',
      nextAttemptAt,
      error,
      isSilent: !isHopeless,
    };
  }
  const { is, set, row: now = row } = outcome;
  if (is === 'waiting') {
    const waitMs = work.waitMs(now, context.clock());
    const nextAttemptAt = await putOff(context, work, row, { set, waitMs });
    return { is: nextAttemptAt ? 'waiting' : 'given up', nextAttemptAt, isSilent: false };
  }
  if (set) await settle(context, work, row, { nextTryAt: null, ...set });
  return { is, nextAttemptAt: null, isSilent: false };
}

/** Tries a row at once, due or not, and tells the log how it went. Null when nothing is left to do. */
export async function tryNow<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Needs,
  work: DueWork<Row, Needs, End>,
  id: Row['id'],
): Promise<Result<End> | null> {
  const row = await claimNow(context, work, id);
  if (!row) return null;
  const result = await tryClaimed(context, work, row);
  tellOf(context, work, row, result);
  return result;
}

/** Warns of an attempt without an answer, and raises the alarms of the kind. */
export function tellOf<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  { log, clock }: Pick<WorkContext, 'log' | 'clock'>,
  work: DueWork<Row, Needs, End>,
  row: Row,
  { is, error }: Result<End>,
): void {
  const { says, alarm, describeError } = work;
  const fields = work.logFields(row);
  const about = describeError?.(error).log ?? { err: error };
  if (is === 'given up' && says.givenUp !== undefined) {
    log.error({ ...fields, ...(error !== undefined && about) }, says.givenUp);
  } else if (error !== undefined) {
    log.warn({ ...about, ...fields }, says.triedAgain);
  }
  const isUnfinished = is === 'waiting' || is === 'silent' || is === 'given up';
  if (!alarm || !isUnfinished || clock() - alarm.since(row).getTime() < alarm.afterMs) return;
  log.error({ alarm: alarm.id, ...fields }, alarm.says);
}

/** Until the next attempt, which it returns; or for good. */
async function putOff<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Pick<WorkContext, 'db' | 'clock'>,
  work: DueWork<Row, Needs, End>,
  row: Row,
  { set, waitMs }: { set: Partial<Row> | undefined; waitMs: number | null },
): Promise<Date | null> {
  const nextAttemptAt = waitMs === null ? null : new Date(context.clock() + waitMs);
  const change = { nextTryAt: nextAttemptAt, ...(nextAttemptAt ? {} : work.givenUp) };
  await settle(context, work, row, { ...set, ...change });
  return nextAttemptAt;
}

/** Only while the claim is ours: anyone who took so long that another has attempted it since, changes nothing. */
async function settle(
  { db }: Pick<WorkContext, 'db'>,
  { table, isOpen }: WorkQueue,
  { id, tries }: WorkRow,
  change: object,
): Promise<void> {
  await db
    .update(table)
    .set(change)
    .where(and(eq(table.id, id), eq(table.tries, tries), isOpen));
}
