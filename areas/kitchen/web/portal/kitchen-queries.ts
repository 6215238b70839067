import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call, addressOf, callForFile } from '#platform/web/api/client.ts';
import {
  getFoodSafety,
  saveFoodSafety,
  answerTemperature,
  correctTemperature,
  getTemperatureRecord,
  listTemperatures,
  recordTemperature,
} from '#areas/kitchen/calls/food-safety-record.ts';
import {
  getGoodsIn,
  listGoodsLots,
  takeInGoods,
  useUpGoods,
  getRecallFile,
  listRecallRuns,
  recallGoods,
  runRecall,
  traceMeals,
} from '#areas/kitchen/calls/goods.ts';
import {
  getProductionPlan,
  getProductionPlanFile,
  moveCooking,
  releaseCooking,
} from '#areas/kitchen/calls/kitchen-plan.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import {
  getShopping,
  getShoppingFile,
  printShopping,
  sendShoppingOrder,
} from '#areas/kitchen/calls/shopping.ts';
import { countStock, getStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';

/** Prefix of the keys of all periods. */
export const TEMPERATURES_KEY = ['temperatures'];

type Period = { from: PlainDate; to: PlainDate };

/** The readings of a period, and what is chilling now. Refetched whenever they are shown. */
export function temperaturesQuery({ from, to }: Period) {
  return freshQuery([...TEMPERATURES_KEY, from, to], listTemperatures, { query: { from, to } });
}

export function temperatureRecordSource(
  { from, to }: Period,
  format: 'pdf' | 'csv',
): PrintoutSource {
  const query = { from, to, format };
  const address = addressOf(getTemperatureRecord, { query });
  return {
    load: () => callForFile(getTemperatureRecord, { query }),
    address,
    previewAddress: address,
  };
}

export type SentReading = Omit<z.input<typeof recordTemperature.body>, 'key'>;

export function sendReading(body: SentReading & { key: string }) {
  return call(recordTemperature, { body });
}

/** `tenths` null: it was a slip. */
export function sendCorrection(correction: { id: number; tenths: Tenths | null; key: string }) {
  const { id, ...body } = correction;
  return call(correctTemperature, { params: { id: String(id) }, body });
}

export type ReadingAnswer = { id: number } & z.input<typeof answerTemperature.body>;

export function sendReadingAction({ id, ...body }: ReadingAnswer) {
  return call(answerTemperature, { params: { id: String(id) }, body });
}

/** Under the key of the record: whatever is written into it changes what is missing. */
export const foodSafetyQuery = freshQuery([...TEMPERATURES_KEY, 'food-safety'], getFoodSafety);

export function sendFoodSafety(body: z.input<typeof saveFoodSafety.body>) {
  return call(saveFoodSafety, { body });
}

export const GOODS_KEY = ['goods-lots'];

export function goodsQuery(sought: { search?: string; receivedOn?: PlainDate; inHouse?: 'yes' }) {
  return freshQuery([...GOODS_KEY, sought], listGoodsLots, { query: sought });
}

export const goodsInQuery = freshQuery([...GOODS_KEY, 'in'], getGoodsIn);

export function sendGoodsIn(body: z.input<typeof takeInGoods.body>) {
  return call(takeInGoods, { body });
}

export function sendUsedUp({ id, isUsedUp }: { id: number; isUsedUp: boolean }) {
  return call(useUpGoods, { params: { id: String(id) }, body: { isUsedUp } });
}

export const PRODUCTION_PLAN_KEY = ['production-plan'];

/** `forecast`: `on`, `off`, or the days on which it counts, with commas. */
export type AskedPlan = { from: PlainDate; to: PlainDate; forecast: string };

export function productionPlanQuery(asked: AskedPlan) {
  return freshQuery([...PRODUCTION_PLAN_KEY, asked], getProductionPlan, { query: asked });
}

export function productionPlanFile(asked: AskedPlan) {
  const address = addressOf(getProductionPlanFile, { query: asked });
  return {
    load: () => callForFile(getProductionPlanFile, { query: asked }),
    address,
    previewAddress: address,
  };
}

export function sendMovedCooking(body: z.input<typeof moveCooking.body>) {
  return call(moveCooking, { body });
}

export function sendReleasedCooking(body: z.input<typeof releaseCooking.body>) {
  return call(releaseCooking, { body });
}

export const RECALL_RUNS_KEY = ['recall-runs'];

export function recallQuery(id: number) {
  return freshQuery(['recall', id], recallGoods, { params: { id: String(id) } });
}

export function recallFile(id: number): PrintoutSource {
  const params = { id: String(id) };
  const address = addressOf(getRecallFile, { params });
  return {
    load: () => callForFile(getRecallFile, { params }),
    address,
    previewAddress: address,
  };
}

export const recallRunsQuery = freshQuery(RECALL_RUNS_KEY, listRecallRuns);

export function sendRecallRun({ id, isDrill }: { id: number; isDrill: boolean }) {
  return call(runRecall, { params: { id: String(id) }, body: { isDrill } });
}

export function mealTracesQuery(query: z.input<typeof traceMeals.query>) {
  return freshQuery(['meal-traces', query], traceMeals, { query }, { retry: false });
}

export const SHOPPING_KEY = ['shopping'];

/** `arrivals`: days on which someone wants a supplier to come, as `supplier:day`, with commas. */
export type AskedShopping = AskedPlan & { arrivals: string };

export function shoppingQuery(asked: AskedShopping) {
  return freshQuery([...SHOPPING_KEY, asked], getShopping, { query: asked });
}

/** One supplier's, or one order of theirs. */
type ShoppingPart = { supplierId?: number; arrives?: PlainDate };

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

export const stockQuery = freshQuery(['stock'], getStock);

export function sendStockCount(id: number, body: z.input<typeof countStock.body>) {
  return call(countStock, { params: { id: String(id) }, body });
}

export function sendStockWaste(id: number, body: z.input<typeof wasteStock.body>) {
  return call(wasteStock, { params: { id: String(id) }, body });
}
