import { compareText } from '#platform/rules/compare-text.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type OrderDraft, deliveryTypeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { placedMeals, windowOfDraft } from '#areas/order-book/rules/order-pricing.ts';

export type WeekDays = Pick<OrderingWeekReply, 'days'>;

/** By date. Empty until daily or weekly, and the day of a weekly delivery, are chosen. */
export function deliveriesOf(draft: OrderDraft, facts: BusinessFacts): SlotKey[] {
  const type = deliveryTypeOfDraft(draft, facts);
  if (type === null || (type === 'weekly' && draft.weeklyDeliveryDay === null)) return [];
  const meals = placedMeals(draft, type, () => undefined, facts);
  return [...new Set(meals.map(({ deliveryDate }) => deliveryDate))]
    .map((date) => ({ date, window: windowOfDraft(draft, date, facts) }))
    .toSorted((a, b) => compareText(a.date, b.date));
}

export type WindowState = { open: boolean; note: string | null };

/** Whether a window of a date takes another delivery, and its note: "3 places left", "Full" or "Closed". */
export function windowState(week: WeekDays, { date, window }: SlotKey): WindowState {
  const found = week.days
    .find((day) => day.date === date)
    ?.windows.find(({ timeSlot }) => timeSlot === window);
  if (!found) return { open: false, note: 'Closed' };
  if (!found.open) return { open: false, note: found.placesLeft === null ? 'Closed' : 'Full' };
  if (found.placesLeft === null) return { open: true, note: null };
  return {
    open: true,
    note: found.placesLeft === 1 ? '1 place left' : `${found.placesLeft} places left`,
  };
}

export function closedDeliveries(
  draft: OrderDraft,
  week: WeekDays,
  facts: BusinessFacts,
): SlotKey[] {
  return deliveriesOf(draft, facts).filter((delivery) => !windowState(week, delivery).open);
}

export function hasOpenWindow(week: WeekDays, date: PlainDate): boolean {
  return week.days.some((day) => day.date === date && day.windows.some(({ open }) => open));
}

/** Why those of these windows that take no delivery don't: "full", "closed", "full or closed". */
export function whyTaken(week: WeekDays, slots: readonly SlotKey[]): string {
  const states = slots.map((slot) => windowState(week, slot)).filter(({ open }) => !open);
  const words = new Set(states.map(({ note }) => note?.toLowerCase()));
  return ['full', 'closed'].filter((word) => words.has(word)).join(' or ');
}

/** Said at a delivery that cannot come as it was chosen. */
export function whyNotBrought(week: WeekDays, slot: SlotKey, facts: BusinessFacts): string {
  const day = formatDayAndMonth(slot.date);
  return windowsOn(facts, slot.date).length === 0
    ? `We don’t deliver on ${day}. Please move its meals to another day.`
    : `This window is ${whyTaken(week, [slot])} on ${day}. Please choose another, or move the meals.`;
}

/** Said where going on is not possible with these. */
export function takenText(week: WeekDays, slots: readonly SlotKey[]): string {
  return `A delivery window is ${whyTaken(week, slots)}. Please choose another`;
}

/** The dates on which this window is full or closed. */
export function datesWithout(
  window: DeliveryWindow,
  dates: readonly PlainDate[],
  week: WeekDays,
): PlainDate[] {
  return dates.filter((date) => !windowState(week, { date, window }).open);
}
