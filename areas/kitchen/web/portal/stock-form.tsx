import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { StockedReply } from '#areas/kitchen/calls/stock.ts';
import type { BaseUnit, InputUnit } from '#areas/menu/rules/units.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  sendStockCount,
  sendStockWaste,
  SHOPPING_KEY,
  stockQuery,
} from '#areas/kitchen/web/portal/shopping-queries.ts';
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
  const [fields, setFields] = useState({ amount: '', unit: UNITS[baseUnit][0] as InputUnit });
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => {
      const body = { ...fields, seen: qty };
      return what === 'count'
        ? sendStockCount(ingredientId, body)
        : sendStockWaste(ingredientId, { ...body, reason });
    },
    onSuccess: (stock) => {
      client.setQueryData(stockQuery.queryKey, stock);
      onDone();
    },
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setErrors(found);
      setFailure(Object.keys(found).length > 0 ? null : describeFailure(error));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: SHOPPING_KEY }),
        client.invalidateQueries({ queryKey: stockQuery.queryKey }),
      ]),
  });
  function save(event: SubmitEvent) {
    event.preventDefault();
    saving.mutate();
  }
  return (
    <form onSubmit={save} className="grid max-w-xl gap-2 rounded-2xl bg-sunken p-3">
      <div className="grid grid-cols-[1fr_6rem] items-start gap-2">
        <TextField
          label={`${what === 'count' ? 'There is' : 'Thrown away'}: ${ingredient}`}
          inputMode="decimal"
          maxLength={20}
          value={fields.amount}
          error={errors.amount}
          onChange={({ target: { value } }) => setFields({ ...fields, amount: value })}
        />
        <SelectField
          label="Unit"
          value={fields.unit}
          onChange={({ target: { value } }) => setFields({ ...fields, unit: value as InputUnit })}
        >
          {UNITS[baseUnit].map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
      </div>
      {what === 'waste' && (
        <TextField
          label="Why"
          maxLength={200}
          value={reason}
          error={errors.reason}
          onChange={({ target: { value } }) => setReason(value)}
        />
      )}
      {failure !== null && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {failure}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={saving.isPending} busyLabel="Saving…">
          Save
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
