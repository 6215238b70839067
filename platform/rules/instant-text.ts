import type { Instant } from './zoned-time.ts';

/** "2026-01-14T06:42:00.000Z". */
export function toInstantText(instant: Instant): string {
  return new Date(instant).toISOString();
}
