import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  copySlotWeek as copySlotWeekCall,
  createSlot as sendCreateSlotCall,
  listSlots,
  openSlotDays,
  type SlotReply,
  updateSlot as sendUpdateSlotCall,
} from '#areas/places/calls/delivery-slots.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

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
export async function sendCreateSlot(
  date: PlainDate,
  timeSlot: DeliveryWindow,
  maxDeliveries: number,
): Promise<void> {
  try {
    await call(sendCreateSlotCall, {
      body: { date, timeSlot, maxDeliveries, currentDeliveries: 0, isActive: true },
    });
  } catch (error) {
    if (error instanceof ApiError && error.reply?.code === 'slot_exists') return;
    throw error;
  }
}

export function sendUpdateSlot(
  id: number,
  settings: Partial<Pick<SlotReply, 'maxDeliveries' | 'isActive'>>,
): Promise<SlotReply> {
  return call(sendUpdateSlotCall, { params: { id: String(id) }, body: settings });
}

/** Copies last week's settings to the week from this Monday. */
export function copyLastSlotWeek(monday: PlainDate): Promise<SlotReply[]> {
  return call(copySlotWeekCall, { body: { from: addDays(monday, -DAYS_IN_WEEK), to: monday } });
}

/** Closed days take orders again. */
export function sendOpenDays(body: z.input<typeof openSlotDays.body>) {
  return call(openSlotDays, { body });
}

/** When the kitchen is closed by now: a day was closed or opened since the page came. */
export const closuresQuery = queryOptions<BusinessFacts['closures']>({
  queryKey: ['closures'],
  queryFn: skipToken,
});

/** The facts of the page, with the closures of now. */
export function useOpenBusiness(): BusinessFacts {
  const { business } = useConfig();
  const { data: closures = business.closures } = useQuery(closuresQuery);
  return { ...business, closures };
}
