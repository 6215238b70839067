import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  getShopping,
  getShoppingFile,
  printShopping,
  sendShoppingOrder,
} from '#areas/kitchen/calls/shopping.ts';
import { countStock, getStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import type { AskedPlan } from './production-queries.ts';

export const SHOPPING_KEY = ['shopping'];

/** `arrivals`: days on which somebody wants a supplier to come, as `supplier:day`, with commas. */
export type AskedShopping = AskedPlan & { arrivals: string };

export function shoppingQuery(asked: AskedShopping) {
  return queryOptions({
    queryKey: [...SHOPPING_KEY, asked],
    queryFn: ({ signal }) => call(getShopping, { query: asked, signal }),
    staleTime: 0,
  });
}

/** One supplier's, or one order of theirs. */
export type ShoppingPart = { supplierId?: number; arrives?: PlainDate };

export function shoppingFileAddress(asked: AskedShopping, part: ShoppingPart = {}): string {
  return addressOf(getShoppingFile, { query: { ...asked, ...part } });
}

export function shoppingPrintout(
  asked: AskedShopping,
  part: ShoppingPart & { by?: 'supplier' | 'area' } = {},
): PrintoutSource {
  const query = { ...asked, ...part };
  const address = addressOf(printShopping, { query });
  return {
    load: () => callForFile(printShopping, { query }),
    address,
    previewAddress: address,
  };
}

export function sendOrderToSupplier(body: z.input<typeof sendShoppingOrder.body>) {
  return call(sendShoppingOrder, { body });
}

export const stockQuery = queryOptions({
  queryKey: ['stock'],
  queryFn: ({ signal }) => call(getStock, { signal }),
  staleTime: 0,
});

export function sendStockCount(id: number, body: z.input<typeof countStock.body>) {
  return call(countStock, { params: { id: String(id) }, body });
}

export function sendStockWaste(id: number, body: z.input<typeof wasteStock.body>) {
  return call(wasteStock, { params: { id: String(id) }, body });
}
