import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { foundOrdersQuery } from '#areas/orders/web/portal/find-orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useSettledText } from '#platform/web/ui/form/use-settled-text.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';

const SHORTEST = 2;
const ORDER_ITEM = 'order ';

type PaletteOrdersProps = { search: string; onChoose: (path: string) => void };

/** Whether an item of the palette, by its value, is an order that the server found. */
export function isOrderItem(value: string): boolean {
  return value.startsWith(ORDER_ITEM);
}

/** Orders with these words in their number, name or suburb. */
export function PaletteOrders({ search, onChoose }: PaletteOrdersProps) {
  const typed = search.trim();
  const words = useSettledText(typed);
  const { data = [], isError } = useQuery({
    ...foundOrdersQuery(words),
    enabled: words.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  if (typed.length < SHORTEST) return null;
  if (isError) return <p className="px-3 py-2 text-danger">We couldn’t look for orders.</p>;
  if (data.length === 0) return null;
  return (
    <PaletteGroup heading="Orders">
      {data.map(({ id, orderNumber, customer, suburb, status }) => (
        <PaletteItem
          key={id}
          value={`${ORDER_ITEM}${id}`}
          words={[
            orderNumber,
            `${customer.firstName} ${customer.lastName}`,
            customer.phone,
            customer.email,
            suburb,
          ]}
          onChoose={() => onChoose(paths.admin({ tab: 'orders', order: id }))}
        >
          <span className="min-w-0 truncate">
            <span className="tabular-nums">{orderNumber}</span> {customer.firstName}{' '}
            {customer.lastName}
            <span className="font-normal text-ink-soft">
              {' '}
              {suburb}, {status}
            </span>
          </span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
