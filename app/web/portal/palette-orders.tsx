import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { foundOrdersQuery } from '#areas/orders/web/portal/find-orders-queries.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useSettledText } from '#platform/web/ui/form/use-settled-text.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';

const SHORTEST = 2;
const ORDER_ITEM = 'order ';

/** Whether an item of the palette, by its value, is an order that the server found. */
export function isOrderItem(value: string): boolean {
  return value.startsWith(ORDER_ITEM);
}

type FoundOrders = {
  orders: readonly AdminOrderReply[];
  isError: boolean;
  /** How well the best of them fits; what went wrong comes first. */
  rank: number;
};

const NOTHING: FoundOrders = { orders: [], isError: false, rank: RANK.none };

/** Orders with these words in their number, name or suburb, as the server finds them. */
export function useFoundOrders(search: string, mayFind: boolean): FoundOrders {
  const typed = search.trim();
  const words = useSettledText(typed);
  const { data = [], isError } = useQuery({
    ...foundOrdersQuery(words),
    enabled: mayFind && words.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  if (!mayFind || typed.length < SHORTEST) return NOTHING;
  const ranks = data.map((order) => searchRank(search, ...wordsOf(order)));
  return { orders: data, isError, rank: isError ? RANK.whole : Math.max(RANK.none, ...ranks) };
}

type PaletteOrdersProps = { found: FoundOrders; onChoose: (path: string) => void };

export function PaletteOrders({ found: { orders, isError }, onChoose }: PaletteOrdersProps) {
  if (isError) return <p className="px-3 py-2 text-danger">We couldn’t look for orders.</p>;
  if (orders.length === 0) return null;
  return (
    <PaletteGroup heading="Orders">
      {orders.map((order) => (
        <PaletteItem
          key={order.id}
          value={`${ORDER_ITEM}${order.id}`}
          words={wordsOf(order)}
          onChoose={() => onChoose(paths.admin({ tab: 'orders', order: order.id }))}
        >
          <span className="min-w-0 truncate">
            <span className="tabular-nums">{order.orderNumber}</span> {nameOf(order)}
            <span className="font-normal text-ink-soft">
              {' '}
              {order.suburb}, {order.status}
            </span>
          </span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

function wordsOf(order: AdminOrderReply): string[] {
  const { orderNumber, customer, suburb } = order;
  return [orderNumber, nameOf(order), customer.phone, customer.email, suburb];
}

function nameOf({ customer }: AdminOrderReply): string {
  return `${customer.firstName} ${customer.lastName}`;
}
