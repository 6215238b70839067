import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

type Lot = Pick<
  GoodsLotReply,
  | 'ingredient'
  | 'qty'
  | 'baseUnit'
  | 'supplier'
  | 'supplierLot'
  | 'useBy'
  | 'receivedAt'
  | 'receivedBy'
>;

/** A delivery of goods in words: "Yoghurt 5 kg", "Dairy Co, lot 4471, use by …", "Mon 12 Jan 2026, 6:05am, Kim Lee". */
export function useLotWords() {
  const formatInstant = useFormatInstant();
  return {
    nameOf: ({ ingredient, qty, baseUnit }: Lot) =>
      `${ingredient} ${formatQuantity(qty, baseUnit)}`,
    factsOf: ({ supplier, supplierLot, useBy }: Lot) =>
      [
        supplier ?? 'supplier not written down',
        supplierLot === '' ? 'no lot code' : `lot ${supplierLot}`,
        useBy && `use by ${formatDate(useBy)}`,
      ]
        .filter(Boolean)
        .join(', '),
    receivedOf: ({ receivedAt, receivedBy }: Lot) => `${formatInstant(receivedAt)}, ${receivedBy}`,
  };
}
