/**
 * A delivery slot is a window on a date with a number of places; each order takes one place however many meals it has.
 * Spec 4.
 */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type SlotKey = { date: PlainDate; window: DeliveryWindow };

export type SlotState = { maxDeliveries: number; held: number; booked: number; isActive: boolean };

export type SlotOpening = {
  open: boolean;
  /** Set only when few are left; null when there are plenty, or when staff have closed the slot. */
  placesLeft: number | null;
};

/**
 * What a customer sees of a slot: it is full when its places are sold, and what staff hold for callers counts as sold. What
 * others hold unpaid does not, or anyone could make a window look full. A slot that staff have not set is open with the
 * default capacity.
 */
export function slotOpening(
  slot: (Omit<SlotState, 'held'> & { heldByStaff: number }) | undefined,
  facts: { slotCapacity: { default: number }; fewPlacesLeft: number },
): SlotOpening {
  const state = slot ?? {
    maxDeliveries: facts.slotCapacity.default,
    heldByStaff: 0,
    booked: 0,
    isActive: true,
  };
  if (!state.isActive) return { open: false, placesLeft: null };
  const places = Math.max(0, state.maxDeliveries - state.heldByStaff - state.booked);
  return { open: places > 0, placesLeft: places <= facts.fewPlacesLeft ? places : null };
}

/** The order in which every transaction locks its slots, to rule out deadlocks. */
export function compareSlotKeys(a: SlotKey, b: SlotKey): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.window === b.window) return 0;
  return a.window < b.window ? -1 : 1;
}
