import { useId } from 'react';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { placesFree, placesOver } from '#areas/order-book/rules/slot-week.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { CONTROL_CLASS, describedBy, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import {
  type SlotEditing,
  capacityProblem,
  changesOf,
  editedSlot,
  slotName,
} from './slot-edits.ts';
import { useClosing } from './closing.ts';

/** A slot that has been set: its bookings, and what staff can change if their role may. */
export function SlotSettings({
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
