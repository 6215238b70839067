import { formatDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Conflict } from '#platform/server/errors.ts';

/** Tells staff which slots are full, so that they can make room or choose another window. */
export class FullSlots extends Conflict {
  readonly slots: readonly SlotKey[];

  constructor(slots: readonly SlotKey[]) {
    const names = slots.map(({ date, window }) => `${formatDate(date)} ${windowLabel(window)}`);
    super('slot_full', `No place left on ${names.join(', ')}. Nothing was changed.`, {
      full: slots.map(({ date, window }) => ({ date, timeSlot: window })),
    });
    this.slots = slots;
  }
}

export function slotFull(full: readonly SlotKey[]): FullSlots {
  return new FullSlots(full);
}
