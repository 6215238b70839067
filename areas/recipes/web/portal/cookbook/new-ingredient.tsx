import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createIngredient, type IngredientReply } from '#areas/recipes/calls/recipe-book.ts';
import { STORE_AREA_NAMES, STORE_AREAS, type StoreArea } from '#areas/menu/rules/storage-advice.ts';
import { BASE_UNITS, type BaseUnit } from '#areas/menu/rules/units.ts';
import { call } from '#platform/web/api/client.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { PackAllergens } from './pack-allergens.tsx';
import { ingredientFieldsOf } from './recipe-draft.ts';

type NewIngredientProps = {
  name: string;
  onAdded: (ingredient: IngredientReply) => void;
  onCancel: () => void;
};

/** An ingredient that a recipe needs and nobody has entered: what a line cannot do without. The rest stands in Ingredients. */
export function NewIngredient({ name: typed, onAdded, onCancel }: NewIngredientProps) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => ({ ...ingredientFieldsOf(null), name: typed }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const adding = useChange(() => call(createIngredient, { body: { ...fields, checked: false } }), {
    onDone(ingredient) {
      client.setQueryData(recipeBookQuery.queryKey, (book) =>
        book ? { ...book, ingredients: [...book.ingredients, ingredient] } : book,
      );
      onAdded(ingredient);
    },
    onFailure: (_failure, { error }) => setErrors(fieldErrorsOf(error)),
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  return (
    <fieldset className="grid gap-3 rounded-2xl bg-sunken p-4">
      <legend className="sr-only">New ingredient</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Name of the new ingredient"
          maxLength={80}
          value={fields.name}
          error={errors.name}
          onChange={({ target: { value } }) => set({ name: value })}
        />
        <SelectField
          label="Counted in"
          value={fields.baseUnit}
          onChange={({ target: { value } }) => set({ baseUnit: value as BaseUnit })}
        >
          {BASE_UNITS.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
        <SelectField
          label="Kept in"
          value={fields.storeArea}
          onChange={({ target: { value } }) => set({ storeArea: value as StoreArea })}
        >
          {STORE_AREAS.map((area) => (
            <option key={area} value={area}>
              {STORE_AREA_NAMES[area]}
            </option>
          ))}
        </SelectField>
      </div>
      <PackAllergens fields={fields} onChange={set} />
      {Object.keys(errors).length === 0 && (
        <FailureNotice failure={adding.failure} title="Not added" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={adding.isBusy} busyLabel="Adding…" onClick={() => adding.run()}>
          Add the ingredient
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
