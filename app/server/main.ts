/** The app as a process: it starts everything, and stops it in reverse when it is told to. */
import '#platform/server/process-environment.ts';
import { serve, type Serving } from '#app/server/serve.ts';
import { startJobs } from '#app/server/start-jobs.ts';
import { createClock } from '#platform/server/clock.ts';
import { loadEnvironment } from '#platform/server/env.ts';

let serving: Serving | null = null;
let stopping: Promise<void> | null = null;

function stopAndExit(code: number): void {
  // On a second signal, exit: the next start finds the database and the sandbox again.
  if (stopping) process.exit(1);
  stopping = (serving?.stop() ?? Promise.resolve()).then(() => process.exit(code));
}

process.on('SIGINT', () => stopAndExit(0));
process.on('SIGTERM', () => stopAndExit(0));
// The launcher is gone, so no one else would ever stop us.
process.on('disconnect', () => stopAndExit(0));

try {
  const env = loadEnvironment();
  serving = serve(env, { clock: createClock(env.now), startJobs });
  await serving.started;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  stopAndExit(1);
}
