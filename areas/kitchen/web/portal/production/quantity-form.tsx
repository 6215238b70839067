import { type SubmitEvent, useState } from 'react';
import { type BaseUnit, formatExactQuantity } from '#areas/menu/rules/units.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type QuantityFormProps = {
  label: string;
  unit: BaseUnit;
  first: number;
  most: number;
  onSave: (qty: number) => void;
};

/** A whole number of a base unit. */
export function QuantityForm({ label, unit, first, most, onSave }: QuantityFormProps) {
  const [text, setText] = useState(String(first));
  const [error, setError] = useState<string | undefined>();
  function save(event: SubmitEvent) {
    event.preventDefault();
    const qty = Number(text);
    if (/^\d{1,8}$/.test(text.trim()) && qty <= most) onSave(qty);
    else setError(`Enter a whole number up to ${formatExactQuantity(most, unit)}.`);
  }
  return (
    <form onSubmit={save} className="grid gap-2">
      <TextField
        label={`${label} (${unit})`}
        inputMode="numeric"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small">
        Save
      </Button>
    </form>
  );
}
