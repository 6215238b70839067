import type { SlotReply } from '#contract/delivery-slots.ts';
import { summariseSlotWeek } from '#domain/delivery/slot-week.ts';
import { useConfig } from '#web/api/page-data.ts';
import { Figures } from '#web/ui/layout/figures.tsx';
import { editedSlot, type SlotEdits } from './slot-edits.ts';

/** For the week with all staged changes. */
export function SlotFigures({ slots, edits }: { slots: readonly SlotReply[]; edits: SlotEdits }) {
  const { business } = useConfig();
  const week = summariseSlotWeek(
    slots.map((slot) => editedSlot(slot, edits, business)),
    business,
  );
  return (
    <Figures
      figures={[
        { label: 'Open slots', value: week.openSlots },
        { label: 'Places', value: week.places },
        { label: 'Booked', value: week.booked },
        { label: 'Free this week', value: week.free },
      ]}
    />
  );
}
