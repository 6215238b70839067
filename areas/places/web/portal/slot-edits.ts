/** Changes to delivery slots, staged on this screen until they are saved together. Spec 4. */
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { readSlotCapacity, slotCapacityProblem } from '#areas/places/rules/slot-capacity.ts';

export type SaveFailures = Readonly<Record<number, string>>;

export type SlotEditing = {
  edits: SlotEdits;
  failures: SaveFailures;
  isSaving: boolean;
  onEdit: (slotId: number, edit: SlotEdit) => void;
  /** Called when the field loses focus. */
  onLeave: (slotId: number) => void;
};

type CapacityFacts = Pick<BusinessFacts, 'slotCapacity'>;

/** `capacity` is the field's text; whatever is missing is unchanged. */
export type SlotEdit = { capacity?: string; isActive?: boolean };

export type SlotEdits = Readonly<Record<number, SlotEdit>>;

export type SlotValues = Partial<Pick<SlotReply, 'maxDeliveries' | 'isActive'>>;

export type SlotChange = { slot: SlotReply; settings: SlotValues };

export function stage(edits: SlotEdits, slotId: number, edit: SlotEdit): SlotEdits {
  return { ...edits, [slotId]: { ...edits[slotId], ...edit } };
}

/** When the field loses focus, anything non-numeric becomes the default. */
export function tidyCapacity(edits: SlotEdits, slotId: number, facts: CapacityFacts): SlotEdits {
  const typed = edits[slotId]?.capacity;
  if (typed === undefined) return edits;
  return stage(edits, slotId, { capacity: String(readSlotCapacity(typed, facts)) });
}

export function editedSlot(slot: SlotReply, edits: SlotEdits, facts: CapacityFacts): SlotReply {
  return { ...slot, ...settingsOf(slot, edits[slot.id], facts) };
}

export function capacityProblem(
  slot: SlotReply,
  edits: SlotEdits,
  facts: CapacityFacts,
): string | null {
  return slotCapacityProblem(editedSlot(slot, edits, facts).maxDeliveries, facts);
}

export function changesOf(
  slots: readonly SlotReply[],
  edits: SlotEdits,
  facts: CapacityFacts,
): SlotChange[] {
  return slots.flatMap((slot) => {
    const settings = settingsOf(slot, edits[slot.id], facts);
    return Object.keys(settings).length === 0 ? [] : [{ slot, settings }];
  });
}

export function withoutEdits(edits: SlotEdits, slotIds: readonly number[]): SlotEdits {
  return Object.fromEntries(Object.entries(edits).filter(([id]) => !slotIds.includes(Number(id))));
}

/** "Tue 13 Jan 11am-1pm". */
export function slotName({ date, timeSlot }: Pick<SlotReply, 'date' | 'timeSlot'>): string {
  return `${formatDayAndMonth(date)} ${windowLabel(timeSlot)}`;
}

function settingsOf(slot: SlotReply, edit: SlotEdit | undefined, facts: CapacityFacts): SlotValues {
  const capacity = edit?.capacity === undefined ? null : readSlotCapacity(edit.capacity, facts);
  const isActive = edit?.isActive ?? slot.isActive;
  return {
    ...(capacity !== null && capacity !== slot.maxDeliveries && { maxDeliveries: capacity }),
    ...(isActive !== slot.isActive && { isActive }),
  };
}
