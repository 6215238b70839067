import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { keepFreeingLostJobs } from './free-lost-jobs.ts';
import { showWorkerLives } from './worker-lives.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});

afterAll(() => t.close());

test('a killed process’s job, and its queue, are released at the next start', async () => {
  const { db } = t.context;
  await db.execute(sql`select graphile_worker.add_job('send_mail', queue_name => 'mail')`);
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-that-was-killed'`);
  await db.execute(sql`
    update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'worker-that-was-killed'`);
  await keepFreeingLostJobs(t.context);
  const held = await db.execute(sql`
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union all select locked_by from graphile_worker._private_job_queues where locked_by is not null`);
  expect(held.rows).toEqual([]);
});

test('a job stays with the process running it until that process is gone', async () => {
  const { db } = t.context;
  await db.execute(sql`select graphile_worker.add_job('send_mail', queue_name => 'mail')`);
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-of-another'`);
  const heldJobs = async () => {
    const held = await db.execute(sql`
      select from graphile_worker._private_jobs where locked_by = 'worker-of-another'`);
    return held.rowCount ?? 0;
  };
  const another = await showWorkerLives(t.context, new Set(['worker-of-another']));
  await keepFreeingLostJobs(t.context);
  expect(await heldJobs()).toBeGreaterThan(0);
  another.stop();
  await expect
    .poll(async () => {
      await keepFreeingLostJobs(t.context);
      return heldJobs();
    })
    .toBe(0);
});
