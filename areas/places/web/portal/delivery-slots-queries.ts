import { freshQuery } from '#platform/web/api/call-query.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
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
