import { Link, useSearchParams } from 'react-router';
import type { AdminOrderReply } from '#contract/admin-orders.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { type Column, DataTable } from '#web/ui/layout/data-table.tsx';
import { Price } from '#web/ui/food/price.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#web/ui/layout/email-address.tsx';
import { nameOfCustomer, deliveryTexts } from '../detail/describe-order.ts';
import {
  CancelOrderButton,
  EditOrderLink,
  LabelButton,
  OrderStatusSelect,
} from '../actions/order-controls.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { changeOrdersAddress } from './orders-address.ts';

type OrderTableProps = {
  orders: readonly AdminOrderReply[];
  /** Ids of orders that have just arrived. */
  fresh: readonly number[];
};

export function OrderTable({ orders, fresh }: OrderTableProps) {
  const columns: Column<AdminOrderReply>[] = [
    {
      name: 'order',
      header: 'Order',
      isPlain: true,
      cell: (order) => <OrderCell order={order} isFresh={fresh.includes(order.id)} />,
    },
    { name: 'customer', header: 'Customer', cell: (order) => <CustomerCell order={order} /> },
    { name: 'deliveries', header: 'Deliveries', cell: (order) => <DeliveriesCell order={order} /> },
    {
      name: 'meals',
      header: 'Meals',
      align: 'end',
      cell: ({ orderItems }) => orderItems.length,
    },
    {
      name: 'total',
      header: 'Total',
      align: 'end',
      cell: ({ total }) => <Price amount={total} />,
    },
    { name: 'status', header: 'Status', cell: (order) => <OrderStatusBadge order={order} /> },
    {
      name: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      isPlain: true,
      cell: (order) => (
        <div className="flex flex-wrap items-center gap-1 md:justify-end lg:flex-nowrap">
          <OrderStatusSelect order={order} />
          <EditOrderLink order={order} />
          <LabelButton order={order} />
          <CancelOrderButton order={order} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="Orders, newest first"
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      isFaded={({ status }) => status === 'cancelled'}
    />
  );
}

function OrderCell({ order, isFresh }: { order: AdminOrderReply; isFresh: boolean }) {
  const [params] = useSearchParams();
  const formatInstant = useFormatInstant();
  const address = changeOrdersAddress(params, { order: { id: order.id } });
  return (
    <div>
      <p className="flex items-center gap-x-2">
        <Link
          to={{ search: address.toString() }}
          className="font-semibold whitespace-nowrap tabular-nums underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {order.orderNumber}
        </Link>
        {isFresh && <Badge variant="secondary">New</Badge>}
        {order.people.some(({ allergens }) => allergens.length > 0) && (
          <Badge variant="destructive">Allergy</Badge>
        )}
      </p>
      <p className="text-sm whitespace-nowrap text-ink-soft">{formatInstant(order.createdAt)}</p>
    </div>
  );
}

function CustomerCell({ order }: { order: AdminOrderReply }) {
  return (
    <>
      <p className="break-words">{nameOfCustomer(order)}</p>
      <p className="text-sm text-ink-soft">
        <EmailAddress address={order.customer.email} />
      </p>
    </>
  );
}

function DeliveriesCell({ order }: { order: AdminOrderReply }) {
  const [first, second, ...more] = deliveryTexts(order);
  return (
    <ul className="text-sm whitespace-nowrap">
      {first && <li>{first}</li>}
      {second && <li>{second}</li>}
      {more.length > 0 && <li className="text-ink-soft">and {more.length} more</li>}
    </ul>
  );
}
