import { setTimeout as sleep } from 'node:timers/promises';

/** Does `work` for 0 to `count` - 1, so many at a time; as soon as one is done, the next begins. */
export async function atOnce(
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

/** Asks again and again until it is so; false when it was not within the time. */
export async function waitUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > deadline) return false;
    await sleep(100);
  }
}
