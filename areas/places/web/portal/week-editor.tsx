import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useOpenBusiness } from './use-open-business.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { CopyWeek } from './copy-week.tsx';
import { SlotDay } from './slot-day.tsx';
import {
  changesOf,
  type SlotEdit,
  type SlotEdits,
  stage,
  tidyCapacity,
  withoutEdits,
  editedSlot,
} from './slot-edits.ts';
import { UnsavedSlots } from './unsaved-slots.tsx';
import { useSaveSlots } from './use-save-slots.ts';
import type { SaveFailures } from './slot-edits.ts';
import { summariseSlotWeek } from '#areas/order-book/rules/slot-week.ts';
import { StatList } from '#platform/web/ui/layout/stat-list.tsx';

type WeekEditorProps = { monday: PlainDate; today: PlainDate; slots: readonly SlotReply[] };

/** A week with its staged changes. */
export function WeekEditor({ monday, today, slots }: WeekEditorProps) {
  const { business } = useConfig();
  const { data: open } = useQuery(orderingWeekQuery);
  const isEditor = useMayDo('editSlots');
  const [edits, setEdits] = useState<SlotEdits>({});
  const [failures, setFailures] = useState<SaveFailures>({});
  const changes = changesOf(slots, edits, business);
  const saving = useSaveSlots(monday, (saved, failed) => {
    setEdits((staged) => withoutEdits(staged, saved));
    setFailures(failed);
  });

  function reset() {
    setEdits({});
    setFailures({});
  }
  const editing = {
    edits,
    failures,
    isSaving: saving.isBusy,
    onEdit: (slotId: number, edit: SlotEdit) => setEdits((staged) => stage(staged, slotId, edit)),
    onLeave: (slotId: number) => setEdits((staged) => tidyCapacity(staged, slotId, business)),
  };
  return (
    <>
      <SlotStats monday={monday} slots={slots} edits={edits} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-7">
        {weekFrom(monday).map((date) => (
          <SlotDay
            key={date}
            date={date}
            monday={monday}
            slots={slots.filter((slot) => slot.date === date)}
            isPast={date < today}
            isInOrderWeek={open !== undefined && date >= open.weekStart && date <= open.weekEnd}
            editing={editing}
          />
        ))}
      </div>
      {isEditor && (
        <>
          <CopyWeek monday={monday} isBlocked={changes.length > 0} />
          <UnsavedSlots
            changes={changes}
            edits={edits}
            isSaving={saving.isBusy}
            onSave={() => saving.run(changes)}
            onReset={reset}
          />
        </>
      )}
    </>
  );
}

/** For the week with all staged changes. */
function SlotStats({
  monday,
  slots,
  edits,
}: Pick<WeekEditorProps, 'monday' | 'slots'> & { edits: SlotEdits }) {
  const business = useOpenBusiness();
  const offered = weekFrom(monday).flatMap((date) =>
    windowsOn(business, date).map((window) => ({ date, window })),
  );
  const isSet = ({ date, window }: SlotKey) =>
    slots.some((slot) => slot.date === date && slot.timeSlot === window);
  const isOfferedSlot = ({ date, timeSlot }: SlotReply) =>
    offered.some((one) => one.date === date && one.window === timeSlot);
  const week = summariseSlotWeek(
    slots.map((slot) => {
      const edited = editedSlot(slot, edits, business);
      return { ...edited, isActive: edited.isActive && isOfferedSlot(slot) };
    }),
    offered.filter((slot) => !isSet(slot)).length,
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
