/** Starts the queue of this process and the jobs by the clock: what the areas' manifests name. */
import { areas } from '#app/server/areas.ts';
import type { Context } from '#platform/server/context.ts';
import { type ClockJob, createClockJobs } from '#platform/server/queue/clock-jobs.ts';
import { createQueue } from '#platform/server/queue/queue.ts';

const LOOK_EVERY_MS = 5000;
/** Told by hand, not by a trigger: a job was made due. */
const CLOCK_JOBS = 'clock_jobs';

/** `lookEveryMs`: how often it asks what is due by the clock. Stopped, it ends what is under way, and says how much. */
export function startJobs(
  context: Context,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): { stop(): Promise<number> } {
  const kinds = context.due;
  const queue = createQueue(context);
  // One of the processes looks at each kind every minute, should a signal have been lost.
  const looks = kinds.map(({ kind }): ClockJob => ({
    name: kind,
    every: 'minute',
    run: () => queue.look(kind),
  }));
  const clock = createClockJobs(context, [...areas.flatMap(({ jobs = [] }) => jobs), ...looks], {
    timeZone: async () => (await context.site.current()).business.timeZone,
  });

  function look(kind: string): void {
    const looked = kind === CLOCK_JOBS ? clock.startDue() : queue.look(kind);
    looked.catch((error: unknown) => {
      context.log.warn({ err: error, job: kind }, 'due work could not be tried; it will be again');
    });
  }
  function lookAtAll(): void {
    look(CLOCK_JOBS);
    for (const { kind } of kinds) look(kind);
  }
  const stopListening = context.changes.onWorkDue((told) =>
    told === null ? lookAtAll() : look(told),
  );
  const timer = setInterval(() => look(CLOCK_JOBS), lookEveryMs);
  // Whatever a killed process left.
  lookAtAll();
  return {
    async stop() {
      stopListening();
      clearInterval(timer);
      const [work, jobs] = await Promise.all([queue.stop(), clock.stop()]);
      return work + jobs;
    },
  };
}
