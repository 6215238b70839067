/** What was said on a device and waits to be sent. Ours. */
import { DAY_MS } from '#platform/rules/durations.ts';
import type { Instant } from './zoned-time.ts';

export type Queued<Said> = Said & {
  /** In this sequence they are sent. */
  seq: number;
  /** Makes a repeated one harmless. */
  key: string;
  /** When it was said, by the server's time. */
  at: Instant;
  staffId: string;
  staffName: string;
  /** What the server had against it, alone: it stays for the office to see to. Null or left out: it is to be sent. */
  parked?: string | null;
};

/** For the server's clock, as far as a device knows it. */
export type DeviceClock = { offsetMs: number; lastAt: Instant };

/** The server's time as the device knows it. It never runs back, whatever is done to the device's clock. */
export function reportInstant(deviceNow: Instant, { offsetMs, lastAt }: DeviceClock): Instant {
  return Math.max(Math.round(deviceNow + offsetMs), lastAt + 1);
}

/** How far the server's clock is ahead, when its answer took from `asked` to `answered`. */
export function clockOffset(
  serverNow: Instant,
  { asked, answered }: { asked: Instant; answered: Instant },
): number {
  return serverNow - (asked + answered) / 2;
}

/** On the device and at the server. */
export const MOST_DAYS_UNSENT = 7;

/** Nobody would believe it any more. */
export function isTooOldToSend({ at }: { at: Instant }, now: Instant): boolean {
  return now - at > MOST_DAYS_UNSENT * DAY_MS;
}

/** Those of this person, in the sequence in which they were said. */
export function queueOf<Said>(queue: readonly Queued<Said>[], staffId: string): Queued<Said>[] {
  return queue.filter((one) => one.staffId === staffId).toSorted((a, b) => a.seq - b.seq);
}

/** Those of this person that the server has still to hear. */
export function waitingOf<Said>(queue: readonly Queued<Said>[], staffId: string): Queued<Said>[] {
  return queueOf(queue, staffId).filter(({ parked = null }) => parked === null);
}
