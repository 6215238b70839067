/** The server's time, on a device whose clock may be wrong. */
import type { Instant } from '#platform/rules/zoned-time.ts';

/** How far this device is behind; 0 until an answer has told. */
let behindMs = 0;

/** From the `date` of an answer that has just come. */
export function noteServerTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(told)) noteTold(told, Date.now());
}

/** `told` came when this device's clock said `heard`. */
export function noteTold(told: Instant, heard: Instant): void {
  behindMs = told - heard;
}

export function serverNow(): Instant {
  return asServerTime(Date.now());
}

/** What this device's clock said, in the server's time. */
export function asServerTime(instant: Instant): Instant {
  return instant + behindMs;
}
