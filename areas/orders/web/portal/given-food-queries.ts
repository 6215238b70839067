import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type GivenFoodReply,
  listGivenFood,
  noteFoodCall,
} from '#areas/orders/calls/given-food.ts';
import { call } from '#platform/web/api/client.ts';

const EVERY_MINUTE_MS = 60_000;

/** Asked on every staff page: the header says when somebody is to be called. */
export const givenFoodQuery = queryOptions({
  queryKey: ['given-food'],
  queryFn: ({ signal }) => call(listGivenFood, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MINUTE_MS,
});

export type FoodCallNote = z.input<typeof noteFoodCall.body>;

export function sendFoodCall(id: number, body: FoodCallNote): Promise<GivenFoodReply[]> {
  return call(noteFoodCall, { params: { id: String(id) }, body });
}
