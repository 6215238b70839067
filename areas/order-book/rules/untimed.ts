/** When something is put down to have happened that was written down later. */
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';

/** `in_window`: as promised, nobody knows at what time. `unknown`: some time on its day. */
export const UNTIMED = ['in_window', 'unknown'] as const;
export type Untimed = (typeof UNTIMED)[number];

const LAST_MINUTE = 24 * 60 - 1;

/** Never before what happened to it last, and never later than now: no customer is told this time. */
export function untimed(
  { date, window, statusAt }: SlotKey & { statusAt: Date | null },
  when: Untimed,
  now: Instant,
  { timeZone }: { timeZone: string },
): Instant {
  const { endMinute } = minutesOf(window);
  const minuteOfDay = when === 'in_window' ? endMinute : LAST_MINUTE;
  const at = Math.max(instantOf({ date, minuteOfDay }, timeZone), statusAt?.getTime() ?? 0);
  return Math.min(at, now);
}
