/** Taking in goods: what they must show to be accepted. Standard 3.2.2 clauses 5 and 6, and 3.2.2A. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { StoreArea } from '#areas/menu/rules/storage-advice.ts';
import {
  COLD_MOST,
  formatTenths,
  FROZEN_MOST,
  type TemperatureLimit,
  type Tenths,
} from './temperature-limits.ts';

/** How goods came. Nothing comes hot any more; the record has goods that did. */
export const STORED_AS = ['chilled', 'frozen', 'hot', 'dry'] as const;
export type StoredAs = (typeof STORED_AS)[number];

/** Meat, fish and dairy come chilled; produce and dry goods need no temperature. */
export function storedAsOf(storeArea: StoreArea): 'chilled' | 'frozen' | 'dry' {
  if (storeArea === 'freezer') return 'frozen';
  return storeArea === 'dry' || storeArea === 'produce' ? 'dry' : 'chilled';
}

export type ReceivedGoods = {
  storedAs: ReturnType<typeof storedAsOf>;
  /** Null: not measured, as dry goods are. */
  tenths: Tenths | null;
  /** Null: the pack has no date. */
  useBy: PlainDate | null;
};

const MOST = { chilled: COLD_MOST, frozen: FROZEN_MOST, dry: null };

/** What is written into the record beside a receipt. */
export function receiptLimit({ storedAs, useBy }: Pick<ReceivedGoods, 'storedAs' | 'useBy'>) {
  const limit: TemperatureLimit = {
    least: null,
    most: MOST[storedAs],
    withinMinutes: null,
    also: ['package whole', ...(useBy === null ? [] : ['in date'])].join(', '),
  };
  return limit;
}

/** What speaks against accepting the goods on this day, in words; empty: nothing. */
export function faultsOfReceipt(
  { storedAs, tenths, useBy }: ReceivedGoods,
  today: PlainDate,
): string[] {
  const most = MOST[storedAs];
  return [
    ...(tenths !== null && most !== null && tenths > most
      ? [`${formatTenths(tenths)} is warmer than ${formatTenths(most)}`]
      : []),
    ...(useBy !== null && useBy < today ? ['past its use-by date'] : []),
  ];
}
