export const SLOT_BELL_KEY = 'slotBell';

/**
 * The secret of a place that is held for this browser's customer, for all its tabs: the basket is in another one. Null if
 * none was kept here, or the browser keeps nothing.
 */
export function readSlotBell(): string | null {
  try {
    return localStorage.getItem(SLOT_BELL_KEY);
  } catch {
    return null;
  }
}
