import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  orderableMealsQuery,
  type OrderListFilter,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { chosenTexts } from './chosen-filters.ts';
import { ChoiceFields, type ChoiceFieldsProps } from './choice-fields.tsx';
import { isFiltered, LONGEST_SEARCH, ALL_ORDERS } from './orders-address.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 250;

type OrderFiltersProps = ChoiceFieldsProps & {
  /** What the orders with an open balance add up to; undefined: not asked for. */
  balanceSum: string | undefined;
};

/** The search, the other filters at the press of a button, and a line that says which are on. */
export function OrderFilters({ filter, balanceSum, onChange }: OrderFiltersProps) {
  const [text, setText] = useState(filter.q);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();

  const search = useEffectEvent((next: string) => {
    if (next !== filter.q) onChange({ q: next });
  });
  useEffect(() => {
    const asking = setTimeout(() => search(text.trim()), PAUSE_MS);
    return () => clearTimeout(asking);
  }, [text]);

  function clear() {
    setText('');
    onChange(ALL_ORDERS);
  }
  return (
    <>
      <div
        role="search"
        className="flex min-w-0 flex-1 basis-72 items-center gap-2 xl:[&_input]:min-h-11 xl:[&_input]:py-2 xl:pointer-fine:[&_input]:min-h-8 xl:pointer-fine:[&_input]:py-0 xl:pointer-fine:[&_kbd]:top-1"
      >
        <SearchField
          label="Search name, email, phone or order number"
          value={text}
          onChange={setText}
          maxLength={LONGEST_SEARCH}
        />
        <Button
          variant="secondary"
          size="small"
          className="min-h-11 sm:min-h-11 xl:pointer-fine:min-h-8"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
      </div>
      {isOpen && (
        <div
          id={panelId}
          role="group"
          aria-label="Filters"
          className="grid basis-full items-end gap-3 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-2 md:grid-cols-3"
        >
          <ChoiceFields filter={filter} onChange={onChange} />
        </div>
      )}
      {isFiltered(filter) && <Chosen filter={filter} balanceSum={balanceSum} onClear={clear} />}
    </>
  );
}

type ChosenProps = {
  filter: OrderListFilter;
  balanceSum: string | undefined;
  onClear: () => void;
};

/** Which filters are on, and what the money adds up to. */
function Chosen({ filter, balanceSum, onClear }: ChosenProps) {
  const { data: meals } = useQuery({ ...orderableMealsQuery, enabled: filter.mealId !== '' });
  const mealName = meals?.find(({ id }) => String(id) === filter.mealId)?.name;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3">
      <p className="text-sm">
        <span className="text-ink-soft">Shown: </span>
        {chosenTexts(filter, mealName).join(' · ')}
        {balanceSum !== undefined && (
          <strong className="ml-2 tabular-nums">${balanceSum} in all</strong>
        )}
      </p>
      <Button variant="quiet" size="small" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
