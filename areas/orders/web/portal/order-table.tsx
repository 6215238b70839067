/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { ReactNode } from 'react';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import type { AdminOrderReply, OrderSort } from '#areas/order-book/calls/admin-orders.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  CancelOrderButton,
  EditOrderLink,
  LabelButton,
  OrderStatusSelect,
} from '#areas/orders/web/portal/order-controls.tsx';
import { type ShownSlots, shownDeliveries } from '#areas/orders/web/portal/many-orders.ts';
import {
  deliveryText,
  nameOfCustomer,
  balanceText,
  formatRefundState,
} from '#areas/orders/web/portal/detail/describe-order.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { badgeColours, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SortHeading, SortSelect } from '#platform/web/ui/layout/data-table.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { TickBox, type TickedRows, LIST_ROW } from '#platform/web/portal/tick-bar.tsx';
import { changeOrdersAddress } from '#areas/orders/web/portal/orders-address.ts';

type OrderTableProps = {
  orders: readonly AdminOrderReply[];
  shown: ShownSlots;
  sort: OrderSort;
  onSort: (sort: OrderSort) => void;
  fresh: readonly number[];
  ticked: TickedRows;
};

/** `first`: how a first press sorts. */
const COLUMNS = [
  { name: 'Order', width: 'w-[16.5%]', first: '-placed', words: 'Newest first' },
  { name: 'Customer', width: '', first: 'customer', words: 'Customer' },
  { name: 'Suburb', width: 'w-[10.5%]', first: 'suburb', words: 'Suburb' },
  { name: 'Next delivery', width: 'w-[14.5%]', first: 'delivery', words: 'Delivery' },
  { name: 'Meals', width: 'w-[5.5%]', first: '-meals', words: 'Most meals', isNumber: true },
  { name: 'Net', width: 'w-[7.5%]', first: '-net', words: 'Highest net', isNumber: true },
  { name: 'Balance', width: 'w-[8.5%]', first: '-balance', words: 'Balance due' },
] as const;

/**
 * Rows of 36 px with a mouse and 44 with a finger, under one low line of headings: fifteen fit under the filters of a laptop.
 * Compact cards where a row has no room.
 */
export function OrderTable({ orders, shown, sort, onSort, fresh, ticked }: OrderTableProps) {
  const ids = orders.map(({ id }) => id);
  const all = ticked.chosen.length === ids.length;
  const some = ticked.chosen.length > 0 && ('mixed' as const);
  const { deliveryDate } = shown;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 xl:hidden">
        <CheckChip checked={all || some} onToggle={() => ticked.setAll(ids, !all)}>
          Tick all {ids.length} shown
        </CheckChip>
        <SortSelect<OrderSort> choices={COLUMNS} sort={sort} onSort={onSort} />
      </div>
      <table
        role="table"
        className="w-full max-xl:block xl:table-fixed xl:border-separate xl:border-spacing-0"
      >
        <caption className="sr-only">Orders</caption>
        <colgroup className="max-xl:hidden">
          <col className="w-11" />
          {COLUMNS.map(({ name, width }) => (
            <col key={name} className={width} />
          ))}
          <col className="w-[20.5%]" />
        </colgroup>
        <thead role="rowgroup" className="max-xl:hidden">
          <tr role="row" className="text-left text-ink-soft">
            <th role="columnheader" scope="col" className="p-0">
              <TickBox
                label={`Tick all ${ids.length} shown`}
                className="h-7"
                checked={all || some}
                onTick={() => ticked.setAll(ids, !all)}
              />
            </th>
            {COLUMNS.map((column) => (
              <SortHeading
                key={column.name}
                first={column.first}
                sort={sort}
                className={classNames(
                  'p-0 text-xs font-semibold whitespace-nowrap',
                  'isNumber' in column && 'text-right',
                )}
                onSort={onSort}
              >
                {column.first === 'delivery' && deliveryDate !== ''
                  ? formatDayAndMonth(deliveryDate)
                  : column.name}
              </SortHeading>
            ))}
            <th role="columnheader" scope="col" className="px-1.5 text-xs font-semibold">
              Status
            </th>
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

type OrderLineProps = {
  order: AdminOrderReply;
  shown: ShownSlots;
  isFresh: boolean;
  isTicked: boolean;
  onTick: (isRange: boolean) => void;
};

function OrderLine({ order, shown, isFresh, isTicked, onTick }: OrderLineProps) {
  const { customer, suburb, orderItems, net, recipient } = order;
  return (
    <tr
      role="row"
      {...LIST_ROW}
      className={classNames(
        'scroll-my-24 text-sm focus-within:bg-primary-soft xl:hover:bg-surface xl:focus-within:hover:bg-primary-soft',
        'max-xl:flex max-xl:flex-wrap max-xl:content-start max-xl:items-center max-xl:gap-x-3 max-xl:rounded-2xl max-xl:border max-xl:px-4 max-xl:py-2',
        order.status === 'cancelled' && 'text-ink-soft',
        isTicked ? 'bg-primary-soft max-xl:border-primary' : 'max-xl:border-line max-xl:bg-surface',
      )}
    >
      <Cell className="max-xl:-ml-3 xl:px-0!">
        <TickBox
          label={`Tick ${order.orderNumber}`}
          checked={isTicked}
          onTick={onTick}
          className="min-h-11 xl:min-h-[43px] xl:pointer-fine:min-h-[35px]"
        />
      </Cell>
      <Cell className="max-xl:basis-3/4 max-xl:grow">
        <OrderNumber order={order} isFresh={isFresh} />
      </Cell>
      <Cell className="truncate max-xl:basis-[60%] max-xl:grow max-xl:text-base max-xl:font-semibold">
        <span title={customer.email}>{nameOfCustomer(order)}</span>
        {recipient && (
          <span className="block text-sm text-ink-soft">
            for {recipient.firstName} {recipient.lastName}
          </span>
        )}
      </Cell>
      <Cell className="truncate max-xl:basis-1/4 max-xl:grow max-xl:text-right">
        <span title={customer.address}>{suburb}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:basis-[55%] max-xl:grow">
        <ShownDelivery order={order} shown={shown} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft tabular-nums xl:text-right">
        {orderItems.length}
        <span className="xl:sr-only">{orderItems.length === 1 ? ' meal' : ' meals'}</span>
      </Cell>
      <Cell className="tabular-nums xl:text-right">
        <Price amount={net} />
      </Cell>
      <Cell className="max-xl:basis-full max-xl:empty:hidden">
        <Balance order={order} />
      </Cell>
      <Cell className="max-xl:mt-1 max-xl:basis-full">
        <div className="flex items-center justify-between gap-1">
          <OrderStatusSelect order={order} look="badge" />
          <span className="flex items-center">
            <EditOrderLink order={order} isCompact />
            <LabelButton order={order} isCompact />
            <CancelOrderButton order={order} isCompact />
          </span>
        </div>
      </Cell>
    </tr>
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={classNames(
        'min-w-0 xl:h-11 xl:border-b xl:border-line xl:px-1.5 xl:py-0 xl:pointer-fine:h-9',
        className,
      )}
    >
      {children}
    </td>
  );
}

/** "$1.50 due"; of a refund that is not with the customer yet, how far it is. */
function Balance({ order }: { order: AdminOrderReply }) {
  const last = order.refunds.at(-1);
  const text = balanceText(order);
  if (last && last.state !== 'succeeded')
    return (
      <span className={last.state === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
        {formatRefundState(last.state)}
      </span>
    );
  return text === '' ? null : (
    <span title={order.warning ?? undefined} className="font-semibold text-warning">
      {text}
    </span>
  );
}

/**
 * What the list is about: its day's window with who drives it; without a day the next that is to come, or the last one
 * when all is over, and how many others.
 */
function ShownDelivery({ order, shown }: { order: AdminOrderReply; shown: ShownSlots }) {
  const { deliveries } = order;
  const [next] = shownDeliveries(order, shown);
  const listed = next ?? deliveries.find(({ date }) => date === shown.deliveryDate);
  const first = listed ?? deliveries.at(-1);
  if (!first) return null;
  const others = deliveries.length - 1;
  const place =
    shown.deliveryDate === ''
      ? deliveryText(first.date, first.timeSlot)
      : `${windowLabel(first.timeSlot)}, ${first.driver ?? 'no driver'}`;
  return (
    <span className={next ? undefined : 'text-ink-soft'}>
      {place}
      {others > 0 && shown.deliveryDate === '' && (
        <span title={deliveries.map((one) => deliveryText(one.date, one.timeSlot)).join('\n')}>
          {' '}
          <span aria-hidden="true">+{others}</span>
          <span className="sr-only">and {others} more</span>
        </span>
      )}
    </span>
  );
}

/** The way to an order, and what is special about it. */
function OrderNumber({ order, isFresh }: { order: AdminOrderReply; isFresh: boolean }) {
  const [params] = useSearchParams();
  const address = changeOrdersAddress(params, { order: { id: order.id } });
  return (
    <p className="flex flex-wrap items-center gap-x-1">
      <Link
        to={{ search: address.toString() }}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap xl:min-h-10 xl:pointer-fine:min-h-8! tabular-nums underline underline-offset-4"
      >
        {order.orderNumber}
      </Link>
      {order.isTest && <Mark variant="secondary">{TEST_BADGE}</Mark>}
      {isFresh && <Mark variant="secondary">New</Mark>}
      {order.people.some(isCareful) && <Mark variant="destructive">Allergy</Mark>}
    </p>
  );
}

function Mark({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'rounded-full px-1.5 text-xs leading-5 font-semibold',
        badgeColours(variant),
      )}
    >
      {children}
    </span>
  );
}
