/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { AdminOrderReply } from '#contract/admin-orders.ts';
import { OrderLine } from './order-line.tsx';

type OrderTableProps = {
  orders: readonly AdminOrderReply[];
  /** Ids of orders that have just arrived. */
  fresh: readonly number[];
};

const COLUMNS = [
  'Order',
  'Placed',
  'Customer',
  'Suburb',
  'Phone',
  'Next delivery',
  'Meals',
  'Total',
  'Status',
  'Actions',
];

/**
 * Rows of 44 px, without a line of headings above them: fifteen fit under the filters of a laptop. Compact cards where
 * a row has no room.
 */
export function OrderTable({ orders, fresh }: OrderTableProps) {
  return (
    <table
      role="table"
      className="w-full max-xl:block xl:table-fixed xl:border-separate xl:border-spacing-0"
    >
      <caption className="sr-only">Orders, newest first</caption>
      <colgroup className="max-xl:hidden">
        <col className="w-[14%]" />
        <col className="w-[11.5%]" />
        <col />
        <col className="w-[9.4%]" />
        <col className="w-[8.6%]" />
        <col className="w-[14%]" />
        <col className="w-[3.4%]" />
        <col className="w-[6%]" />
        <col className="w-[9.8%]" />
        <col className="w-[9%]" />
      </colgroup>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          {COLUMNS.map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:grid max-xl:gap-3 md:max-xl:grid-cols-2">
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} isFresh={fresh.includes(order.id)} />
        ))}
      </tbody>
    </table>
  );
}
