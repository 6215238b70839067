import { formatDate } from '#domain/calendar/plain-date.ts';
import type { SlotKey } from '#domain/delivery/delivery-slots.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { Conflict } from '#server/errors.ts';

/** Tells staff which slots are full, so that they can make room or choose another window. */
export function slotFull(full: readonly SlotKey[]): Conflict {
  const names = full.map(({ date, window }) => `${formatDate(date)} ${windowLabel(window)}`);
  return new Conflict('slot_full', `No place left on ${names.join(', ')}. Nothing was changed.`, {
    full: full.map(({ date, window }) => ({ date, timeSlot: window })),
  });
}
