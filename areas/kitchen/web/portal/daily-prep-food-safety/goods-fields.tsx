import { useId } from 'react';
import type { z } from 'zod';
import type { listReceivable } from '#areas/kitchen/calls/goods.ts';
import type { InputUnit } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type GoodsDraft, UNITS_OF } from './goods-draft.ts';

type GoodsFieldsProps = {
  known: z.infer<typeof listReceivable.reply>;
  draft: GoodsDraft;
  errors: FieldErrors;
  onChange: (to: Partial<GoodsDraft>) => void;
};

/** What came, how much, from whom, and what its label says. */
export function GoodsFields({ known, draft, errors, onChange }: GoodsFieldsProps) {
  const supplierList = useId();
  const { ingredients, suppliers } = known;
  const chosen = ingredients.find(({ id }) => id === draft.ingredientId);
  const units = UNITS_OF[chosen?.baseUnit ?? 'g'];
  function choose(id: number) {
    const { baseUnit = 'g' } = ingredients.find((one) => one.id === id) ?? {};
    const [unit = 'kg'] = UNITS_OF[baseUnit];
    onChange({
      ingredientId: id,
      unit: UNITS_OF[baseUnit].includes(draft.unit) ? draft.unit : unit,
    });
  }
  return (
    <>
      <SelectField
        label="What was delivered?"
        value={draft.ingredientId ?? ''}
        error={errors['ingredientId']}
        onChange={(event) => choose(Number(event.target.value))}
      >
        <option value="" disabled>
          Choose
        </option>
        {STORE_AREAS.map((area) => {
          const there = ingredients.filter(({ storeArea }) => storeArea === area);
          if (there.length === 0) return null;
          return (
            <optgroup key={area} label={STORE_AREA_NAMES[area]}>
              {there.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          );
        })}
      </SelectField>
      <div className="grid grid-cols-[1fr_8rem] gap-3">
        <TextField
          label="How much?"
          inputMode="decimal"
          maxLength={20}
          value={draft.amount}
          error={errors['amount']}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
        <SelectField
          label="Unit"
          value={draft.unit}
          onChange={(event) => onChange({ unit: event.target.value as InputUnit })}
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unit}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Supplier"
          optional
          list={supplierList}
          maxLength={80}
          autoComplete="off"
          value={draft.supplier}
          error={errors['supplier']}
          onChange={(event) => onChange({ supplier: event.target.value })}
        />
        <datalist id={supplierList}>
          {suppliers.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <TextField
          label="Lot code on the pack"
          optional
          maxLength={80}
          autoComplete="off"
          value={draft.supplierLot}
          error={errors['supplierLot']}
          onChange={(event) => onChange({ supplierLot: event.target.value })}
        />
      </div>
      <DateField
        label="Use-by date, if it has one"
        value={draft.useBy}
        error={errors['useBy'] ?? null}
        onChange={(useBy) => onChange({ useBy })}
      />
    </>
  );
}
