import { useQuery } from '@tanstack/react-query';
import { inTimeOrder, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { parseDeliveryWindow } from '#areas/business/rules/parse-window.ts';
import { offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { ORDER_BALANCES } from '#areas/order-book/rules/order-account.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  orderableMealsQuery,
  type OrderListFilter,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { BALANCE_LABELS } from './chosen-filters.ts';

export type ChoiceFieldsProps = {
  filter: OrderListFilter;
  onChange: (change: Partial<OrderListFilter>) => void;
};

/** What orders are chosen by, beside words. */
export function ChoiceFields({ filter, onChange }: ChoiceFieldsProps) {
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
