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
import { type Given, prepared } from '#platform/server/db/prepared.ts';

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
  const made = prepared((db, { now, nextTryAt }: Given<ClaimTimes>) => {
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
