import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { isClosedDay, windowsOn } from '#areas/business/rules/offered-windows.ts';
import {
  sendCloseSlotDay,
  slotWeekQuery,
} from '#areas/places/web/portal/delivery-slots-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Tooltip } from '#platform/web/ui/feedback/tooltip.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { SlotEditing } from './slot-edits.ts';
import { closuresQuery, useOpenBusiness } from './use-open-business.ts';

type DayActionsProps = {
  date: PlainDate;
  monday: PlainDate;
  slots: readonly SlotReply[];
  editing: SlotEditing;
};

/** Closes or opens a day. It takes effect immediately; bookings stay. */
export function DayActions({ date, monday, slots, editing }: DayActionsProps) {
  const client = useQueryClient();
  const day = formatDayAndMonth(date);
  const business = useOpenBusiness();
  const areAllSet = windowsOn(business, date).every((window) =>
    slots.some(({ timeSlot }) => timeSlot === window),
  );
  const isClosed =
    isClosedDay(business, date) || (areAllSet && slots.every(({ isActive }) => !isActive));
  const closing = useChange((closed: boolean) => sendCloseSlotDay(date, closed), {
    onDone({ slots: ofDay, closures }) {
      client.setQueryData(closuresQuery.queryKey, closures);
      client.setQueryData(slotWeekQuery(monday).queryKey, (week) => [
        ...(week ?? []).filter((slot) => slot.date !== date),
        ...ofDay,
      ]);
      for (const { id, isActive } of ofDay) editing.onEdit(id, { isActive });
    },
    says({ slots: ofDay }, closed) {
      const booked = ofDay.reduce((sum, slot) => sum + slot.booked, 0);
      return {
        title: closed ? 'Day Closed' : 'Day Opened',
        description: closed ? closedText(day, booked) : `${day} takes orders again.`,
        tone: 'success',
      };
    },
    toastsFailure: 'Failed to update delivery slot',
  });
  return (
    <Tooltip
      text={isClosed ? 'Take new bookings again.' : 'Stop new bookings. Existing ones stay.'}
    >
      <Button
        variant="quiet"
        size="small"
        className="max-md:min-h-11"
        busy={closing.isBusy}
        disabled={editing.isSaving}
        onClick={() => closing.run(!isClosed)}
      >
        {isClosed ? 'Open day' : 'Close day'}
        <VisuallyHidden> {day}</VisuallyHidden>
      </Button>
    </Tooltip>
  );
}

function closedText(day: string, booked: number): string {
  const stays =
    booked === 1 ? 'The 1 booked delivery stays.' : `The ${booked} booked deliveries stay.`;
  return booked === 0 ? `${day} takes no orders.` : `${day} takes no more orders. ${stays}`;
}
