/** The app as a process: it starts everything, and stops it in reverse when it is told to. */
import '#platform/server/process-environment.ts';
import { serve, type Serving, startJobs } from './serve.ts';
import { announceStop } from '#platform/server/announce.ts';
import { createClock } from '#platform/server/context.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { probeDataDir } from '#platform/server/disk-space.ts';

let serving: Serving | null = null;
let stopping: Promise<void> | null = null;

/** `signal` null: it could not start. */
function stopAndExit(code: number, signal: string | null): void {
  // On a second signal, exit: the next start finds the database and the sandbox again.
  if (stopping) {
    announceStop('stopping at once', { signal });
    process.exit(1);
  }
  if (signal !== null) announceStop('stopping', { signal });
  stopping = stop(code, signal);
}

async function stop(code: number, signal: string | null): Promise<void> {
  const begin = performance.now();
  const ended = await serving?.stop();
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  if (signal !== null) announceStop('stopped', { seconds, ...ended });
  process.exit(code);
}

process.on('SIGINT', () => stopAndExit(0, 'SIGINT'));
process.on('SIGTERM', () => stopAndExit(0, 'SIGTERM'));
// The launcher is gone, so no one else would ever stop us.
process.on('disconnect', () => stopAndExit(0, 'disconnect'));

try {
  const env = loadEnvironment();
  await probeDataDir(env.dataDir);
  serving = serve(env, { clock: createClock(env.now), startJobs });
  await serving.started;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  stopAndExit(1, null);
}
