import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  isPlainDate,
  type PlainDate,
  addDays,
  formatDate,
  formatDayAndMonth,
  weekFrom,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { mondayOf, summariseSlotWeek } from '#areas/order-book/rules/slot-week.ts';
import { slotWeekQuery, useOpenBusiness } from './delivery-slots-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useState } from 'react';
import { type SlotReply, copySlotWeek, updateSlot } from '#areas/places/calls/delivery-slots.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowsOfWeekday, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useMayDo, isSignedOut } from '#platform/web/api/session.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import { inTimeOrder, isDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { OpenDayDialog, SlotDay } from './slot-day.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import {
  changesOf,
  type SlotEdit,
  type SlotEdits,
  stage,
  tidyCapacity,
  withoutEdits,
  editedSlot,
  type SaveFailures,
  capacityProblem,
  type SlotChange,
  slotName,
} from '#areas/places/web/portal/slot-edits.ts';
import { StatList } from '#platform/web/ui/layout/data-table.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { call } from '#platform/web/api/client.ts';

/** Spec 2: one week of slots at a time; the address says which. */
export function DeliverySlots() {
  const { timeZone } = useConfig().business;
  const [params, setParams] = useSearchParams();
  // By the kitchen's clock, never the device's.
  const asked = params.get('week') ?? '';
  return (
    <section className="grid gap-5 py-5">
      <Loaded query={useQuery(orderingWeekQuery)} what="the week">
        {({ now }) => {
          const today = wallTimeAt(Date.parse(now), timeZone).date;
          const monday = mondayOf(isPlainDate(asked) ? asked : today);
          return (
            <>
              <DayPicker
                title={
                  <h2 className="text-xl">
                    {formatDayAndMonth(monday)} to {formatDate(addDays(monday, LAST_DAY))}
                  </h2>
                }
                date={monday}
                now={mondayOf(today)}
                days={7}
                words={{ before: 'Previous Week', now: 'This Week', after: 'Next Week' }}
                onChoose={(week) => setParams({ week }, { preventScrollReset: true })}
              />
              <Week key={monday} monday={monday} today={today} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Week({ monday, today }: { monday: PlainDate; today: PlainDate }) {
  return (
    <Loaded query={useQuery(slotWeekQuery(monday))} what="the delivery slots" kind="detail">
      {(slots) => <WeekEditor monday={monday} today={today} slots={slots} />}
    </Loaded>
  );
}

const LAST_DAY = 6;

type WeekEditorProps = { monday: PlainDate; today: PlainDate; slots: readonly SlotReply[] };

function WeekEditor({ monday, today, slots }: WeekEditorProps) {
  const { business } = useConfig();
  const formatInstant = useFormatInstant();
  const { data: open } = useQuery(orderingWeekQuery);
  const isEditor = useMayDo('editSlots');
  const [edits, setEdits] = useState<SlotEdits>({});
  const [failures, setFailures] = useState<SaveFailures>({});
  const changes = changesOf(slots, edits, business);
  const close = useClosing();
  const [params, setParams] = useSearchParams();
  const toOpen = params.get('open') ?? '';
  const saving = useSaveSlots(monday, ({ saved, closed, failed }) => {
    setEdits((staged) => withoutEdits(staged, saved));
    setFailures(failed);
    askForBooked(closed);
  });

  /** What was switched off with bookings in it: a question for each day. */
  function askForBooked(closed: readonly SlotReply[]) {
    for (const [from, ofDay] of Map.groupBy(closed, ({ date }) => date))
      close({ from, windows: ofDay.map(({ timeSlot }) => timeSlot), isForBooked: true });
  }

  function reset() {
    setEdits({});
    setFailures({});
  }
  const now = open ? Date.parse(open.now) : 0;
  const isOver = (date: PlainDate) => cutoffFor(date, business) <= now;
  // The days of this week that are still to come belong to one ordering week or two.
  const lastDay = addDays(monday, DAYS_IN_WEEK - 1);
  // A weekday on which the kitchen never delivers is drawn only for what is booked there.
  const drawn = weekFrom(monday).filter(
    (date) =>
      windowsOfWeekday(business, weekdayOf(date)).length > 0 ||
      slots.some((slot) => slot.date === date),
  );
  const closedAt = isOver(lastDay) ? cutoffFor(lastDay, business) : null;
  const editing = {
    edits,
    failures,
    isSaving: saving.isBusy,
    onEdit: (slotId: number, edit: SlotEdit) => setEdits((staged) => stage(staged, slotId, edit)),
    onLeave: (slotId: number) => setEdits((staged) => tidyCapacity(staged, slotId, business)),
  };
  return (
    <>
      {closedAt !== null && (
        <p className="font-semibold">
          Closed for orders since {formatInstant(new Date(closedAt).toISOString())}
        </p>
      )}
      <SlotStats
        monday={monday}
        slots={slots}
        edits={edits}
        isOver={closedAt === null ? isOver : null}
      />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-7">
        {drawn.map((date) => (
          <SlotDay
            key={date}
            date={date}
            monday={monday}
            slots={slots.filter((slot) => slot.date === date)}
            isPast={date < today}
            isOver={isOver(date)}
            isInOrderWeek={open !== undefined && date >= open.weekStart && date <= open.weekEnd}
            editing={editing}
          />
        ))}
      </div>
      {isEditor && weekFrom(monday).includes(toOpen) && (
        <OpenDayDialog
          date={toOpen}
          monday={monday}
          slots={slots.filter(({ date }) => date === toOpen)}
          editing={editing}
          asked={inTimeOrder((params.get('window') ?? '').split(',').filter(isDeliveryWindow))}
          onClose={() => setParams({ week: toOpen }, { replace: true, preventScrollReset: true })}
        />
      )}
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

function SlotStats({
  monday,
  slots,
  edits,
  isOver,
}: Pick<WeekEditorProps, 'monday' | 'slots'> & {
  edits: SlotEdits;
  /** Which days can't be ordered any more; null: none can. */
  isOver: ((date: PlainDate) => boolean) | null;
}) {
  const business = useOpenBusiness();
  const offered = weekFrom(monday).flatMap((date) =>
    windowsOn(business, date).map((window) => ({ date, window })),
  );
  const isSet = ({ date, window }: SlotKey) =>
    slots.some((slot) => slot.date === date && slot.timeSlot === window);
  const isOfferedSlot = ({ date, timeSlot }: SlotReply) =>
    offered.some((one) => one.date === date && one.window === timeSlot);
  const notSet = offered.filter((slot) => !isSet(slot));
  const shown = slots.map((slot) => {
    const edited = editedSlot(slot, edits, business);
    return { ...edited, isActive: edited.isActive && isOfferedSlot(slot) };
  });
  const week = summariseSlotWeek(shown, notSet.length, business);
  const { free } = summariseSlotWeek(
    shown.filter(({ date }) => !isOver?.(date)),
    notSet.filter(({ date }) => !isOver?.(date)).length,
    business,
  );
  return (
    <StatList
      stats={[
        { label: 'Open slots', value: week.openSlots },
        { label: 'Places', value: week.places },
        { label: 'Booked', value: week.booked },
        { label: isOver ? 'Free this week' : 'Not sold this week', value: free },
      ]}
    />
  );
}

type UnsavedSlotsProps = {
  changes: readonly SlotChange[];
  edits: SlotEdits;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
};

/** Spec 2: both buttons are always there; the banner only with something to save. */
function UnsavedSlots({ changes, edits, isSaving, onSave, onReset }: UnsavedSlotsProps) {
  const { business } = useConfig();
  const isUnsaved = changes.length > 0;
  const isInvalid = changes.some(({ slot }) => capacityProblem(slot, edits, business) !== null);
  const message = `Unsaved changes on ${changes.length === 1 ? '1 slot' : `${changes.length} slots`}`;
  const buttons = (
    <>
      <Button variant="secondary" size="small" disabled={!isUnsaved || isSaving} onClick={onReset}>
        Reset Changes
      </Button>
      <Button
        size="small"
        busy={isSaving}
        busyLabel="Saving…"
        disabled={!isUnsaved || isInvalid}
        onClick={onSave}
      >
        Save All Changes
      </Button>
    </>
  );
  if (!isUnsaved) return <div className="mt-4 flex flex-wrap justify-end gap-2">{buttons}</div>;
  return (
    <SaveBar
      what="the delivery slots"
      message={isInvalid ? `${message}; fix the highlighted capacity` : message}
    >
      {buttons}
    </SaveBar>
  );
}

type Outcome = { saved: SlotReply[]; failed: { slot: SlotReply; error: unknown }[] };

type Saved = {
  /** Their ids. */
  saved: number[];
  /** Those that were switched off although they are booked. */
  closed: SlotReply[];
  failed: SaveFailures;
};

/** Spec 7: one call per edited slot, in parallel. */
function useSaveSlots(monday: PlainDate, onSaved: (saved: Saved) => void) {
  const client = useQueryClient();
  return useChange(saveAll, {
    onDone({ saved, failed }, changes) {
      client.setQueryData(slotWeekQuery(monday).queryKey, (slots) =>
        slots?.map((slot) => ({ ...slot, ...saved.find(({ id }) => id === slot.id) })),
      );
      const wasOpen = new Set(
        changes.filter(({ slot }) => slot.isActive).map(({ slot }) => slot.id),
      );
      onSaved({
        saved: saved.map(({ id }) => id),
        closed: saved.filter(
          ({ id, isActive, booked }) => !isActive && booked > 0 && wasOpen.has(id),
        ),
        failed: Object.fromEntries(
          failed.map(({ slot, error }) => [slot.id, describeFailure(error)]),
        ),
      });
    },
    says: tellOutcome,
  });

  function tellOutcome({ saved, failed }: Outcome) {
    if (failed.length === 0) {
      const count =
        saved.length === 1 ? '1 delivery slot is' : `${saved.length} delivery slots are`;
      return {
        title: 'Delivery Slots Saved',
        description: `${count} up to date.`,
        tone: 'success' as const,
      };
    }
    const names = failed.map(({ slot }) => slotName(slot)).join(', ');
    return {
      title: 'Failed to save changes',
      description: `Not saved: ${names}.`,
      tone: 'error' as const,
    };
  }
}

/** Throws only if the session has ended, which is not about any one slot. */
async function saveAll(changes: readonly SlotChange[]): Promise<Outcome> {
  const outcome: Outcome = { saved: [], failed: [] };
  await Promise.all(
    changes.map(async ({ slot, settings }) => {
      try {
        const params = { id: String(slot.id) };
        outcome.saved.push(await call(updateSlot, { params, body: settings }));
      } catch (error) {
        if (isSignedOut(error)) throw error;
        outcome.failed.push({ slot, error });
      }
    }),
  );
  return outcome;
}

type CopyWeekProps = {
  monday: PlainDate;
  /** There are staged changes, which the copy would overwrite. */
  isBlocked: boolean;
};

function CopyWeek({ monday, isBlocked }: CopyWeekProps) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const from = addDays(monday, -DAYS_IN_WEEK);
  const copying = useChange(copySlotWeek, {
    onDone: (slots) => client.setQueryData(slotWeekQuery(monday).queryKey, slots),
    says: () => ({
      title: 'Delivery Slots Saved',
      description: 'Last week’s settings have been copied.',
      tone: 'success',
    }),
    onFailure(failure) {
      const isEmpty = failure.is === 'refused' && failure.code === 'nothing_to_copy';
      showToast({
        title: isEmpty ? 'Nothing Copied' : 'Error',
        description: isEmpty ? failure.message : 'Failed to update delivery slot',
        tone: 'error',
      });
    },
  });
  async function ask() {
    const isSure = await confirm({
      title: 'Copy last week’s settings',
      text: `This copies places and open/closed settings from the week of ${formatDayAndMonth(from)} to the week of ${formatDayAndMonth(monday)}. Bookings stay as they are.`,
      act: 'Copy',
      danger: false,
    });
    if (isSure) copying.run({ body: { from, to: monday } });
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        disabled={isBlocked}
        busy={copying.isBusy}
        busyLabel="Copying…"
        onClick={() => void ask()}
      >
        Copy last week’s settings
      </Button>
      {isBlocked && (
        <p className="text-sm text-ink-soft">Save or reset your changes before copying.</p>
      )}
    </div>
  );
}
