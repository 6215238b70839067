/** Deliveries of a day that has passed, which staff write down as delivered or missed. */
import { maySend } from '#areas/messages/rules/may-send.ts';
import { untimed, type Untimed } from '#areas/order-book/rules/untimed.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';

/** When they were left, or not: all at one time of their day, or at none that anybody knows. */
export type EndedAt = Untimed | { minuteOfDay: number };

export type Ending = 'delivered' | 'missed';

export function isEnding(status: string): status is Ending {
  return status === 'delivered' || status === 'missed';
}

export function instantOfEnding(
  date: PlainDate,
  { minuteOfDay }: { minuteOfDay: number },
  timeZone: string,
): Instant {
  return instantOf({ date, minuteOfDay }, timeZone);
}

/** Whether any of their customers hears of it unless staff say otherwise. */
export function isToldByDefault(
  status: Ending,
  ended: { slots: readonly SlotKey[]; at: EndedAt },
  { now, timeZone }: { now: Instant; timeZone: string },
): boolean {
  const { slots, at } = ended;
  return slots.some((slot) => {
    const isTimeKnown = typeof at === 'object';
    const instant = isTimeKnown
      ? instantOfEnding(slot.date, at, timeZone)
      : untimed({ ...slot, statusAt: null }, at, now, { timeZone });
    const delivery = { status, windowEndsAt: instant, isGivenHeld: false };
    const state = { timeZone, delivery, isTimeKnown, isOpen: true, until: null, isAsked: false };
    return maySend(`delivery_${status}`, 'email', { at: instant, now }, state).may;
  });
}
