import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { type Given, prepared } from '#platform/server/db/prepared.ts';
import type {
  DueWork,
  WorkContext,
  WorkQueue,
  WorkRow,
  WorkTable,
} from '#platform/server/queue/due-work.ts';

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

/** This row, due or not and whoever has it; null when nothing is left to do. For those who cannot wait: the former's outcome no longer counts. */
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
