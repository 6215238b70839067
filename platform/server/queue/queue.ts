/**
 * What this process tries of all kinds of work. Each kind, or each line of one, is under way once at most, so that a slow one
 * keeps no other waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, MINUTE_MS } from '#platform/rules/durations.ts';
import { and, gt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { WorkKind } from '#platform/rules/due-work.ts';
import type { Context } from '#platform/server/context.ts';
import { runAsJob } from '#platform/server/log.ts';
import type { WorkQueue } from '#platform/server/queue/due-work.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';

/** `ending`: this process is about to stop. What it cuts off is tried again by the process that runs next. */
type Turn = { line: string; ending: AbortSignal };

export type DueKind = {
  kind: WorkKind;
  work: WorkQueue;
  /** What is tried at the same time, each line one after the other. Left out: all of the kind is one line. */
  lines?(context: Context): Promise<string[]>;
  /** Tries what is due. */
  run(context: Context, turn: Turn): Promise<unknown>;
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    due: readonly DueKind[];
  }
}

export type Queue = {
  /** Tries what is due of a kind, and waits for it. Throws what its tries throw. */
  look(kind: string): Promise<void>;
  /** Begins nothing any more, and waits for what is under way. */
  stop(): Promise<number>;
};

export function createQueue(context: Context): Queue {
  const ending = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const renewed = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();

  async function look(name: string): Promise<void> {
    const due = context.due.find(({ kind }) => kind === name);
    // For a newer version, which serves beside this one.
    if (!due) return;
    const lines = due.lines ? await due.lines(context) : [''];
    const ends = await Promise.allSettled(lines.map((line) => follow(due, line)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async function follow(due: DueKind, line: string): Promise<void> {
    const key = `${due.kind} ${line}`;
    renewed.add(key);
    const running = underWay.get(key);
    if (running || ending.signal.aborted) return running;
    const started = workOff(due, line, key);
    underWay.set(key, started);
    await started;
  }

  async function workOff(due: DueKind, line: string, key: string): Promise<void> {
    try {
      // Something was written just when nothing more was found.
      while (renewed.delete(key) && !ending.signal.aborted) {
        await runAsJob(due.kind, () => due.run(context, { line, ending: ending.signal }));
        await comeBack(due);
      }
    } finally {
      underWay.delete(key);
    }
  }

  /** For what is due before the clock looks: put off for seconds, or claimed by a process that may have been killed. */
  async function comeBack({ kind, work }: DueKind): Promise<void> {
    const now = context.clock();
    const next = await soonestAfter(context, work, now);
    clearTimeout(timers.get(kind));
    if (next === null || ending.signal.aborted) return;
    const waitMs = Math.max(SECOND_MS, next.getTime() - now);
    const again = () =>
      look(kind).catch((error: unknown) =>
        context.log.warn(
          { err: error, job: kind },
          'due work could not be tried; it will be again',
        ),
      );
    timers.set(kind, setTimeout(again, waitMs).unref());
  }

  return {
    look,
    async stop() {
      ending.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      const open = underWay.size;
      await Promise.allSettled(underWay.values());
      return open;
    },
  };
}

/** Null: not within a minute. */
async function soonestAfter(
  { db }: Pick<Context, 'db'>,
  { table, isOpen }: WorkQueue,
  now: number,
): Promise<Date | null> {
  const isSoon: SQL | undefined = and(
    isOpen,
    gt(table.nextTryAt, new Date(now)),
    lte(table.nextTryAt, new Date(now + MINUTE_MS)),
  );
  const [row] = await db
    .select({ at: min(table.nextTryAt) })
    .from(table)
    .where(isSoon);
  return (row?.at as Date | null | undefined) ?? null;
}

// What runs by the clock: each job in one of all processes, claimed by its row.

export type ClockJob = {
  /** Stays as it is: the database knows it. */
  name: string;
  every: keyof typeof PERIODS;
  /** May be killed at any point, and run by two processes at once: the next run finds its work again. */
  run(context: Context): Promise<unknown>;
};

type ClockJobs = {
  /** Starts what is due, and does not wait for it. */
  startDue(): Promise<void>;
  /** Starts no more, and waits for what is under way, but not without end: a job may be killed at any point. */
  stop(): Promise<number>;
};

type ClockTime = {
  /** The kitchen's, for what runs at night. */
  timeZone: () => Promise<string>;
  /** Only tests have another than the database's. */
  now?: () => SQL;
  /** Only tests are as impatient as they like. */
  longestEndMs?: number;
};

const PERIODS = { minute: 60, 'three minutes': 180, hour: 3600, night: 86_400 } as const;
/** Half past one: clocks go forward and back later than that in Australia. */
const NIGHT = sql.raw(`interval '90 minutes'`);
/** Not at the full hour, when others ask our services too. */
const PAST_THE_HOUR = sql.raw(`timestamptz '2026-01-01 00:07:00Z'`);
const LONGEST_CLAIM_SECONDS = 900;
/** Less than a service manager waits before it kills: see container/compose.yaml. */
const LONGEST_END_MS = 10_000;
const MOST_AT_ONCE = 4;
const PLAN_EVERY_MS = 60_000;

export function createClockJobs(
  context: Context,
  jobs: readonly ClockJob[],
  { timeZone, now = () => sql`now()`, longestEndMs = LONGEST_END_MS }: ClockTime,
): ClockJobs {
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let isStopped = false;
  let planAt = 0;

  function startDue(): Promise<void> {
    return (looking ??= look().finally(() => (looking = null)));
  }

  async function look(): Promise<void> {
    if (Date.now() >= planAt) await planJobs(context, jobs, now(), await timeZone());
    planAt = Math.max(planAt, Date.now() + PLAN_EVERY_MS);
    while (!isStopped && running.size < MOST_AT_ONCE) {
      const claimed = await claimJob(context, jobs, now());
      if (!claimed) break;
      begin(claimed);
    }
  }

  function begin(claimed: ClaimedJob): void {
    const run = runClaimed(claimed).finally(() => {
      running.delete(run);
      if (!isStopped) startDue().catch(() => {});
    });
    running.add(run);
  }

  async function runClaimed({ job, startedAt }: ClaimedJob): Promise<void> {
    let failed = false;
    try {
      await runAsJob(job.name, () => job.run(context));
    } catch (error) {
      failed = true;
      context.log.error({ err: error, job: job.name }, 'a job failed; it will run again');
    }
    try {
      await endJob(context, { job, startedAt, failed }, now(), await timeZone());
    } catch (error) {
      context.log.warn({ err: error, job: job.name }, 'the end of a job could not be recorded');
    }
  }

  return {
    startDue,
    async stop() {
      isStopped = true;
      // What it is about to claim is ours to end.
      await looking?.catch(() => {});
      const open = running.size;
      await Promise.race([Promise.all(running), sleep(longestEndMs, null, { ref: false })]);
      return open;
    },
  };
}

/**
 * Adds jobs that the database does not know yet, and forgets those that nobody runs any more. After the clock was put back, a
 * job that would wait for more than a period too long comes sooner; one that has just run does not run again.
 */
async function planJobs(
  { db }: Pick<Context, 'db'>,
  jobs: readonly ClockJob[],
  now: SQL,
  timeZone: string,
): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(
    (job) => sql`(${job.name}, ${nextTime(job, now, timeZone)}, ${period(job, 1.5)})`,
  );
  await db.execute(sql`
    with planned (name, due_at, longest) as (values ${sql.join(rows, sql`, `)}),
    gone as (
      delete from ${clockJobs} where name not in (select name from planned)
        and due_at < ${now} - interval '5 minutes')
    insert into ${clockJobs} as known (name, due_at) select name, due_at from planned
    on conflict (name) do update set due_at = excluded.due_at
      where known.due_at > excluded.due_at + (select longest from planned where name = known.name)`);
}

type ClaimedJob = { job: ClockJob; startedAt: string };

/** The job that is due the longest, now ours until it has ended; one whose process was killed is free again after a while. */
async function claimJob(
  { db }: Pick<Context, 'db'>,
  jobs: readonly ClockJob[],
  now: SQL,
): Promise<ClaimedJob | null> {
  if (jobs.length === 0) return null;
  const claims = jobs.map((job) => sql`(${job.name}, ${claim(job)})`);
  const { rows } = await db.execute<{ name: string; startedAt: string }>(sql`
    update ${clockJobs} set started_at = ${now}, ended_at = null
    where name = (
      select name from ${clockJobs} join (values ${sql.join(claims, sql`, `)}) as ours (name, claim) using (name)
      where due_at <= ${now}
        and (started_at is null or ended_at is not null or started_at <= ${now} - claim)
      order by due_at, name limit 1 for update of ${clockJobs} skip locked)
    returning name, started_at::text as "startedAt"`);
  const [row] = rows;
  const job = jobs.find(({ name }) => name === row?.name);
  return row && job ? { job, startedAt: row.startedAt } : null;
}

/** Unless another has started it since: then that one's end counts. */
async function endJob(
  { db }: Pick<Context, 'db'>,
  { job, startedAt, failed }: ClaimedJob & { failed: boolean },
  now: SQL,
  timeZone: string,
): Promise<void> {
  await db.execute(sql`
    update ${clockJobs}
      set ended_at = greatest(${now}, started_at), failed = ${failed}, due_at = ${nextTime(job, now, timeZone)}
    where name = ${job.name} and started_at = ${startedAt}::timestamptz and ended_at is null`);
}

/** After now. An hour of the night that comes twice is one of them, so that a job runs once in a night. */
function nextTime(job: ClockJob, now: SQL, timeZone: string): SQL {
  if (job.every !== 'night')
    return sql`date_bin(${period(job)}, ${now}, ${PAST_THE_HOUR}) + ${period(job)}`;
  const zone = sql`${timeZone}::text`;
  return sql`((date_trunc('day', (${now} at time zone ${zone}) - ${NIGHT}) + interval '1 day' + ${NIGHT}) at time zone ${zone})`;
}

function period({ every }: ClockJob, times = 1): SQL {
  return sql.raw(`interval '${PERIODS[every] * times} seconds'`);
}

/** Longer than a run takes as a rule: two at once do no harm. */
function claim({ every }: ClockJob): SQL {
  return sql.raw(`interval '${Math.min(LONGEST_CLAIM_SECONDS, 2 * PERIODS[every])} seconds'`);
}
