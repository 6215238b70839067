import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` for 0 to `count` - 1, this many at a time; as soon as one is done, the next begins. */
export async function runConcurrently(
  count: number,
  limit: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
}

/** Checks repeatedly until it is true; false when the time is up. */
export async function waitUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > deadline) return false;
    await sleep(100);
  }
}
