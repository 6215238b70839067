import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { addressOf, callForFile, type CallRequest } from '#platform/web/api/client.ts';
import { getFoodSafety, type recordTemperature } from '#areas/kitchen/calls/food-safety-record.ts';
import { getGoodsIn, listGoodsLots } from '#areas/kitchen/calls/goods.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import { getShopping } from '#areas/kitchen/calls/shopping.ts';
import { getStock } from '#areas/kitchen/calls/stock.ts';
import type { Endpoint } from '#platform/calls/endpoint.ts';

export const TEMPERATURES_KEY = ['temperatures'];

export type SentReading = Omit<z.input<typeof recordTemperature.body>, 'key'>;

/** Under the key of the record: whatever is written into it changes what is missing. */
export const foodSafetyQuery = freshQuery([...TEMPERATURES_KEY, 'food-safety'], getFoodSafety);

export const GOODS_KEY = ['goods-lots'];

export function goodsQuery(sought: { search?: string; receivedOn?: PlainDate; inHouse?: 'yes' }) {
  return freshQuery([...GOODS_KEY, sought], listGoodsLots, { query: sought });
}

export const goodsInQuery = freshQuery([...GOODS_KEY, 'in'], getGoodsIn);

export const PRODUCTION_PLAN_KEY = ['production-plan'];

/** `forecast`: `on`, `off`, or the days on which it counts, with commas. */
export type AskedPlan = { from: PlainDate; to: PlainDate; forecast: string };

export const RECALL_RUNS_KEY = ['recall-runs'];

export const SHOPPING_KEY = ['shopping'];

/** `arrivals`: days on which someone wants a supplier to come, as `supplier:day`, with commas. */
export type AskedShopping = AskedPlan & { arrivals: string };

export function shoppingQuery(asked: AskedShopping) {
  return freshQuery([...SHOPPING_KEY, asked], getShopping, { query: asked });
}

export const stockQuery = freshQuery(['stock'], getStock);

/** A file that is shown as it is downloaded. */
export function fileSource<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, z.ZodUndefined, R>,
  request: CallRequest<P, Q, z.ZodUndefined>,
): PrintoutSource {
  const address = addressOf(endpoint, request);
  return { load: () => callForFile(endpoint, request), address, previewAddress: address };
}
