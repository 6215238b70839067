import type { SlotReply } from '#contract/delivery-slots.ts';
import { summariseSlotWeek } from '#domain/delivery/slot-week.ts';
import { useConfig } from '#web/api/page-data.ts';
import { StatList } from '#web/ui/layout/stat-list.tsx';
import { editedSlot, type SlotEdits } from './slot-edits.ts';

/** For the week with all staged changes. */
export function SlotStats({ slots, edits }: { slots: readonly SlotReply[]; edits: SlotEdits }) {
  const { business } = useConfig();
  const week = summariseSlotWeek(
    slots.map((slot) => editedSlot(slot, edits, business)),
    business,
  );
  return (
    <StatList
      stats={[
        { label: 'Open slots', value: week.openSlots },
        { label: 'Places', value: week.places },
        { label: 'Booked', value: week.booked },
        { label: 'Free this week', value: week.free },
      ]}
    />
  );
}
