/** What was said on a device and waits to be sent. Ours. */
import type { Instant } from './zoned-time.ts';

export type Queued<Said> = Said & {
  /** In this sequence they are sent. */
  seq: number;
  /** Makes a repeated one harmless. */
  key: string;
  /** By the device's clock. */
  at: Instant;
  staffId: string;
  staffName: string;
};

/** On the device and at the server. */
export const MOST_DAYS_UNSENT = 7;
const DAY_MS = 86_400_000;

/** Nobody would believe it any more. */
export function isTooOldToSend({ at }: { at: Instant }, now: Instant): boolean {
  return now - at > MOST_DAYS_UNSENT * DAY_MS;
}

/** Those of this person, in the sequence in which they were said. */
export function queueOf<Said>(queue: readonly Queued<Said>[], staffId: string): Queued<Said>[] {
  return queue.filter((one) => one.staffId === staffId).toSorted((a, b) => a.seq - b.seq);
}
