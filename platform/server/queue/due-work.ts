/**
 * Work that falls due and is tried until it is done: claim, try, back off, give up, count. This folder knows no kind of it.
 * A kind describes its table and what an attempt is, and says after each one how it went; claims, waiting and alarms are decided
 * here, for all alike.
 */
import { type SQL, sql, and, eq, isNull, lte, or } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { AlarmId } from '#platform/rules/alarms.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { type GivenValues, prepared } from '#platform/server/db/prepared.ts';
import { runAsPiece } from '#platform/server/log.ts';

/** What is needed here; an attempt may need more. */
export type WorkContext = Pick<Context, 'db' | 'clock' | 'log'>;

/** A table with the columns that work needs: `dueColumns` of its schema. */
export type WorkTable = PgTable & { id: AnyPgColumn; tries: AnyPgColumn; nextTryAt: AnyPgColumn };

export type WorkRow = { id: number | string; tries: number };

/** Where work of a kind is kept. Conditions are about rows of `table`. */
export type WorkQueue = {
  table: WorkTable;
  /** There is still something to do. */
  isOpen: SQL;
  /** What is open but not ripe is not work yet. Left out: all that is open is ripe. */
  isRipe?: (now: SQL) => SQL;
  /** Not tried any more until staff see to it. */
  isGivenUp: SQL;
  /** Since when there has been something to do. */
  since: AnyPgColumn;
  /** Which comes first of those that are due. */
  order: AnyPgColumn[];
  /** Anyone who has not come back by then is taken for dead, and the row is free again. */
  claimMs: number;
};

/**
 * How an attempt went. `waiting`: answered, but not finished; the row is tried again later. Any other end: finished. `set` is
 * written unless another has claimed the row since; left out, the attempt has written everything itself. `row`: as it stands
 * now, for the wait.
 */
export type Outcome<Row, End extends string> = {
  is: End | 'waiting';
  set?: Partial<Row>;
  row?: Row;
};

export type DueWork<
  Row extends WorkRow,
  Needs extends WorkContext,
  End extends string,
> = WorkQueue & {
  /** Must be safe to call twice at once: someone taken for dead may be alive. Throws when there is no answer. */
  tryRow(context: Needs, row: Row): Promise<Outcome<Row, End>>;
  /** Milliseconds until the next attempt, of a row that was tried `tries` times. Null: it is given up. */
  waitMs(row: Row, now: Instant): number | null;
  /** Written when it is given up. */
  givenUp?: Partial<Row>;
  /** Trying again cannot help: given up at once. */
  isHopeless?: (error: unknown) => boolean;
  /** What is written and logged of an error. Left out: nothing is written, the error is logged as it is. */
  describeError?: (error: unknown) => { set: Partial<Row>; log: object };
  /** Names the row in the log. */
  logFields(row: Row): object;
  says: {
    /** After an attempt without an answer. */
    triedAgain: string;
    givenUp?: string;
  };
  /** Raised by every attempt that leaves work unfinished for this long. */
  alarm?: { id: AlarmId; afterMs: number; since: (row: Row) => Date; says: string };
};

/** Due: could be tried now. Waiting: someone is at it, or its next attempt is still to come. */
export type WorkCount = {
  due: number;
  waiting: number;
  givenUp: number;
  /** For how long the oldest that is due or waiting has been there; 0 when there is none. */
  oldestSeconds: number;
};

/** A query for the counts of a kind of work, as one JSON object. */
export function countDueWork(
  { table, isOpen, isRipe, isGivenUp, since }: WorkQueue,
  now: Date,
): SQL {
  const isWork = isRipe ? sql`(${isOpen}) and (${isRipe(sql`${now}::timestamptz`)})` : isOpen;
  const isLater = sql`coalesce(${table.nextTryAt} > ${now}::timestamptz, false)`;
  const oldest = sql`min(${since}) filter (where ${isWork})`;
  return sql`select json_build_object(
      'due', count(*) filter (where ${isWork} and not ${isLater}),
      'waiting', count(*) filter (where ${isWork} and ${isLater}),
      'givenUp', count(*) filter (where ${isGivenUp}),
      'oldestSeconds', greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${oldest}), 0)))
    from ${table} where (${isOpen}) or (${isGivenUp})`;
}

type Reached = Pick<WorkContext, 'db' | 'clock'>;

type Choice = {
  /** Narrows what is claimed. */
  only?: SQL | undefined;
  /** Ids that are not claimed. */
  except?: readonly (number | string)[];
};

/**
 * The first row that is due, now ours until its claim ends; null when there is none. Several processes never claim the same
 * one, and none waits for another.
 */
export async function claimDue<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Reached,
  work: DueWork<Row, Needs, End>,
  { only, except = [] }: Choice = {},
): Promise<Row | null> {
  const now = new Date(context.clock());
  if (only === undefined && except.length === 0) {
    const { nextTryAt } = claimColumns(context, work);
    const [claimed] = await claimFirstOf(work)(context.db, { now, nextTryAt });
    return (claimed as Row | undefined) ?? null;
  }
  const isNotExcepted = sql`${work.table.id}::text <> all (${sql.param(except.map(String))}::text[])`;
  const due = firstDue(context.db, work, sql`${now}::timestamptz`, and(only, isNotExcepted));
  return claim(context, work, eq(work.table.id, sql`(${due})`));
}

function firstDue(
  db: Database,
  { table, isOpen, isRipe, order }: WorkQueue,
  now: SQL,
  isChosen?: SQL,
) {
  const isDue = or(isNull(table.nextTryAt), lte(table.nextTryAt, now));
  return db
    .select({ id: table.id })
    .from(table)
    .where(and(isOpen, isRipe?.(now), isDue, isChosen))
    .orderBy(...order)
    .limit(1)
    .for('update', { skipLocked: true });
}

type ClaimTimes = { now: Date; nextTryAt: Date };
type ClaimFirst = (db: Database, times: ClaimTimes) => Promise<unknown[]>;
const claimFirst = new WeakMap<WorkQueue, ClaimFirst>();

/** Each email asks for the next: built once for each kind of work. */
function claimFirstOf(work: WorkQueue): ClaimFirst {
  const known = claimFirst.get(work);
  if (known) return known;
  const { table, isOpen } = work;
  const made = prepared((db, { now, nextTryAt }: GivenValues<ClaimTimes>) => {
    const due = firstDue(db, work, sql`${now}::timestamptz`);
    return db
      .update(table)
      .set({ tries: oneMoreAttempt(table), nextTryAt: sql`${nextTryAt}::timestamptz` })
      .where(and(eq(table.id, sql`(${due})`), isOpen))
      .returning();
  });
  claimFirst.set(work, made);
  return made;
}

/** This row, due or not and anyone who has it; null when nothing is left to do. For those who cannot wait: the former's outcome no longer counts. */
export async function claimNow<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Reached,
  work: DueWork<Row, Needs, End>,
  id: Row['id'],
): Promise<Row | null> {
  return claim(context, work, eq(work.table.id, id));
}

/** What a claim writes. The try is counted before it is made, so that even one that ends the process counts. */
export function claimColumns(
  { clock }: Pick<WorkContext, 'clock'>,
  { table, claimMs }: Pick<WorkQueue, 'table' | 'claimMs'>,
): { tries: SQL; nextTryAt: Date } {
  return { tries: oneMoreAttempt(table), nextTryAt: new Date(clock() + claimMs) };
}

export function oneMoreAttempt({ tries }: WorkTable): SQL {
  return sql`${tries} + 1`;
}

async function claim<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Reached,
  work: DueWork<Row, Needs, End>,
  which: SQL,
): Promise<Row | null> {
  const [claimed] = await context.db
    .update(work.table)
    .set(claimColumns(context, work))
    .where(and(which, work.isOpen))
    .returning();
  return (claimed as Row | undefined) ?? null;
}

/** What became of an attempt. `silent`: there was no answer. `nextAttemptAt` is null when it is not tried again. */
type Result<End extends string> = {
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
function tellOf<Row extends WorkRow, Needs extends WorkContext, End extends string>(
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

type Limits = {
  /** Narrows what is tried. */
  only?: SQL;
  /** So many rows, and the rest is left to the next run. */
  most?: number;
  /** So many in a row without an answer mean that nobody answers: the rest waits for the next run. */
  stopAfterSilent?: number;
  /** Once it is aborted, the rest is left to anyone who runs next. */
  ending?: AbortSignal | undefined;
};

/** Tries everything of a kind that is due, one after the other, each once. To be called by the clock, in several processes at once if need be. */
export async function doDueWork<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Needs,
  work: DueWork<Row, Needs, End>,
  { only, most = Infinity, stopAfterSilent = Infinity, ending }: Limits = {},
): Promise<Result<End>[]> {
  const results: Result<End>[] = [];
  const unfinished: Row['id'][] = [];
  let silent = 0;
  while (results.length < most && silent < stopAfterSilent && !ending?.aborted) {
    const row = await claimDue(context, work, { only, except: unfinished });
    if (!row) break;
    const result = await tryClaimed(context, work, row);
    tellOf(context, work, row, result);
    results.push(result);
    if (result.nextAttemptAt) unfinished.push(row.id);
    silent = result.isSilent ? silent + 1 : 0;
  }
  return results;
}
