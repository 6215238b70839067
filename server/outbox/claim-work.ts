import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { DueWork, WorkContext, WorkQueue, WorkRow } from '#server/outbox/due-work.ts';

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
  const { table, isOpen, isRipe, order } = work;
  const now = new Date(context.clock());
  const due = context.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        isOpen,
        isRipe?.(now),
        or(isNull(table.nextTryAt), lte(table.nextTryAt, now)),
        only,
        except.length === 0
          ? undefined
          : sql`${table.id}::text <> all (${sql.param(except.map(String))}::text[])`,
      ),
    )
    .orderBy(...order)
    .limit(1)
    .for('update', { skipLocked: true });
  return claim(context, work, eq(table.id, sql`(${due})`));
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
  return { tries: sql`${table.tries} + 1`, nextTryAt: new Date(clock() + claimMs) };
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
