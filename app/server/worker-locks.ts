import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Context } from '#platform/server/context.ts';

/** Combined with the worker's name to make its lock's key. Any number that no other two-key lock here uses. */
const WORKER_LOCKS = 726_327_802;

export type WorkerLocks = {
  /** Takes the locks again after the database was down: it releases the locks of a lost connection. */
  renew(): Promise<void>;
  stop(): void;
};

/**
 * Shows every process that these workers are alive: each holds an advisory lock while this process is connected. A
 * killed process loses its connection, and the locks with it.
 */
export async function holdWorkerLocks(
  { db }: Pick<Context, 'db'>,
  workers: ReadonlySet<string>,
): Promise<WorkerLocks> {
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

/** Whether the worker of this name is alive. */
export function isWorkerAlive(worker: SQL): SQL {
  return sql`exists (
    select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.granted
      and l.classid = ${WORKER_LOCKS} and l.objsubid = 2
      and l.objid = (hashtext(${worker})::bigint & 4294967295)::oid)`;
}
