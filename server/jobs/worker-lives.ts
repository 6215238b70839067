import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Context } from '#server/context.ts';

/** With the worker's name it makes the key of its lock. Any number that nothing else here uses with two keys. */
const WORKER_LOCKS = 726_327_802;

export type WorkerLives = {
  /** Again, for when the database was away: it forgets the locks of a connection that it lost. */
  renew(): Promise<void>;
  stop(): void;
};

/**
 * Shows every process that these workers live: each has an advisory lock for as long as this process is connected. A
 * process that is killed loses its connection at once, and with it the locks.
 */
export async function showWorkerLives(
  { db }: Pick<Context, 'db'>,
  workers: ReadonlySet<string>,
): Promise<WorkerLives> {
  let session: PoolClient | null = null;
  function stop(): void {
    session?.release(true);
    session = null;
  }
  async function renew(): Promise<void> {
    stop();
    session = await db.$client.connect();
    for (const worker of workers) {
      await session.query('select pg_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, worker]);
    }
  }
  await renew();
  return { renew, stop };
}

/** Whether the worker of this name shows that it lives. */
export function isWorkerAlive(worker: SQL): SQL {
  return sql`exists (
    select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.granted
      and l.classid = ${WORKER_LOCKS} and l.objsubid = 2
      and l.objid = (hashtext(${worker})::bigint & 4294967295)::oid)`;
}
