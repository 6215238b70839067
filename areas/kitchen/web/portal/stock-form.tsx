import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import type { StockedReply } from '#areas/kitchen/calls/stock.ts';
import type { BaseUnit, InputUnit } from '#areas/menu/rules/units.ts';
import {
  sendStockCount,
  sendStockWaste,
  SHOPPING_KEY,
  stockQuery,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type StockFormProps = { stocked: StockedReply; what: 'count' | 'waste'; onDone: () => void };

const UNITS: Record<BaseUnit, InputUnit[]> = {
  g: ['kg', 'g'],
  ml: ['l', 'ml'],
  piece: ['piece', 'dozen'],
};

/** How much of an ingredient is there, or how much of it was thrown away and why. */
export function StockForm({ stocked, what, onDone }: StockFormProps) {
  const { ingredientId, ingredient, baseUnit, qty } = stocked;
  const client = useQueryClient();
  const form = useForm({
    initial: { amount: '', unit: UNITS[baseUnit][0] as InputUnit, reason: '' },
    send({ reason, ...fields }) {
      const body = { ...fields, seen: qty };
      return what === 'count'
        ? sendStockCount(ingredientId, body)
        : sendStockWaste(ingredientId, { ...body, reason });
    },
    onDone(stock) {
      client.setQueryData(stockQuery.queryKey, stock);
      onDone();
    },
    refresh: [{ queryKey: SHOPPING_KEY }, { queryKey: stockQuery.queryKey }],
  });
  return (
    <form {...form.props} className="grid max-w-xl gap-2 rounded-2xl bg-sunken p-3">
      <div className="grid grid-cols-[1fr_6rem] items-start gap-2">
        <TextField
          label={`${what === 'count' ? 'There is' : 'Thrown away'}: ${ingredient}`}
          inputMode="decimal"
          maxLength={20}
          {...form.text('amount')}
        />
        <SelectField
          label="Unit"
          value={form.values.unit}
          onChange={({ target: { value } }) => form.set({ unit: value as InputUnit })}
        >
          {UNITS[baseUnit].map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
      </div>
      {what === 'waste' && <TextField label="Why" maxLength={200} {...form.text('reason')} />}
      <FailureNotice failure={form.failure} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={form.isBusy} busyLabel="Saving…">
          Save
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
