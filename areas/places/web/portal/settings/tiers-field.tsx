import { useId, useState } from 'react';
import type { BusinessFacts, ShownField } from '#areas/business/rules/facts.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { TYPED } from './typed-values.ts';

type Tier = BusinessFacts['advertisedTiers'][number];

type TiersFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  tiers: readonly Tier[];
  problems: FieldErrors;
  onChange: (tiers: Tier[]) => void;
};

/** Where each starts follows from the one before; the last has no end. */
export function TiersField({ label, hint, tiers, problems, onChange }: TiersFieldProps) {
  const id = useId();
  const [rows, setRows] = useState(() =>
    tiers.map(({ toMeals, priceCents }) => ({
      to: TYPED.numberOrNone.show(toMeals),
      price: TYPED.dollars.show(priceCents),
    })),
  );

  function write(changed: typeof rows) {
    setRows(changed);
    let fromMeals = 1;
    onChange(
      changed.map(({ to, price }, index) => {
        const isLast = index === changed.length - 1;
        const toMeals = isLast ? null : Number(TYPED.number.read(to));
        const tier = { fromMeals, toMeals, priceCents: Number(TYPED.dollars.read(price)) };
        fromMeals = (toMeals ?? 0) + 1;
        return tier;
      }),
    );
  }

  return (
    <fieldset data-wide className="grid gap-3" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      <p id={id} className="text-sm text-ink-soft">
        {hint}
      </p>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          {index === rows.length - 1 ? (
            <p className="self-center font-semibold">
              {tiers[index]?.fromMeals || '?'} or more meals
            </p>
          ) : (
            <TextField
              label={`From ${tiers[index]?.fromMeals || '?'} to how many meals`}
              inputMode="numeric"
              value={row.to}
              error={problems[`advertisedTiers.${index}.toMeals`] ?? null}
              onChange={({ target }) => write(rows.with(index, { ...row, to: target.value }))}
            />
          )}
          <TextField
            label={`Price ${index + 1} ($)`}
            inputMode="decimal"
            value={row.price}
            error={problems[`advertisedTiers.${index}.priceCents`] ?? null}
            onChange={({ target }) => write(rows.with(index, { ...row, price: target.value }))}
          />
          {rows.length > 1 && (
            <Button
              variant="quiet"
              size="small"
              className="mt-8"
              aria-label={`Remove price ${index + 1}`}
              onClick={() => write(rows.toSpliced(index, 1))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={rows.length >= 10}
        onClick={() => write([...rows, { to: '', price: '' }])}
      >
        Add a price
      </Button>
    </fieldset>
  );
}
