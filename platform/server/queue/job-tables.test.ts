import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import {
  Logger,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import {
  KNOWN_CRONTABS,
  listBusyWorkers,
  pretendToWork,
} from '#platform/server/queue/job-tables.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

function startWorker(taskList: TaskList, more: Partial<RunnerOptions>): Promise<Runner> {
  return run({
    pgPool: db.$client,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList,
    crontab: '',
    ...more,
  });
}

describe('contract with graphile-worker: job-tables.ts and release-orphaned-jobs.ts', () => {
  test('what runs by the clock is a row of the known crontabs, with the moment of its last start', async () => {
    const crontab = '* * * * * tidy_up';
    const worker = await startWorker({ tidy_up: () => {} }, { crontab });
    await worker.stop();
    // `last_execution` is set at the next full minute.
    const { rows } = await db.execute(
      sql`select identifier, last_execution, pg_typeof(last_execution)::text as type
        from ${KNOWN_CRONTABS}`,
    );
    expect(rows).toEqual([
      { identifier: 'tidy_up', last_execution: null, type: 'timestamp with time zone' },
    ]);
  });

  test('a job is held by the pool of its worker, and a queue never without a job: the public view names whoever is busy', async () => {
    const events: WorkerEvents = new EventEmitter();
    const pools: string[] = [];
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id));
    const job = new EventEmitter();
    const letGo = once(job, 'let-go');
    const holding = once(job, 'begun');
    const tasks = {
      hold_on: async () => {
        job.emit('begun');
        await letGo;
      },
    };
    const worker = await startWorker(tasks, { events });
    await db.execute(sql`select graphile_worker.add_job('hold_on', queue_name => 'one')`);
    await holding;
    const { atJobs, inQueues } = await listBusyWorkers(db);
    const view = await db.execute<{ locked_by: string }>(
      sql`select locked_by from graphile_worker.jobs where locked_by is not null`,
    );
    expect(atJobs).toEqual(pools);
    expect(inQueues).toEqual(pools);
    expect(view.rows.map((row) => row.locked_by)).toEqual(pools);
    job.emit('let-go');
    await expect.poll(() => listBusyWorkers(db)).toEqual({ atJobs: [], inQueues: [] });
    await worker.stop();
  });

  test('force_unlock_workers frees the job of a killed worker and the queue with it', async () => {
    await db.execute(sql`select graphile_worker.add_job('nobody_does_it', queue_name => 'two')`);
    await pretendToWork(db, 'killed');
    await db.execute(sql`select graphile_worker.force_unlock_workers(array['killed'])`);
    expect(await listBusyWorkers(db)).toEqual({ atJobs: [], inQueues: [] });
  });
});
