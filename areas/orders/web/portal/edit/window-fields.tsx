import { formatDate } from '#platform/rules/plain-date.ts';
import { inTimeOrder, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { parseDeliveryWindow } from '#areas/business/rules/parse-window.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { setDeliveryWindow, slotsOfEdit } from './order-edit.ts';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import type { OrderEditing } from './use-order-edit.ts';

/** The window of each delivery date. */
export function WindowFields({ editing }: { editing: OrderEditing }) {
  const { edit, problems, conflict, change } = editing;
  const { business } = useConfig();

  function errorOf(date: string, window: string): string | null {
    const isFull = conflict?.full?.some((full) => full.date === date && full.timeSlot === window);
    if (isFull) return 'No place left in this window';
    const index = edit.items.findIndex(({ deliveryDate }) => deliveryDate === date);
    return problems[`orderItems.${index}.deliveryWindow`] ?? null;
  }
  return (
    <OrderPanel title="Delivery windows">
      <p className="-mt-2 text-sm text-ink-soft">
        Everything for a date arrives together. Meals on several dates are delivered daily.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {slotsOfEdit(edit, business.defaultWindow).map(({ date, window }) => (
          <SelectField
            key={date}
            label={formatDate(date)}
            value={window}
            error={errorOf(date, window)}
            onChange={({ target }) => {
              const chosen = parseDeliveryWindow(target.value);
              if (chosen) change((now) => setDeliveryWindow(now, date, chosen));
            }}
          >
            {inTimeOrder([...windowsOn(business, date), window]).map((choice) => (
              <option key={choice} value={choice}>
                {windowLabel(choice)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </OrderPanel>
  );
}
