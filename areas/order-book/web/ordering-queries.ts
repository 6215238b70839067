import { callQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { getOrderingWeek, quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { useQuery } from '@tanstack/react-query';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** Slots fill up while people shop: refetch on entering the meal step and after a 409. */
export const orderingWeekQuery = callQuery(['ordering-week'], getOrderingWeek);

export type QuoteRequest = z.input<typeof quoteOrder.body>['orderData'];

/** What the server would charge; nothing is held. Fetched once for the same order. */
export function quoteQuery(orderData: QuoteRequest, { evenIfClosed = false } = {}) {
  return callQuery(['quote', orderData, evenIfClosed], quoteOrder, {
    body: { orderData, ...(evenIfClosed && { evenIfClosed }) },
  });
}

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
