import { useState } from 'react';
import type { StockedReply, StockReply } from '#areas/kitchen/calls/stock.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/store-areas.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { StockForm } from './stock-form.tsx';

/** What is in the store, area by area, to count or to throw away. */
export function StockList({ stock: { ingredients, today } }: { stock: StockReply }) {
  if (ingredients.length === 0) {
    return (
      <EmptyState title="No ingredient’s stock is counted">
        Open an ingredient under “Recipes and ingredients” and switch on “We count its stock”.
      </EmptyState>
    );
  }
  return STORE_AREAS.map((area) => {
    const there = ingredients.filter(({ storeArea }) => storeArea === area);
    if (there.length === 0) return null;
    return (
      <Card key={area} as="section" aria-label={STORE_AREA_NAMES[area]} className="grid gap-2">
        <h2 className="text-lg">{STORE_AREA_NAMES[area]}</h2>
        <ul className="grid">
          {there.map((stocked) => (
            <Stocked key={stocked.ingredientId} stocked={stocked} today={today} />
          ))}
        </ul>
      </Card>
    );
  });
}

function Stocked({ stocked, today }: { stocked: StockedReply; today: string }) {
  const [asks, setAsks] = useState<'count' | 'waste' | null>(null);
  const formatInstant = useFormatInstant();
  const mayCook = useMayDo('cook');
  const { ingredient, baseUnit, qty, expires, counted } = stocked;
  return (
    <li className="grid gap-1 border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="font-semibold">{ingredient}</span>{' '}
          <span className="tabular-nums">
            {qty < 0 ? 'less than nothing: please count it' : formatQuantity(qty, baseUnit)}
          </span>
        </p>
        {mayCook && (
          <div className="flex gap-1">
            <Button variant="quiet" size="small" onClick={() => setAsks('count')}>
              Count<span className="sr-only"> {ingredient}</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => setAsks('waste')}>
              Thrown away<span className="sr-only"> of {ingredient}</span>
            </Button>
          </div>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {counted ? `Counted ${formatInstant(counted.at)} by ${counted.by}` : 'Never counted'}
      </p>
      {expires.map(({ useBy, qty: part }) => (
        <p key={useBy} className={useBy < today ? 'text-sm text-danger' : 'text-sm'}>
          {useBy < today ? 'Out of date since' : 'Use by'} {formatDayAndMonth(useBy)}:{' '}
          {formatQuantity(part, baseUnit)}
        </p>
      ))}
      {asks !== null && <StockForm stocked={stocked} what={asks} onDone={() => setAsks(null)} />}
    </li>
  );
}
