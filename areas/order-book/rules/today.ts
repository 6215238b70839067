import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type WallTime, type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import { type DeliveryFlag, type DeliveryStatus, isEnded } from './delivery.ts';
import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';

/** What a delivery can need of someone, the worst first. */
const LISTS_OF_DELIVERY = ['missed', 'no_ending', 'late', 'flagged'] as const;
export type ListOfDeliveries = (typeof LISTS_OF_DELIVERY)[number];

/** For so long a delivery without an ending is asked after. */
const ASKED_AFTER_DAYS = 31;
/** For so long a flag is shown that nobody has seen. */
const FLAGGED_DAYS = 7;
/** By then every delivery of the day should have an ending. */
const DAY_ENDS_MINUTE = 21 * 60;

export type DeliveryOfDay = {
  date: PlainDate;
  window: DeliveryWindow;
  status: DeliveryStatus;
  flag: DeliveryFlag | null;
  isFlagSeen: boolean;
  /** Staff decided that it stays missed. */
  isSettled: boolean;
  isOrderCancelled: boolean;
};

/** The first day whose deliveries can be on a list today. */
export function firstDayAskedAfter(today: PlainDate): PlainDate {
  return addDays(today, -ASKED_AFTER_DAYS);
}

/** For its day, its window is over, and nobody has said how it ended. */
export function isLate(
  { date, window, status }: Pick<DeliveryOfDay, 'date' | 'window' | 'status'>,
  now: WallTime,
): boolean {
  return date === now.date && !isEnded(status) && now.minuteOfDay >= minutesOf(window).endMinute;
}

/** The lists that a delivery is on. Of a cancelled order only a flag is still of interest. */
export function listsOfDelivery(delivery: DeliveryOfDay, now: WallTime): ListOfDeliveries[] {
  const { date, status, flag, isFlagSeen, isSettled, isOrderCancelled } = delivery;
  const isOpen = !isEnded(status);
  const isOn: Record<ListOfDeliveries, boolean> = {
    // Also after midnight, until someone decides what becomes of it.
    missed:
      date <= now.date && date >= firstDayAskedAfter(now.date) && status === 'missed' && !isSettled,
    no_ending: date < now.date && date >= firstDayAskedAfter(now.date) && isOpen,
    late: isLate(delivery, now),
    flagged:
      flag !== null && !isFlagSeen && date <= now.date && date > addDays(now.date, -FLAGGED_DAYS),
  };
  return LISTS_OF_DELIVERY.filter(
    (list) => isOn[list] && (!isOrderCancelled || list === 'flagged'),
  );
}

/** The last day whose deliveries should all have ended: today from 9pm on. */
export function lastDayToHaveEnded({ date, minuteOfDay }: WallTime): PlainDate {
  return minuteOfDay >= DAY_ENDS_MINUTE ? date : addDays(date, -1);
}

// When something is put down to have happened that was written down later.

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
