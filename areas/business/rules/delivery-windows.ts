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

/** "11am" of "11am-1pm": where the kitchen works for it. */
export function windowStartText(window: DeliveryWindow): string {
  return formatMinuteOfDay(minutesOf(window).startMinute);
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

/** Delivery windows as text: what is well formed, and what people and programs write. */
const TIME = String.raw`([01]\d|2[0-3]):([0-5]\d)`;
/** For the database too, so in the words that both understand. */
export const WINDOW_PATTERN = `^${TIME}-${TIME}$`;
const WIRE_FORM = new RegExp(WINDOW_PATTERN);
const LABEL = /^(\d{1,2})(?::(\d{2}))?(am|pm)-(\d{1,2})(?::(\d{2}))?(am|pm)$/;

const NOON = 12 * 60;

/** Well formed, and it ends after it starts. */
export function isDeliveryWindow(text: string): text is DeliveryWindow {
  return WIRE_FORM.test(text) && text.slice(0, 5) < text.slice(6);
}

/** From its start to its end, in minutes since midnight. */
export function windowBetween(startMinute: number, endMinute: number): DeliveryWindow {
  return `${timeText(startMinute)}-${timeText(endMinute)}`;
}

/** Parses the wire form or its label; null for anything else. */
export function parseDeliveryWindow(text: string): DeliveryWindow | null {
  if (isDeliveryWindow(text)) return text;
  const [, hour, minute, half, endHour, endMinute, endHalf] = LABEL.exec(spelledOut(text)) ?? [];
  const start = minuteOf(hour, minute, half);
  const end = minuteOf(endHour, endMinute, endHalf);
  return start === null || end === null || start >= end ? null : windowBetween(start, end);
}

function spelledOut(label: string): string {
  return label.replaceAll('midday', '12pm').replaceAll('midnight', '12am');
}

function minuteOf(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
): number | null {
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
  const isOnClock = hours >= 1 && hours <= 12 && minutes < 60;
  if (!isOnClock) return null;
  return (hours % 12) * 60 + minutes + (half === 'pm' ? NOON : 0);
}

/** "09:30", as in a window. */
export function timeText(minuteOfDay: number): string {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
