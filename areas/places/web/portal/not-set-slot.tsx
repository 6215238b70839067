import { useChange } from '#platform/web/api/use-change.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn, windowWithName } from '#areas/business/rules/offered-windows.ts';
import { sendCreateSlot, slotWeekQuery } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type NotSetSlotProps = {
  date: PlainDate;
  monday: PlainDate;
  window: DeliveryWindow;
  /** The day's slots that have been set. */
  slots: readonly SlotReply[];
  /** Then there is nothing left to set. */
  isPast: boolean;
};

/** A slot without settings: customers can book it up to the default capacity. */
export function NotSetSlot({ date, monday, window, slots, isPast }: NotSetSlotProps) {
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

/** Spec 2: creates the day's windows with the default capacity; one that exists stays as it is. */
function useCreateDay(date: PlainDate, monday: PlainDate, slots: readonly SlotReply[]) {
  const { business } = useConfig();
  const places = business.slotCapacity.default;
  return useChange(
    async () => {
      const missing = windowsOn(business, date).filter(
        (window) => !slots.some(({ timeSlot }) => timeSlot === window),
      );
      await Promise.all(missing.map((window) => sendCreateSlot(date, window, places)));
    },
    {
      says: () => ({
        title: 'Delivery Slots Created',
        description: `${formatDayAndMonth(date)} takes ${places} deliveries a window.`,
        tone: 'success',
      }),
      toastsFailure: 'Failed to create delivery slot',
      // Also after a failure: the other window may have been created.
      refresh: [{ queryKey: slotWeekQuery(monday).queryKey }],
    },
  );
}
