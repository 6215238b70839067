/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { ReactNode } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { TickBox } from '#platform/web/portal/tick-box.tsx';
import { LIST_ROW } from '#platform/web/portal/use-list-keys.ts';
import {
  CancelOrderButton,
  EditOrderLink,
  LabelButton,
  OrderStatusSelect,
} from '#areas/orders/web/portal/order-controls.tsx';
import { nameOfCustomer, deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { type ShownSlots, shownDeliveries } from '#areas/orders/web/portal/describe-many.ts';
import { OpenMoney } from './order-status-badge.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { badgeColours, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { changeOrdersAddress } from './orders-address.ts';

type OrderLineProps = {
  order: AdminOrderReply;
  shown: ShownSlots;
  isFresh: boolean;
  isTicked: boolean;
  onTick: (isRange: boolean) => void;
};

/** An order in one line, or on a card where a line has no room. */
export function OrderLine({ order, shown, isFresh, isTicked, onTick }: OrderLineProps) {
  const formatPlaced = useFormatPlaced();
  const { customer, suburb, orderItems, total } = order;
  const isCancelled = order.status === 'cancelled';
  return (
    <tr
      role="row"
      {...LIST_ROW}
      className={classNames(
        'scroll-my-24 text-sm focus-within:bg-primary-soft xl:hover:bg-surface xl:focus-within:hover:bg-primary-soft',
        'max-xl:flex max-xl:flex-wrap max-xl:content-start max-xl:items-center max-xl:gap-x-3 max-xl:rounded-2xl max-xl:border max-xl:px-4 max-xl:py-2',
        isCancelled && 'text-ink-soft',
        isTicked ? 'bg-primary-soft max-xl:border-primary' : 'max-xl:border-line max-xl:bg-surface',
      )}
    >
      <Cell className="max-xl:-ml-3 xl:px-0!">
        <TickBox
          label={`Tick ${order.orderNumber}`}
          checked={isTicked}
          onTick={onTick}
          className="min-h-11 xl:min-h-[43px]"
        />
      </Cell>
      <Cell className="max-xl:order-1 max-xl:grow">
        <OrderNumber order={order} isFresh={isFresh} />
      </Cell>
      <Cell className="text-ink-soft max-xl:order-2 xl:truncate">
        {formatPlaced(order.createdAt)}
      </Cell>
      <Cell className="truncate max-xl:order-3 max-xl:basis-[60%] max-xl:grow max-xl:text-base max-xl:font-semibold">
        <span title={customer.email}>{nameOfCustomer(order)}</span>
        {order.recipient && (
          <span className="block text-sm text-ink-soft">
            for {order.recipient.firstName} {order.recipient.lastName}
          </span>
        )}
      </Cell>
      <Cell className="truncate max-xl:order-5 max-xl:basis-2/5 max-xl:grow">
        <span title={customer.address}>{suburb}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-6">
        {customer.phone !== '' && (
          <a
            href={paths.phone(formatPhone(customer.phone))}
            className="inline-flex items-center tabular-nums max-xl:min-h-11 max-xl:underline max-xl:underline-offset-4 xl:hover:underline"
          >
            {formatPhone(customer.phone)}
          </a>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-7 max-xl:basis-[55%] max-xl:grow">
        <NextDelivery order={order} shown={shown} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft tabular-nums max-xl:order-8 xl:text-right">
        {orderItems.length}
        <span className="xl:sr-only">{orderItems.length === 1 ? ' meal' : ' meals'}</span>
      </Cell>
      <Cell className="tabular-nums max-xl:order-4 xl:text-right">
        <Price amount={total} />
      </Cell>
      <Cell className="max-xl:order-9 max-xl:mt-1 max-xl:basis-2/5 max-xl:grow">
        <OrderStatusSelect order={order} look="badge" />
        <OpenMoney order={order} />
      </Cell>
      <Cell className="max-xl:order-10 max-xl:mt-1">
        <div className="flex items-center justify-end">
          <EditOrderLink order={order} isCompact />
          <LabelButton order={order} isCompact />
          <CancelOrderButton order={order} isCompact />
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
        'min-w-0 xl:h-11 xl:border-b xl:border-line xl:px-1.5 xl:py-0',
        className,
      )}
    >
      {children}
    </td>
  );
}

/** When an order was placed, as short as a row needs it: "Wed 7 Jan, 1pm". */
function useFormatPlaced(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => {
    const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
    return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
  };
}

type NextDeliveryProps = { order: AdminOrderReply; shown: ShownSlots };

/** The first that the list is about and that is still to come, or the last one when all is over; the others are counted. */
function NextDelivery({ order, shown }: NextDeliveryProps) {
  const { deliveries } = order;
  const [next] = shownDeliveries(order, shown);
  const listed = next ?? deliveries.find(({ date }) => date === shown.deliveryDate);
  const first = listed ?? deliveries.at(-1);
  if (!first) return null;
  const others = deliveries.length - 1;
  return (
    <span className={next ? undefined : 'text-ink-soft'}>
      {deliveryText(first.date, first.timeSlot)}
      {others > 0 && (
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
    <p className="flex items-center gap-x-1">
      <Link
        to={{ search: address.toString() }}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap xl:min-h-10 tabular-nums underline underline-offset-4"
      >
        {order.orderNumber}
      </Link>
      {isFresh && <Mark variant="secondary">New</Mark>}
      {order.people.some(hasAllergens) && <Mark variant="destructive">Allergy</Mark>}
    </p>
  );
}

/** A badge that leaves room in a row. */
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

function hasAllergens({ allergens }: AdminOrderReply['people'][number]): boolean {
  return allergens.length > 0;
}
