import { type SlotReply, openSlotDays } from '#areas/places/calls/delivery-slots.ts';
import { formatDayAndMonth, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import {
  inTimeOrder,
  type DeliveryWindow,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';
import {
  closureOn,
  windowsOn,
  isClosedDay,
  windowsOfWeekday,
  windowWithName,
} from '#areas/business/rules/offered-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import {
  type SlotEditing,
  capacityProblem,
  changesOf,
  editedSlot,
  slotName,
} from '#areas/places/web/portal/slot-edits.ts';
import {
  useOpenBusiness,
  closuresQuery,
  slotWeekQuery,
  useCreateDay,
} from './delivery-slots-queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useId } from 'react';
import { placesFree, placesOver } from '#areas/order-book/rules/slot-week.ts';
import { CONTROL_CLASS, describedBy, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { call } from '#platform/web/api/client.ts';

type SlotDayProps = {
  date: PlainDate;
  monday: PlainDate;
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
  const close = useClosing();
  const day = formatDayAndMonth(date);
  const business = useOpenBusiness();
  const areAllSet = windowsOn(business, date).every((window) =>
    slots.some(({ timeSlot }) => timeSlot === window),
  );
  const isClosed =
    isClosedDay(business, date) || (areAllSet && slots.every(({ isActive }) => !isActive));
  const opening = useOpenDay({ date, monday, slots, editing });
  const about = <VisuallyHidden> {day}</VisuallyHidden>;
  return isClosed ? (
    <Button
      variant="quiet"
      size="small"
      busy={opening.isBusy}
      disabled={editing.isSaving}
      onClick={() => opening.run(slots.map(({ timeSlot }) => timeSlot))}
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

function useOpenDay({ date, monday, editing }: DayActionsProps, onDone?: () => void) {
  const client = useQueryClient();
  return useChange(
    (windows: DeliveryWindow[]) =>
      call(openSlotDays, { body: { from: date, until: date, windows } }),
    {
      onDone({ slots: ofDay, closures }) {
        client.setQueryData(closuresQuery.queryKey, closures);
        client.setQueryData(slotWeekQuery(monday).queryKey, (week) => [
          ...(week ?? []).filter((slot) => slot.date !== date),
          ...ofDay,
        ]);
        for (const { id, isActive } of ofDay) editing.onEdit(id, { isActive });
        onDone?.();
      },
      says: () => ({
        title: 'Day Opened',
        description: `${formatDayAndMonth(date)} takes orders again.`,
        tone: 'success',
      }),
      toastsFailure: 'Failed to update delivery slot',
    },
  );
}

type OpenDayDialogProps = DayActionsProps & {
  /** Those to open; none: all of the day. */
  asked: readonly DeliveryWindow[];
  onClose: () => void;
};

/** What the search asks for: the day or windows of it, and what can be ordered then. */
export function OpenDayDialog({ asked, onClose, ...day }: OpenDayDialogProps) {
  const { date, slots } = day;
  const business = useOpenBusiness();
  const opening = useOpenDay(day, onClose);
  const windows = windowsOfWeekday(business, weekdayOf(date));
  const toOpen = asked.length > 0 ? windows.filter((window) => asked.includes(window)) : windows;
  const isOff = (window: DeliveryWindow) =>
    slots.some(({ timeSlot, isActive }) => timeSlot === window && !isActive);
  const isOpen = closureOn(business, date) === undefined && !toOpen.some(isOff);
  const after = windows.filter((window) => toOpen.includes(window) || !isOff(window));
  const name = [formatDayAndMonth(date), ...asked.map(windowLabel)].join(', ');
  return (
    <ActionDialog
      title={`Open ${name}`}
      act="Open"
      change={opening}
      go={() => opening.run([...toOpen])}
      onClose={onClose}
      result={
        isOpen ? (
          <p>
            {toOpen.length === 0 ? `No window is offered on ${name}.` : `${name} is open already.`}
          </p>
        ) : undefined
      }
    >
      <p>Customers can order for {after.map(windowLabel).join(', ')}.</p>
    </ActionDialog>
  );
}

type NotSetSlotProps = {
  date: PlainDate;
  monday: PlainDate;
  window: DeliveryWindow;
  slots: readonly SlotReply[];
  /** Then there is nothing left to set. */
  isPast: boolean;
};

/** A slot without settings: customers can book it up to the default capacity. */
function NotSetSlot({ date, monday, window, slots, isPast }: NotSetSlotProps) {
  const isEditor = useMayDo('editSlots');
  const creation = useCreateDay(date, monday, slots);
  const { business } = useConfig();
  const { slotCapacity } = business;
  const count = windowsOn(business, date).length;
  return (
    <div className="grid content-start gap-1.5 rounded-xl border border-dashed border-control p-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 font-semibold">
        {windowWithName(business, window)}
        <span className="text-sm text-ink-soft">Not Set</span>
      </p>
      {!isPast && <p className="text-sm text-ink-soft">Open, {slotCapacity.default} places</p>}
      {isEditor && !isPast && (
        <Button
          variant="secondary"
          size="small"
          className="px-2 max-md:min-h-11"
          busy={creation.isBusy}
          busyLabel="Creating…"
          onClick={() => creation.run()}
        >
          Create slots
          <VisuallyHidden>
            {' '}
            for {formatDayAndMonth(date)}, {windowsText(count)}
          </VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

function windowsText(count: number): string {
  if (count === 1) return 'its window';
  return count === 2 ? 'both windows' : `all ${count} windows`;
}

function SlotSettings({
  slot,
  isOffered,
  isOver,
  isPast,
  editing,
}: {
  slot: SlotReply;
  /** False: the window or the day was taken out of the settings since. */
  isOffered: boolean;
  /** Its week is closed for orders. */
  isOver: boolean;
  isPast: boolean;
  editing: SlotEditing;
}) {
  const { business } = useConfig();
  const isEditor = useMayDo('editSlots');
  const edited = editedSlot(slot, editing.edits, business);
  const isChanged = changesOf([slot], editing.edits, business).length > 0;
  return (
    <div
      role="group"
      aria-label={slotName(slot)}
      className={classNames(
        'grid content-start gap-1.5 rounded-xl border p-2.5',
        isChanged ? 'border-warning' : 'border-line',
        !edited.isActive && 'bg-sunken',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 font-semibold">
        {windowWithName(business, slot.timeSlot)}
        <SlotState slot={edited} isOver={isOver} />
      </p>
      <p className="text-sm text-ink-soft tabular-nums">{countsText(slot)}</p>
      {!isOffered && (
        <p className="text-sm text-ink-soft">No longer in your settings: nothing new is booked.</p>
      )}
      {isEditor ? (
        <>
          <SlotControls slot={slot} editing={editing} />
          {!isPast && <CloseWindow slot={slot} isBusy={editing.isSaving} />}
        </>
      ) : (
        <p className="text-sm tabular-nums">{slot.maxDeliveries} places</p>
      )}
    </div>
  );
}

/** "17 booked, 1 being paid, 1 told of a place, 3 waiting". */
function countsText({ booked, held, bells = { waiting: 0, told: 0 } }: SlotReply): string {
  return [
    `${booked} booked`,
    held > 0 && `${held} being paid`,
    bells.told > 0 && `${bells.told} told of a place`,
    bells.waiting > 0 && `${bells.waiting} waiting`,
  ]
    .filter(Boolean)
    .join(', ');
}

function SlotControls({ slot, editing }: { slot: SlotReply; editing: SlotEditing }) {
  const { business } = useConfig();
  const { edits, failures, isSaving, onEdit, onLeave } = editing;
  const id = useId();
  const error = capacityProblem(slot, edits, business) ?? failures[slot.id] ?? null;
  const { min, max } = business.slotCapacity;
  return (
    <>
      <label htmlFor={id} className="flex items-center gap-2 text-sm">
        <span>
          Places<VisuallyHidden> for {slotName(slot)}</VisuallyHidden>
        </span>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          disabled={isSaving}
          value={edits[slot.id]?.capacity ?? String(slot.maxDeliveries)}
          onChange={(event) => onEdit(slot.id, { capacity: event.target.value })}
          onBlur={() => onLeave(slot.id)}
          className={classNames(
            CONTROL_CLASS,
            'min-h-11 min-w-0 appearance-none px-1.5! py-1 text-center tabular-nums',
          )}
          {...describedBy(id, { error })}
        />
      </label>
      <FieldNotes id={id} error={error} />
      <Switch
        label={
          <span className="text-sm">
            Active<VisuallyHidden>: {slotName(slot)}</VisuallyHidden>
          </span>
        }
        checked={editedSlot(slot, edits, business).isActive}
        disabled={isSaving}
        onChange={(isActive) => onEdit(slot.id, { isActive })}
      />
    </>
  );
}

/** The status in a word: "2 over", "Closed", "Full", "17 free"; after the cut-off "17 not sold". */
function SlotState({ slot, isOver }: { slot: SlotReply; isOver: boolean }) {
  const over = placesOver(slot);
  const free = placesFree(slot);
  if (over > 0) return <span className="text-sm text-danger">{over} over</span>;
  if (!slot.isActive) return <span className="text-sm text-ink-soft">Closed</span>;
  if (free === 0) return <span className="text-sm text-warning">Full</span>;
  if (isOver) return <span className="text-sm text-ink-soft tabular-nums">{free} not sold</span>;
  return <span className="text-sm text-success tabular-nums">{free} free</span>;
}

/** The way to what becomes of those who have booked, and to closing the window with it. */
function CloseWindow({ slot, isBusy }: { slot: SlotReply; isBusy: boolean }) {
  const close = useClosing();
  const { date, timeSlot, isActive, booked } = slot;
  if (!isActive && booked === 0) return null;
  return (
    <button
      type="button"
      // A week of seven columns leaves no room for a button with padding.
      className="min-h-11 w-fit text-left text-sm font-semibold text-primary underline underline-offset-4 disabled:opacity-55"
      disabled={isBusy}
      onClick={() => close({ from: date, windows: [timeSlot], isForBooked: !isActive })}
    >
      {isActive ? 'Close…' : 'Move or refund…'}
      <VisuallyHidden> {slotName(slot)}</VisuallyHidden>
    </button>
  );
}
