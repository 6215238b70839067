import { useState } from 'react';
import {
  createIngredient,
  type IngredientReply,
  readRecipeBook,
  updateIngredient,
} from '#areas/recipes/calls/recipe-book.ts';
import { BASE_UNITS, type BaseUnit } from '#areas/menu/rules/units.ts';
import {
  STORE_AREA_NAMES,
  STORE_AREAS,
  type StoreArea,
  STOCK_RULES,
  type StockRule,
  stockRuleOf,
} from '#areas/menu/rules/storage-advice.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { FormFoot, useBookForm, useEditorGuard } from './book-form.tsx';
import { type Book, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import {
  ingredientFieldsOf,
  type IngredientFields,
  numberProblems,
  numberTextsOf,
  readNumbers,
  WEIGHTS,
} from './recipe-draft.ts';
import { FOOD_COLUMN_NAMES } from '#areas/recipes/rules/food-table.ts';
import { RetireIngredient } from '#areas/recipes/web/portal/cookbook/retire.tsx';
import { NUTRIENTS, checkFigures } from '#areas/menu/rules/nutrition.ts';
import { ALLERGENS, type Allergen } from '#areas/needs/rules/allergens.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

const STOCK_RULE_TEXT: Record<StockRule, string> = {
  day: 'fresh, ends at its date',
  store: 'stays, is counted',
  none: 'not kept',
};

type IngredientEditorProps = {
  ingredient: IngredientReply | null;
  book: Book;
  back: string;
  onGone: () => void;
};

export function IngredientEditor({ ingredient, book, back, onGone }: IngredientEditorProps) {
  const mayEdit = useMayDo('editRecipes');
  const [fields, setFields] = useState<IngredientFields>(() => ingredientFieldsOf(ingredient));
  const [texts, setTexts] = useState(() => numberTextsOf(fields));
  const [loss, setLoss] = useState(String(fields.lossBp / 100));
  const set = (change: Partial<IngredientFields>) => setFields({ ...fields, ...change });

  const goAway = useEditorGuard({ fields, texts, loss }, 'this ingredient', onGone);
  const form = useBookForm(
    async (settle, checked) => {
      const { baseUnit, ...rest } = {
        ...fields,
        ...readNumbers(texts).values,
        lossBp: Math.round(Number(loss) * 100),
      };
      if (ingredient !== null) {
        return call(updateIngredient, {
          params: { id: String(ingredient.id) },
          body: { ...rest, version: ingredient.version, settle, checked },
        });
      }
      await call(createIngredient, { body: { ...rest, baseUnit, checked } });
      return call(readRecipeBook, {});
    },
    {
      saved: `${fields.name} is kept.`,
      onSaved: ingredient === null ? goAway : () => {},
      check: () => ({
        ...checkFigures(readNumbers(texts).values).refused,
        ...numberProblems(texts, loss),
      }),
    },
  );
  const text = textFields(fields, set, form.errors);
  const numberField = textFields(texts, (change) => setTexts({ ...texts, ...change }), form.errors);
  return (
    <div className="grid max-w-3xl gap-5">
      <h2 className="text-xl">{ingredient?.name ?? 'New ingredient'}</h2>
      <TextField label="Name" maxLength={80} {...text('name')} />
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
        <UnitAndArea fields={fields} isNew={ingredient === null} onChange={set} />
        <TextField
          label="Loss by peeling, %"
          inputMode="decimal"
          value={loss}
          error={form.errors.lossBp}
          onChange={({ target: { value } }) => setLoss(value)}
        />
        {WEIGHTS.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            optional
            inputMode="decimal"
            {...numberField(field)}
          />
        ))}
      </div>
      <TextField label="On labels" maxLength={120} {...text('labelName')} />
      <TextField
        label="Its own ingredients, as on its pack"
        optional
        maxLength={600}
        {...text('labelParts')}
      />
      <StockFields fields={fields} error={form.errors.reserveQty} onChange={set} />
      <PackAllergens fields={fields} onChange={set} />
      <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <legend className="mb-1 font-semibold">For 100 g; empty: not known</legend>
        {NUTRIENTS.map((nutrient) => (
          <TextField
            key={nutrient}
            label={FOOD_COLUMN_NAMES[nutrient]}
            inputMode="decimal"
            {...numberField(nutrient)}
          />
        ))}
      </fieldset>
      {ingredient?.figuresVouchedBy != null && (
        <p className="text-sm text-ink-soft">
          Unlikely, and {ingredient.figuresVouchedBy} said: the pack says so.
        </p>
      )}
      <TextField
        label="Where the figures are from"
        optional
        maxLength={120}
        {...text('nutrientSource')}
      />
      <FormFoot form={form} back={back} maySave={mayEdit} />
      {ingredient !== null && mayEdit && (
        <RetireIngredient ingredient={ingredient} book={book} onGone={goAway} />
      )}
    </div>
  );
}

type UnitAndAreaProps = {
  fields: Pick<IngredientFields, 'baseUnit' | 'storeArea'>;
  /** The unit of one that is there stays: quantities count it. */
  isNew: boolean;
  onChange: (change: Partial<IngredientFields>) => void;
};

function UnitAndArea({ fields, isNew, onChange }: UnitAndAreaProps) {
  return (
    <>
      <SelectField
        label="Counted in"
        value={fields.baseUnit}
        disabled={!isNew}
        onChange={({ target: { value } }) => onChange({ baseUnit: value as BaseUnit })}
      >
        {BASE_UNITS.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </SelectField>
      <SelectField
        label="Kept in"
        value={fields.storeArea}
        onChange={({ target: { value } }) => onChange({ storeArea: value as StoreArea })}
      >
        {STORE_AREAS.map((area) => (
          <option key={area} value={area}>
            {STORE_AREA_NAMES[area]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

type StockFieldsProps = {
  fields: IngredientFields;
  error: string | undefined;
  onChange: (to: Partial<IngredientFields>) => void;
};

function StockFields({ fields, error, onChange }: StockFieldsProps) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField
        label="Its stock"
        value={fields.stockRule ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ stockRule: STOCK_RULES.find((rule) => rule === value) ?? null })
        }
      >
        <option value="">
          As usual for {STORE_AREA_NAMES[fields.storeArea]}:{' '}
          {STOCK_RULE_TEXT[stockRuleOf({ ...fields, stockRule: null })]}
        </option>
        {STOCK_RULES.map((rule) => (
          <option key={rule} value={rule}>
            {STOCK_RULE_TEXT[rule]}
          </option>
        ))}
      </SelectField>
      {stockRuleOf(fields) === 'store' && (
        <TextField
          label={`Keep at least, ${fields.baseUnit}`}
          optional
          inputMode="numeric"
          hint="Empty: a usual week’s use"
          value={fields.reserveQty ?? ''}
          error={error}
          onChange={({ target: { value } }) =>
            onChange({ reserveQty: /^\d+$/.test(value.trim()) ? Number(value) : null })
          }
        />
      )}
    </div>
  );
}

type AllergenChipsProps = {
  chosen: readonly Allergen[];
  onChange: (chosen: Allergen[]) => void;
};

function AllergenChips({ chosen, onChange }: AllergenChipsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {ALLERGENS.map((allergen) => (
        <CheckChip
          key={allergen}
          checked={chosen.includes(allergen)}
          onToggle={() =>
            onChange(
              ALLERGENS.filter((each) =>
                each === allergen ? !chosen.includes(allergen) : chosen.includes(each),
              ),
            )
          }
        >
          {allergen}
        </CheckChip>
      ))}
    </div>
  );
}

type PackAllergensProps = {
  fields: Pick<IngredientFields, 'contains' | 'mayContain'>;
  onChange: (change: Partial<IngredientFields>) => void;
};

/** What the pack says is in it. Not read is a value of its own: it never means none. */
function PackAllergens({ fields, onChange: set }: PackAllergensProps) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Allergens on its pack</legend>
        <div>
          <CheckChip
            checked={fields.contains !== null}
            onToggle={() => set({ contains: fields.contains === null ? [] : null })}
          >
            I have read the pack
          </CheckChip>
        </div>
        {fields.contains === null ? (
          <p className="text-ink-soft">
            Not known. No meal can declare its allergens with this in it.
          </p>
        ) : (
          <AllergenChips chosen={fields.contains} onChange={(contains) => set({ contains })} />
        )}
      </fieldset>
      {(fields.contains !== null || fields.mayContain.length > 0) && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">May be present, by its pack</legend>
          <AllergenChips
            chosen={fields.mayContain}
            onChange={(mayContain) => set({ mayContain })}
          />
        </fieldset>
      )}
    </>
  );
}

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
  const adding = useChange(createIngredient, {
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
          {...textFields(fields, set, errors)('name')}
        />
        <UnitAndArea fields={fields} isNew onChange={set} />
      </div>
      <PackAllergens fields={fields} onChange={set} />
      {Object.keys(errors).length === 0 && (
        <FailureNotice failure={adding.failure} title="Not added" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={adding.isBusy}
          busyLabel="Adding…"
          onClick={() => adding.run({ body: { ...fields, checked: false } })}
        >
          Add the ingredient
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
