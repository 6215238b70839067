/** How long to wait from one attempt to the next: each time `factor` times as long, up to `longestMs`. */
export type RetrySchedule = { firstMs: number; factor: number; longestMs: number };

/** Milliseconds from the nth attempt, which did not finish the work, to the next. */
export function retryWait({ firstMs, factor, longestMs }: RetrySchedule, attempts: number): number {
  return Math.min(firstMs * factor ** (attempts - 1), longestMs);
}

const MINUTE_MS = 60_000;

/** 1, 2, 4 and so on up to 60 minutes: whatever is down is not asked too often, and soon after it is up again. */
export const DOUBLING_MINUTES: RetrySchedule = {
  firstMs: MINUTE_MS,
  factor: 2,
  longestMs: 60 * MINUTE_MS,
};

const LONGEST_PAUSE_SECONDS = 60;

/** Before the next attempt, after so many failures in a row. */
export function pauseMs(failures: number): number {
  return Math.min(2 ** failures, LONGEST_PAUSE_SECONDS) * 1000;
}
