import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getFoodSafety, saveFoodSafety } from '#areas/kitchen/calls/food-safety.ts';
import {
  listGoodsLots,
  listReceivable,
  receiveGoods,
  useUpGoods,
} from '#areas/kitchen/calls/goods.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { TEMPERATURES_KEY } from './temperatures-queries.ts';

/** Under the key of the record: whatever is written into it changes what is missing. */
export const foodSafetyQuery = queryOptions({
  queryKey: [...TEMPERATURES_KEY, 'food-safety'],
  queryFn: ({ signal }) => call(getFoodSafety, { signal }),
  staleTime: 0,
});

export function sendFoodSafety(body: z.input<typeof saveFoodSafety.body>) {
  return call(saveFoodSafety, { body });
}

export const GOODS_KEY = ['goods-lots'];

type Sought = { search?: string; receivedOn?: PlainDate; inHouse?: 'yes' };

export function goodsQuery(sought: Sought) {
  return queryOptions({
    queryKey: [...GOODS_KEY, sought],
    queryFn: ({ signal }) => call(listGoodsLots, { query: sought, signal }),
    staleTime: 0,
  });
}

export const receivableQuery = queryOptions({
  queryKey: ['receivable-goods'],
  queryFn: ({ signal }) => call(listReceivable, { signal }),
});

export type SentGoods = z.input<typeof receiveGoods.body>;

export function sendGoods(body: SentGoods) {
  return call(receiveGoods, { body });
}

export function sendUsedUp({ id, isUsedUp }: { id: number; isUsedUp: boolean }) {
  return call(useUpGoods, { params: { id: String(id) }, body: { isUsedUp } });
}
