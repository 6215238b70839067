import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  deliveriesToRefund,
  keptToRefund,
  kindsLeft,
  NOTHING_CHOSEN,
  peopleToRefund,
  type RefundChoice,
  type RefundKind,
} from './refund-choice.ts';
import { MealTicks } from './meal-ticks.tsx';

const LABELS: Record<RefundKind, string> = {
  items: 'Meals',
  person: 'A person',
  delivery: 'A delivery',
  fee: 'Delivery fee',
  kept: 'Money kept',
  amount: 'An amount',
};

type RefundWhatProps = {
  order: AdminOrderReply;
  choice: RefundChoice;
  onChange: (choice: RefundChoice) => void;
};

/** What to refund. What went back already stays in sight and can't be chosen. */
export function RefundWhat({ order, choice, onChange }: RefundWhatProps) {
  const change = (part: Partial<RefundChoice>) => onChange({ ...choice, ...part });
  return (
    <>
      <PillChoice
        legend="What goes back"
        value={choice.kind}
        pills={kindsLeft(order).map((kind) => ({ value: kind, label: LABELS[kind] }))}
        onChange={(kind) => onChange({ ...NOTHING_CHOSEN, kind })}
      />
      {choice.kind === 'items' && (
        <MealTicks
          legend="Which meals"
          items={order.orderItems}
          chosen={choice.items}
          noteOf={({ id }) => (order.refundedItems.includes(id) ? 'Paid back' : null)}
          isFixed={({ id }) => order.refundedItems.includes(id)}
          onChoose={(items) => change({ items })}
        />
      )}
      {choice.kind === 'person' && (
        <Options
          label="Whose meals"
          options={peopleToRefund(order)}
          value={choice.personName}
          onChoose={(personName) => change({ personName })}
        />
      )}
      {choice.kind === 'delivery' && (
        <Options
          label="Which delivery"
          options={deliveriesToRefund(order)}
          value={choice.deliveryId}
          onChoose={(deliveryId) => change({ deliveryId })}
        />
      )}
      {choice.kind === 'kept' && (
        <Options
          label="Which money"
          options={keptToRefund(order)}
          value={choice.kept}
          onChoose={(kept) => change({ kept })}
        />
      )}
      {choice.kind === 'fee' && order.deliveries.length > 1 && (
        <SelectField
          label="Of which delivery"
          value={choice.deliveryId}
          onChange={(event) => change({ deliveryId: event.target.value })}
        >
          <option value="">All that is left (${order.refundableFee})</option>
          {deliveriesToRefund(order).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {choice.kind === 'amount' && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          placeholder="5.00"
          value={choice.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
    </>
  );
}

type OptionsProps = {
  label: string;
  options: readonly { value: string; label: string; isRefunded: boolean }[];
  value: string;
  onChoose: (value: string) => void;
};

function Options({ label, options, value, onChoose }: OptionsProps) {
  return (
    <PillChoice
      legend={label}
      value={value === '' ? null : value}
      pills={options.map((option) => ({
        value: option.value,
        label: option.label,
        note: option.isRefunded ? 'Refunded' : undefined,
        disabled: option.isRefunded,
      }))}
      onChange={onChoose}
    />
  );
}
