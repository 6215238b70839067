import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderListFilter } from '#web/api/portal/admin-orders.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { isFiltered, LONGEST_SEARCH } from './orders-address.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 250;

type OrderFiltersProps = {
  filter: OrderListFilter;
  onChange: (change: Partial<OrderListFilter>) => void;
};

export function OrderFilters({ filter, onChange }: OrderFiltersProps) {
  const [text, setText] = useState(filter.q);

  const search = useEffectEvent((next: string) => {
    if (next !== filter.q) onChange({ q: next });
  });
  useEffect(() => {
    const asking = setTimeout(() => search(text.trim()), PAUSE_MS);
    return () => clearTimeout(asking);
  }, [text]);

  function clear() {
    setText('');
    onChange({ q: '', deliveryDate: '' });
  }
  return (
    <div role="search" className="flex flex-wrap items-center gap-3">
      <SearchField
        label="Search name, email, phone or order number"
        value={text}
        onChange={setText}
        maxLength={LONGEST_SEARCH}
      />
      <div className="flex items-center gap-3 max-sm:w-full">
        <DateField
          label="Delivered on"
          inline
          value={filter.deliveryDate}
          onChange={(deliveryDate) => onChange({ deliveryDate })}
        />
        {isFiltered(filter) && (
          <Button variant="quiet" size="small" className="max-md:min-h-11" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
