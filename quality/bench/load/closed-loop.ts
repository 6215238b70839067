/** Keeps a fixed number of requests in progress until a total is done, and measures how fast that was. */

export type LoopResult = { perSecond: number; p50Ms: number; p99Ms: number; failures: number };

export async function closedLoop(
  options: { total: number; atOnce: number },
  once: (index: number) => Promise<boolean>,
): Promise<LoopResult> {
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < options.total) {
      const index = next;
      next += 1;
      const began = performance.now();
      if (!(await once(index))) failures += 1;
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, worker));
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: options.total / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
