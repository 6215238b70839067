import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBusyWorkers, pretendToWork } from '#platform/server/queue/job-tables.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { watchOrphanedJobs } from './release-orphaned-jobs.ts';
import { holdWorkerLocks } from './worker-locks.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});

afterAll(() => t.close());

test('a killed process’s job, and its queue, are released at the next start', async () => {
  const { db } = t.context;
  await db.execute(sql`select graphile_worker.add_job('send_mail', queue_name => 'mail')`);
  await pretendToWork(db, 'worker-that-was-killed');
  await watchOrphanedJobs(t.context);
  expect(await listBusyWorkers(db)).toEqual({ atJobs: [], inQueues: [] });
});

test('a job stays with the process running it until that process is gone', async () => {
  const { db } = t.context;
  await db.execute(sql`select graphile_worker.add_job('send_mail', queue_name => 'mail')`);
  await pretendToWork(db, 'worker-of-another');
  const heldJobs = async () => (await listBusyWorkers(db)).atJobs.length;
  const another = await holdWorkerLocks(t.context, new Set(['worker-of-another']));
  await watchOrphanedJobs(t.context);
  expect(await heldJobs()).toBeGreaterThan(0);
  another.stop();
  await expect
    .poll(async () => {
      await watchOrphanedJobs(t.context);
      return heldJobs();
    })
    .toBe(0);
});
