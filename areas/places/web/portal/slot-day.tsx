import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { closureOn, windowsOn, isClosedDay } from '#areas/business/rules/offered-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useClosing } from './closing.ts';
import { NotSetSlot } from './not-set-slot.tsx';
import { SlotSettings } from './slot-settings.tsx';
import type { SlotEditing } from './slot-edits.ts';
import { useOpenBusiness, closuresQuery } from './use-open-business.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { sendOpenDays, slotWeekQuery } from './delivery-slots-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type SlotDayProps = {
  date: PlainDate;
  monday: PlainDate;
  /** The day's slots that have been set. */
  slots: readonly SlotReply[];
  isPast: boolean;
  /** Its week is closed for orders. */
  isOver: boolean;
  isInOrderWeek: boolean;
  editing: SlotEditing;
};

export function SlotDay({
  date,
  monday,
  slots,
  isPast,
  isOver,
  isInOrderWeek,
  editing,
}: SlotDayProps) {
  const isEditor = useMayDo('editSlots');
  const business = useOpenBusiness();
  const headingId = `day-${date}`;
  const offered = windowsOn(business, date);
  const windows = inTimeOrder([...offered, ...slots.map(({ timeSlot }) => timeSlot)]);
  const closure = closureOn(business, date);
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(
        'flex min-w-0 flex-col gap-3 rounded-2xl border bg-surface p-3',
        isInOrderWeek ? 'border-primary' : 'border-line',
      )}
    >
      <header className="flex min-h-7 flex-wrap content-start items-center justify-between gap-x-2 gap-y-1 xl:min-h-16">
        <h3 id={headingId} className={classNames('text-base', isPast && 'text-ink-soft')}>
          {formatDayAndMonth(date)}
        </h3>
        {isInOrderWeek && <Badge variant="secondary">Order week</Badge>}
        {isPast && <span className="text-sm text-ink-soft">Past</span>}
        {offered.length === 0 && (
          <span className="text-sm text-ink-soft">
            {closure ? `Closed: ${closure.reason}` : 'No deliveries on this weekday'}
          </span>
        )}
      </header>
      <div className="grid flex-1 grid-cols-2 gap-3 sm:auto-rows-fr sm:grid-cols-1">
        {windows.map((window) => {
          const slot = slots.find(({ timeSlot }) => timeSlot === window);
          return slot ? (
            <SlotSettings
              key={window}
              slot={slot}
              isOffered={offered.includes(window)}
              isOver={isOver}
              isPast={isPast}
              editing={editing}
            />
          ) : (
            <NotSetSlot
              key={window}
              date={date}
              monday={monday}
              window={window}
              slots={slots}
              isPast={isPast}
            />
          );
        })}
      </div>
      {!isPast && isEditor && (windows.length > 0 || closure) && (
        <DayActions date={date} monday={monday} slots={slots} editing={editing} />
      )}
    </section>
  );
}

type DayActionsProps = {
  date: PlainDate;
  monday: PlainDate;
  slots: readonly SlotReply[];
  editing: SlotEditing;
};

/** The way to close a day, with what becomes of its bookings; one that is closed opens at once, with its windows. */
function DayActions({ date, monday, slots, editing }: DayActionsProps) {
  const client = useQueryClient();
  const close = useClosing();
  const day = formatDayAndMonth(date);
  const business = useOpenBusiness();
  const areAllSet = windowsOn(business, date).every((window) =>
    slots.some(({ timeSlot }) => timeSlot === window),
  );
  const isClosed =
    isClosedDay(business, date) || (areAllSet && slots.every(({ isActive }) => !isActive));
  const opening = useChange(() => sendOpenDays({ from: date, until: date, withWindows: true }), {
    onDone({ slots: ofDay, closures }) {
      client.setQueryData(closuresQuery.queryKey, closures);
      client.setQueryData(slotWeekQuery(monday).queryKey, (week) => [
        ...(week ?? []).filter((slot) => slot.date !== date),
        ...ofDay,
      ]);
      for (const { id, isActive } of ofDay) editing.onEdit(id, { isActive });
    },
    says: () => ({
      title: 'Day Opened',
      description: `${day} takes orders again.`,
      tone: 'success',
    }),
    toastsFailure: 'Failed to update delivery slot',
  });
  const about = <VisuallyHidden> {day}</VisuallyHidden>;
  return isClosed ? (
    <Button
      variant="quiet"
      size="small"
      busy={opening.isBusy}
      disabled={editing.isSaving}
      onClick={() => opening.run()}
    >
      Open day{about}
    </Button>
  ) : (
    <Button
      variant="quiet"
      size="small"
      disabled={editing.isSaving}
      onClick={() => close({ from: date, windows: [] })}
    >
      Close day…{about}
    </Button>
  );
}
