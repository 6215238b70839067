/**
 * A time of day when meals arrive: "HH:MM-HH:MM", by the kitchen's clock. Which windows a kitchen has is a business fact
 * (`offered-windows.ts`); what is booked keeps its window whatever becomes of the fact.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';

export type DeliveryWindow = `${string}-${string}`;

/** `label`: what customers read before its times, such as "Breakfast". Sunday is 0. */
export type WindowFact = { timeSlot: DeliveryWindow; label: string | null; weekdays: number[] };

/**
 * Days on which the kitchen is closed, both ends included; `until` null: until further notice. `fromMinute`, by the
 * kitchen's clock, closes the rest of one day: then `until` is `from`.
 */
export type Closure = {
  from: PlainDate;
  until: PlainDate | null;
  reason: string;
  fromMinute?: number | undefined;
};

/** "9:30am-midday". */
export function windowLabel(window: DeliveryWindow): string {
  const { startMinute, endMinute } = minutesOf(window);
  return `${formatMinuteOfDay(startMinute)}-${formatMinuteOfDay(endMinute)}`;
}

/** When it begins and ends, in minutes since midnight on the kitchen's clock. */
export function minutesOf(window: DeliveryWindow): { startMinute: number; endMinute: number } {
  const [startMinute = 0, endMinute = 0] = window.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { startMinute, endMinute };
}

/** Each once, the earliest first. */
export function inTimeOrder(windows: Iterable<DeliveryWindow>): DeliveryWindow[] {
  return [...new Set(windows)].toSorted((a, b) => (a < b ? -1 : 1));
}
