import { useQuery } from '@tanstack/react-query';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';

/** The time by the kitchen's clock, never the device's, when it was last asked for; null until it is known. */
export function useKitchenTime(): WallTime | null {
  const { timeZone } = useConfig().business;
  const { data } = useQuery(orderingWeekQuery);
  return data ? wallTimeAt(Date.parse(data.now), timeZone) : null;
}

/** The day where the kitchen is; null until it is known. */
export function useToday(): PlainDate | null {
  return useKitchenTime()?.date ?? null;
}

/** What Today in the portal shows: asked again after a change. */
export const TODAY_KEY = ['today'];
