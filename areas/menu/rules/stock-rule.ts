/** By which rule the stock of an ingredient is kept. Ours. */
import type { StoreArea } from '#areas/menu/rules/storage-advice.ts';

/** `day` goods end at their date; `store` goods stay until counted; of `none` nothing is known. */
export const STOCK_RULES = ['day', 'store', 'none'] as const;
export type StockRule = (typeof STOCK_RULES)[number];

export function stockRuleOf(ingredient: {
  stockRule: StockRule | null;
  storeArea: StoreArea;
}): StockRule {
  const { stockRule, storeArea } = ingredient;
  return stockRule ?? (storeArea === 'dry' || storeArea === 'freezer' ? 'store' : 'day');
}
