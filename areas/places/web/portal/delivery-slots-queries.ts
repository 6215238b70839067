import { freshQuery } from '#platform/web/api/call-query.ts';
import { listSlots, createSlot, type SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { addDays, type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { call } from '#platform/web/api/client.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';

const LAST_DAY = 6;

/**
 * The slots that have been set in the week from a Monday. Refetched whenever they are shown: customers book all the
 * time.
 */
export function slotWeekQuery(monday: PlainDate) {
  return freshQuery(['delivery-slots', monday], listSlots, {
    query: { from: monday, to: addDays(monday, LAST_DAY) },
  });
}

/** As in spec 7. A window that someone else has set by now is as good as created. */
async function createMissingSlot(slot: Pick<SlotReply, 'date' | 'timeSlot' | 'maxDeliveries'>) {
  try {
    await call(createSlot, { body: { ...slot, currentDeliveries: 0, isActive: true } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reply?.code !== 'slot_exists') throw error;
  }
}

/** When the kitchen is closed by now: a day was closed or opened since the page came. */
export const closuresQuery = queryOptions<BusinessFacts['closures']>({
  queryKey: ['closures'],
  queryFn: skipToken,
});

export function useOpenBusiness(): BusinessFacts {
  const { business } = useConfig();
  const { data: closures = business.closures } = useQuery(closuresQuery);
  return { ...business, closures };
}

/** Spec 2: creates the day's windows with the default capacity; one that exists stays as it is. */
export function useCreateDay(date: PlainDate, monday: PlainDate, slots: readonly SlotReply[]) {
  const { business } = useConfig();
  const places = business.slotCapacity.default;
  return useChange(
    async () => {
      const missing = windowsOn(business, date).filter(
        (window) => !slots.some(({ timeSlot }) => timeSlot === window),
      );
      await Promise.all(
        missing.map((timeSlot) => createMissingSlot({ date, timeSlot, maxDeliveries: places })),
      );
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
