/** When new deliveries can be booked: the kitchen's windows of a weekday, unless it is closed then. */
import { compareText } from '#platform/rules/compare-text.ts';
import { addDays, formatDate, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  type Closure,
  type DeliveryWindow,
  inTimeOrder,
  minutesOf,
  type WindowFact,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';

export type WindowFacts = {
  deliveryWindows: readonly WindowFact[];
  closures: readonly Closure[];
};

type Closures = Pick<WindowFacts, 'closures'>;

/** All the kitchen's windows, whatever their weekdays, the earliest first. */
export function offeredWindows({
  deliveryWindows,
}: Pick<WindowFacts, 'deliveryWindows'>): DeliveryWindow[] {
  return inTimeOrder(deliveryWindows.map(({ timeSlot }) => timeSlot));
}

/** Those of a date, the earliest first; none on a closed day. */
export function windowsOn(facts: WindowFacts, date: PlainDate): DeliveryWindow[] {
  const closure = closureOn(facts, date);
  const windows = windowsOfWeekday(facts, weekdayOf(date));
  if (!closure) return windows;
  return windows.filter((window) => minutesOf(window).endMinute <= (closure.fromMinute ?? 0));
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

/** The closure that has this date, or the rest of it. */
export function closureOn({ closures }: Closures, date: PlainDate): Closure | undefined {
  return closures.find(({ from, until }) => from <= date && (until === null || date <= until));
}

/** Closed from morning to night: nobody cooks, delivers or takes anything in. */
export function isClosedDay(facts: Closures, date: PlainDate): boolean {
  const closure = closureOn(facts, date);
  return closure !== undefined && closure.fromMinute === undefined;
}

/** With these days closed so, whatever of them was closed otherwise. */
export function withClosure(facts: Closures, closure: Closure): Closure[] {
  const { from, until } = closure;
  const others = withDaysOpen(facts, { from, until });
  return [...others, closure].toSorted((a, b) => compareText(a.from, b.from));
}

/** With these days open, both ends included; of a closure that goes on before or after them, the rest stays closed. */
export function withDaysOpen(
  { closures }: Closures,
  { from: first, until: last }: Pick<Closure, 'from' | 'until'>,
): Closure[] {
  return closures.flatMap((closure) => {
    const { from, until } = closure;
    const isElsewhere = (last !== null && from > last) || (until !== null && until < first);
    if (isElsewhere) return [closure];
    return [
      ...(from < first ? [{ ...closure, until: addDays(first, -1) }] : []),
      ...(last !== null && (until === null || until > last)
        ? [{ ...closure, from: addDays(last, 1) }]
        : []),
    ];
  });
}

/** Whether the kitchen delivers then. What is booked already stays, whatever this says. */
export function isOffered(
  facts: WindowFacts,
  { date, window, isActive = true }: SlotKey & { isActive?: boolean | undefined },
): boolean {
  return isActive && windowsOn(facts, date).includes(window);
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
  if (isOffered(facts, slot)) return null;
  const windows = windowsOn(facts, date);
  const day = formatDate(date);
  if (windows.length > 0) {
    const message = `Please choose another window on ${day}: ${windows.map(windowLabel).join(' or ')}`;
    return { about: 'window', message };
  }
  const closure = closureOn(facts, date);
  const why = closure ? ` (${closure.reason})` : '';
  return { about: 'date', message: `We don’t deliver on ${day}${why}. Please choose another day.` };
}
