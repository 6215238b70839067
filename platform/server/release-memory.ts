import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 15_000;
/** For a processor. A shop without customers uses about a hundredth. */
const QUIET_SHARE = 0.05;
const WORTH_RELEASING = 1.2;

/**
 * Frees the memory that loading the code has left behind, far more than a hundred megabytes, and from then on what a
 * rush leaves: V8 would keep those pages for as long as the process lives. Takes about a tenth of a second, so a rush
 * must be over. Call it once, when everything is loaded.
 */
export function releaseMemoryWhenQuiet(everyMs = LOOK_EVERY_MS): void {
  collectGarbage();
  let restBytes = process.memoryUsage.rss();
  let before = process.cpuUsage();
  let hasReleased = false;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isQuiet = (user + system) / 1000 < everyMs * QUIET_SHARE;
    const isLarge = process.memoryUsage.rss() > restBytes * WORTH_RELEASING;
    if (!isQuiet) hasReleased = false;
    if (!isQuiet || !isLarge || hasReleased) return;
    collectGarbage();
    // Once for each rush: what is left now is in use.
    hasReleased = true;
    restBytes = Math.min(restBytes, process.memoryUsage.rss());
  }, everyMs).unref();
}

/** V8's flag is the only way to ask for it. Seen with node 26.10.0. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
