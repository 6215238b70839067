import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { foundOrdersQuery } from '#areas/orders/web/portal/find-orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 200;
const SHORTEST = 2;

type PaletteOrdersProps = { search: string; onChoose: (path: string) => void };

/** Orders with these words in their number, name or suburb. */
export function PaletteOrders({ search, onChoose }: PaletteOrdersProps) {
  const [words, setWords] = useState('');
  const typed = search.trim();
  useEffect(() => {
    const asking = setTimeout(() => setWords(typed), PAUSE_MS);
    return () => clearTimeout(asking);
  }, [typed]);
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
          value={`order ${id}`}
          // What the server found fits.
          words={[typed]}
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
