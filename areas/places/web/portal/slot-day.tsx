import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { closureOn, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { DayActions } from './day-actions.tsx';
import { NotSetSlot } from './not-set-slot.tsx';
import { SlotSettings } from './slot-settings.tsx';
import type { SlotEditing } from './slot-edits.ts';
import { useOpenBusiness } from './use-open-business.ts';

type SlotDayProps = {
  date: PlainDate;
  monday: PlainDate;
  /** The day's slots that have been set. */
  slots: readonly SlotReply[];
  isPast: boolean;
  isInOrderWeek: boolean;
  editing: SlotEditing;
};

export function SlotDay({ date, monday, slots, isPast, isInOrderWeek, editing }: SlotDayProps) {
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
