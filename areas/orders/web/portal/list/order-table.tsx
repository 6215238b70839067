/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TickBox } from '#platform/web/portal/tick-box.tsx';
import type { TickedRows } from '#platform/web/portal/use-ticked-rows.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { ShownSlots } from '#areas/orders/web/portal/describe-many.ts';
import { OrderLine } from './order-line.tsx';

type OrderTableProps = {
  orders: readonly AdminOrderReply[];
  shown: ShownSlots;
  /** Ids of orders that have just arrived. */
  fresh: readonly number[];
  ticked: TickedRows;
};

const NEXT_DELIVERY = 'Next delivery';
const COLUMNS = [
  { name: 'Order' },
  { name: 'Placed' },
  { name: 'Customer' },
  { name: 'Suburb' },
  { name: 'Phone' },
  { name: NEXT_DELIVERY },
  { name: 'Meals', isNumber: true },
  { name: 'Total', isNumber: true },
  { name: 'Status' },
  { name: 'Actions', isNumber: true },
];

/**
 * Rows of 44 px under one low line of headings: fifteen fit under the filters of a laptop. Compact cards where a row has
 * no room.
 */
export function OrderTable({ orders, shown, fresh, ticked }: OrderTableProps) {
  const ids = orders.map(({ id }) => id);
  const all = ticked.chosen.length === ids.length;
  const some = ticked.chosen.length > 0 && ('mixed' as const);
  return (
    <>
      <div className="mb-3 xl:hidden">
        <CheckChip checked={all || some} onToggle={() => ticked.setAll(ids, !all)}>
          Tick all {ids.length} shown
        </CheckChip>
      </div>
      <table
        role="table"
        className="w-full max-xl:block xl:table-fixed xl:border-separate xl:border-spacing-0"
      >
        <caption className="sr-only">Orders, newest first</caption>
        <colgroup className="max-xl:hidden">
          <col className="w-11" />
          <col className="w-[15.6%]" />
          <col className="w-[7.6%]" />
          <col />
          <col className="w-[9%]" />
          <col className="w-[8.4%]" />
          <col className="w-[13.2%]" />
          <col className="w-[3.8%]" />
          <col className="w-[6%]" />
          <col className="w-[10.6%]" />
          <col className="w-[11%]" />
        </colgroup>
        <thead role="rowgroup" className="max-xl:sr-only">
          <tr role="row" className="text-left text-ink-soft">
            <th role="columnheader" scope="col" className="h-5 p-0">
              <TickBox
                label={`Tick all ${ids.length} shown`}
                className="h-5"
                checked={all || some}
                onTick={() => ticked.setAll(ids, !all)}
              />
            </th>
            {COLUMNS.map(({ name, isNumber }) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                className={classNames(
                  'h-5 px-1.5 py-0 text-xs leading-5 font-semibold whitespace-nowrap',
                  isNumber === true && 'text-right',
                )}
              >
                {name === NEXT_DELIVERY && shown.deliveryDate !== ''
                  ? `Delivery on ${formatDayAndMonth(shown.deliveryDate)}`
                  : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-xl:grid max-xl:gap-3 md:max-xl:grid-cols-2">
          {orders.map((order) => (
            <OrderLine
              key={order.id}
              order={order}
              shown={shown}
              isFresh={fresh.includes(order.id)}
              isTicked={ticked.isTicked(order.id)}
              onTick={(isRange) => ticked.tick(order.id, isRange)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
