/**
 * Work that falls due and is tried until it is done: claim, try, back off, give up, count. This folder knows no kind of it.
 * A kind describes its table and what an attempt is, and says after each one how it went; claims, waiting and alarms are decided
 * here, for all alike.
 */
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { AlarmId } from '#platform/rules/alarms.ts';
import type { Context } from '#platform/server/context.ts';

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
  /** Whoever has not come back by then is taken for dead, and the row is free again. */
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
  /** Must be safe to call twice at once: somebody taken for dead may be alive. Throws when there is no answer. */
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
