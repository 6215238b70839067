/** The week of delivery slots on the staff page: Monday to Sunday, the windows of each day. Spec 2. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type PlainDate, weekdayUpTo } from '#platform/rules/plain-date.ts';
import type { SlotState } from '#areas/business/rules/delivery-slots.ts';

const MONDAY = 1;

export function mondayOf(date: PlainDate): PlainDate {
  return weekdayUpTo(date, MONDAY);
}

/** Places left; 0 on a closed slot. */
export function placesFree(slot: SlotState): number {
  return slot.isActive ? Math.max(0, slot.maxDeliveries - slot.held - slot.booked) : 0;
}

/** Deliveries beyond the capacity, which staff lowered after they were booked. */
export function placesOver(slot: SlotState): number {
  return Math.max(0, slot.held + slot.booked - slot.maxDeliveries);
}

export type SlotWeekSummary = { openSlots: number; places: number; booked: number; free: number };

/**
 * The four numbers above the week. `slots` has the week's slots that have been set; `notSet` counts the others that are
 * offered: customers can book them up to the default capacity, so they count as open.
 */
export function summariseSlotWeek(
  slots: readonly SlotState[],
  notSet: number,
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): SlotWeekSummary {
  const open = slots.filter((slot) => slot.isActive);
  const placesNotSet = notSet * facts.slotCapacity.default;
  return {
    openSlots: open.length + notSet,
    places: sum(open, (slot) => slot.maxDeliveries) + placesNotSet,
    booked: sum(slots, (slot) => slot.booked),
    free: sum(open, placesFree) + placesNotSet,
  };
}

function sum(slots: readonly SlotState[], numberOf: (slot: SlotState) => number): number {
  return slots.reduce((total, slot) => total + numberOf(slot), 0);
}
