/** When new deliveries can be booked: the kitchen's windows of a weekday, unless that day is closed. */
import { formatDate, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  type ClosedDate,
  type DeliveryWindow,
  inTimeOrder,
  type WindowFact,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';

export type WindowFacts = {
  deliveryWindows: readonly WindowFact[];
  closedDates: readonly ClosedDate[];
};

/** All the kitchen's windows, whatever their weekdays, the earliest first. */
export function offeredWindows({
  deliveryWindows,
}: Pick<WindowFacts, 'deliveryWindows'>): DeliveryWindow[] {
  return inTimeOrder(deliveryWindows.map(({ timeSlot }) => timeSlot));
}

/** Those of a date, the earliest first; none on a closed day. */
export function windowsOn(facts: WindowFacts, date: PlainDate): DeliveryWindow[] {
  if (closedReason(facts, date) !== null) return [];
  return windowsOfWeekday(facts, weekdayOf(date));
}

/** Those of a weekday, closed or not. Sunday is 0. */
export function windowsOfWeekday(
  { deliveryWindows }: Pick<WindowFacts, 'deliveryWindows'>,
  weekday: number,
): DeliveryWindow[] {
  return offeredWindows({
    deliveryWindows: deliveryWindows.filter(({ weekdays }) => weekdays.includes(weekday)),
  });
}

/** Why the kitchen does not deliver on that date; null: it is not closed. */
export function closedReason(
  { closedDates }: Pick<WindowFacts, 'closedDates'>,
  date: PlainDate,
): string | null {
  return closedDates.find((closed) => closed.date === date)?.reason ?? null;
}

/** Whether new deliveries can be booked into it. What is booked already stays, whatever this says. */
export function isOfferedSlot(facts: WindowFacts, { date, window }: SlotKey): boolean {
  return windowsOn(facts, date).includes(window);
}

/** This window where it is offered, else the first of that date; itself on a day without any. */
export function nearestWindow(facts: WindowFacts, { date, window }: SlotKey): DeliveryWindow {
  const windows = windowsOn(facts, date);
  return windows.includes(window) ? window : (windows[0] ?? window);
}

/** "Breakfast, 7am-9am"; its times alone when the kitchen gave it no name. */
export function windowWithName(
  { deliveryWindows }: Pick<WindowFacts, 'deliveryWindows'>,
  window: DeliveryWindow,
): string {
  const name = deliveryWindows.find(({ timeSlot }) => timeSlot === window)?.label ?? null;
  return name === null ? windowLabel(window) : `${name}, ${windowLabel(window)}`;
}

/** What is wrong with booking this; null: nothing. */
export function slotProblem(
  facts: WindowFacts,
  slot: SlotKey,
): { about: 'date' | 'window'; message: string } | null {
  const { date } = slot;
  if (isOfferedSlot(facts, slot)) return null;
  const windows = windowsOn(facts, date);
  const day = formatDate(date);
  if (windows.length > 0) {
    const message = `Please choose another window on ${day}: ${windows.map(windowLabel).join(' or ')}`;
    return { about: 'window', message };
  }
  const reason = closedReason(facts, date);
  const why = reason === null ? '' : ` (${reason})`;
  return { about: 'date', message: `We don’t deliver on ${day}${why}. Please choose another day.` };
}
