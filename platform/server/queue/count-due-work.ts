import { type SQL, sql } from 'drizzle-orm';
import type { WorkQueue } from '#platform/server/queue/due-work.ts';

/** Due: could be tried now. Waiting: somebody is at it, or its next attempt is still to come. */
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
