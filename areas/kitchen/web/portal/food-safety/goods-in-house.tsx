import { useQuery } from '@tanstack/react-query';
import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import { GOODS_KEY, goodsQuery, sendUsedUp } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

/** What may be cooked with today. What is used up goes into no further batch. */
export function GoodsInHouse() {
  const { data } = useQuery(goodsQuery({ inHouse: 'yes' }));
  const using = useChange(sendUsedUp, { refresh: [{ queryKey: GOODS_KEY }] });
  if (!data || data.lots.length === 0) return null;
  const { lots } = data;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-semibold text-primary underline">
        Goods in the house ({lots.length})
      </summary>
      <FailureNotice failure={using.failure} />
      <ul className="grid gap-1">
        {lots.map((lot) => (
          <li
            key={lot.id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1"
          >
            <span>{describeLot(lot)}</span>
            <Button
              variant="quiet"
              disabled={using.isBusy}
              onClick={() => using.run({ id: lot.id, isUsedUp: true })}
            >
              Used up<span className="sr-only">: {describeLot(lot)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** "Yoghurt 5 kg, Dairy Co, lot 4471, use by Tue 6 Jan 2026". */
function describeLot({ ingredient, qty, baseUnit, supplier, supplierLot, useBy }: GoodsLotReply) {
  return [
    `${ingredient} ${formatQuantity(qty, baseUnit)}`,
    supplier,
    supplierLot && `lot ${supplierLot}`,
    useBy && `use by ${formatDate(useBy)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
