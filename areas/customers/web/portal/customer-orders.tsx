import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

type CustomerOrder = CustomerReply['orderList'][number];

export function CustomerOrders({ orders }: { orders: readonly CustomerOrder[] }) {
  const formatInstant = useFormatInstant();
  const columns: Column<CustomerOrder>[] = [
    {
      name: 'number',
      header: 'Order',
      cell: ({ id, orderNumber }) => <OrderLink id={id} orderNumber={orderNumber} />,
    },
    {
      name: 'placed',
      header: 'Placed',
      cell: ({ createdAt }) => formatInstant(createdAt),
    },
    {
      name: 'deliveries',
      header: 'Deliveries',
      cell: ({ deliveryDates }) => deliveryDates.map(formatDayAndMonth).join(', '),
    },
    { name: 'status', header: 'Status', cell: ({ status }) => status },
    {
      name: 'total',
      header: 'Total',
      align: 'end',
      cell: ({ total, refunded }) => (
        <>
          {amountInDollars(total)}
          {refunded !== '0.00' && (
            <span className="block text-xs text-ink-soft">
              {amountInDollars(refunded)} refunded
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <section className="grid gap-3" aria-label="Their orders">
      <h3 className="text-lg">Orders</h3>
      <DataTable
        caption="Orders of this customer, newest first"
        columns={columns}
        rows={orders}
        keyOf={({ id }) => id}
      />
    </section>
  );
}
