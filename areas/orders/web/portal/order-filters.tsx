import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  orderableMealsQuery,
  type OrderListFilter,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { isFiltered, LONGEST_SEARCH, ALL_ORDERS } from '#areas/orders/web/portal/orders-address.ts';
import {
  inTimeOrder,
  windowLabel,
  parseDeliveryWindow,
} from '#areas/business/rules/delivery-windows.ts';
import { offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { ORDER_BALANCES, type OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 250;

type OrderFiltersProps = ChoiceFieldsProps & {
  /** What the orders with an open balance add up to; undefined: not asked for. */
  balanceSum: string | undefined;
};

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

type ChoiceFieldsProps = {
  filter: OrderListFilter;
  onChange: (change: Partial<OrderListFilter>) => void;
};

function ChoiceFields({ filter, onChange }: ChoiceFieldsProps) {
  const { business } = useConfig();
  const chosen = filter.window === '' ? [] : [filter.window];
  const { data: meals = [] } = useQuery(orderableMealsQuery);
  return (
    <>
      <DateField
        label="Delivered on"
        value={filter.deliveryDate}
        onChange={(deliveryDate) => onChange({ deliveryDate })}
      />
      <SelectField
        label="Delivery window"
        value={filter.window}
        onChange={(event) => onChange({ window: parseDeliveryWindow(event.target.value) ?? '' })}
      >
        <option value="">Any</option>
        {inTimeOrder([...offeredWindows(business), ...chosen]).map((window) => (
          <option key={window} value={window}>
            {windowLabel(window)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Suburb"
        value={filter.suburb}
        onChange={(event) => onChange({ suburb: event.target.value })}
      >
        <option value="">Any</option>
        {business.suburbs.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField
        label="Meal"
        value={filter.mealId}
        onChange={(event) => onChange({ mealId: event.target.value })}
      >
        <option value="">Any</option>
        {meals.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Money"
        value={filter.balance}
        onChange={(event) =>
          onChange({ balance: ORDER_BALANCES.find((one) => one === event.target.value) ?? '' })
        }
      >
        <option value="">Any</option>
        {ORDER_BALANCES.map((balance) => (
          <option key={balance} value={balance}>
            {BALANCE_LABELS[balance]}
          </option>
        ))}
      </SelectField>
      <div className="flex min-h-12 items-center">
        <CheckChip
          checked={filter.allergies === 'yes'}
          onToggle={() => onChange({ allergies: filter.allergies === '' ? 'yes' : '' })}
        >
          With allergies or diets
        </CheckChip>
      </div>
    </>
  );
}

const BALANCE_LABELS: Record<OpenOrderBalance, string> = {
  owed: 'Money owed',
  refund: 'To be refunded',
};

/** Each filter that is on; the status has its own tabs. Without its name, a meal is only called one. */
function chosenTexts(filter: OrderListFilter, mealName = 'one meal'): string[] {
  const { q, deliveryDate, window, suburb, mealId, allergies, balance } = filter;
  return [
    q === '' ? '' : `“${q}”`,
    deliveryDate === '' ? '' : formatDayAndMonth(deliveryDate),
    window === '' ? '' : windowLabel(window),
    suburb,
    mealId === '' ? '' : mealName,
    allergies === '' ? '' : 'with allergies or diets',
    balance === '' ? '' : BALANCE_LABELS[balance],
  ].filter((text) => text !== '');
}
