import { type SubmitEvent, useState } from 'react';
import { type BaseUnit, formatExactQuantity } from '#areas/menu/rules/units.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type AmountFormProps = {
  label: string;
  unit: BaseUnit;
  first: number;
  most: number;
  /** Far more than this, or nothing, is asked about once; null: any amount will do. */
  planned: number | null;
  onSave: (qty: number) => void;
};

const FAR_MORE = 3;

/** A whole number of a base unit. */
export function AmountForm({ label, unit, first, most, planned, onSave }: AmountFormProps) {
  const [text, setText] = useState(String(first));
  const [error, setError] = useState<string | undefined>();
  const [asked, setAsked] = useState<string | null>(null);

  function save(event: SubmitEvent) {
    event.preventDefault();
    const qty = Number(text);
    if (!/^\d{1,8}$/.test(text.trim()) || qty > most) {
      setError(`Enter a whole number up to ${formatExactQuantity(most, unit)}.`);
      return;
    }
    setError(undefined);
    if (planned !== null && qty === 0) {
      setError('If nothing was made, leave it open.');
      return;
    }
    if (planned !== null && qty > planned * FAR_MORE && asked !== text) setAsked(text);
    else onSave(qty);
  }
  return (
    <form onSubmit={save} className="grid max-w-md gap-2">
      <TextField
        label={unit === 'piece' ? label : `${label} (${unit})`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {asked === text && planned !== null && (
        <p role="alert" className="text-xl font-semibold text-warning">
          {Math.floor(Number(text) / planned)} times the plan. Right?
        </p>
      )}
      <Button type="submit" size="large">
        {asked === text ? 'Yes, save' : 'Save'}
      </Button>
    </form>
  );
}
