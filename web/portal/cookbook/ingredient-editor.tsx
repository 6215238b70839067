import { useState } from 'react';
import {
  archiveIngredient,
  createIngredient,
  type IngredientReply,
  readRecipeBook,
  replaceIngredient,
  updateIngredient,
} from '#contract/recipes/recipe-book.ts';
import { ALLERGENS, type Allergen } from '#domain/menu/allergens.ts';
import { BASE_UNITS, type BaseUnit } from '#domain/production/quantities/units.ts';
import { NUTRIENTS } from '#domain/production/recipe/nutrition.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#domain/production/store-areas.ts';
import { call } from '#web/api/client.ts';
import { useMayDo } from '#web/api/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { CheckChip } from '#web/ui/form/check-chip.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormFoot } from './form-foot.tsx';
import type { Book } from './recipe-draft.ts';
import { SettleNotice } from './settle-notice.tsx';
import { useBookForm } from './use-book-form.ts';

type IngredientEditorProps = {
  ingredient: IngredientReply | null;
  book: Book;
  back: string;
  onGone: () => void;
};

const FIGURE_NAMES = {
  kilojoules: 'Energy, kJ',
  proteinGrams: 'Protein, g',
  fatGrams: 'Fat, g',
  saturatedFatGrams: 'Saturated fat, g',
  carbsGrams: 'Carbs, g',
  sugarsGrams: 'Sugars, g',
  sodiumMg: 'Sodium, mg',
} as const satisfies Record<(typeof NUTRIENTS)[number], string>;

const WEIGHTS = [
  ['gramsPerLitre', 'A litre weighs, g'],
  ['gramsPer100Pieces', '100 pieces weigh, g'],
] as const;

const NEW = {
  name: '',
  baseUnit: 'g' as BaseUnit,
  gramsPerLitre: null,
  gramsPer100Pieces: null,
  lossBp: 0,
  storeArea: 'dry' as const,
  isBought: true,
  stockKept: false,
  labelName: '',
  labelParts: '',
  contains: null,
  mayContain: [],
  nutrientSource: '',
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
};

type Fields = Omit<IngredientReply, 'id' | 'version' | 'checkedAt' | 'pack'>;

export function IngredientEditor({ ingredient, book, back, onGone }: IngredientEditorProps) {
  const mayEdit = useMayDo('editRecipes');
  const [fields, setFields] = useState<Fields>(() => fieldsOf(ingredient));
  const [loss, setLoss] = useState(String(fields.lossBp / 100));
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });

  const form = useBookForm(
    async (settle) => {
      const { baseUnit, ...rest } = { ...fields, lossBp: Math.round(Number(loss) * 100) };
      if (ingredient !== null) {
        return call(updateIngredient, {
          params: { id: String(ingredient.id) },
          body: { ...rest, version: ingredient.version, settle },
        });
      }
      await call(createIngredient, { body: { ...rest, baseUnit } });
      return call(readRecipeBook, {});
    },
    { saved: `${fields.name} is kept.`, onSaved: ingredient === null ? onGone : () => {} },
  );
  const numberField = (
    field: keyof typeof FIGURE_NAMES | 'gramsPerLitre' | 'gramsPer100Pieces',
  ) => ({
    inputMode: 'decimal' as const,
    defaultValue: fields[field] ?? '',
    error: form.errors[field] ?? null,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      set({ [field]: value.trim() === '' ? null : Number(value) }),
  });
  return (
    <div className="grid max-w-3xl gap-5">
      <h2 className="text-xl">{ingredient?.name ?? 'New ingredient'}</h2>
      <TextField
        label="Name"
        maxLength={80}
        value={fields.name}
        error={form.errors.name}
        onChange={({ target: { value } }) => set({ name: value })}
      />
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
        <SelectField
          label="Counted in"
          value={fields.baseUnit}
          disabled={ingredient !== null}
          onChange={({ target: { value } }) => set({ baseUnit: value as BaseUnit })}
        >
          {BASE_UNITS.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
        <SelectField
          label="Kept in"
          value={fields.storeArea}
          onChange={({ target: { value } }) => set({ storeArea: value as Fields['storeArea'] })}
        >
          {STORE_AREAS.map((area) => (
            <option key={area} value={area}>
              {STORE_AREA_NAMES[area]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Loss by peeling, %"
          inputMode="decimal"
          value={loss}
          error={form.errors.lossBp}
          onChange={({ target: { value } }) => setLoss(value)}
        />
        {WEIGHTS.map(([field, label]) => (
          <TextField key={field} label={label} optional {...numberField(field)} />
        ))}
      </div>
      <TextField
        label="On labels"
        maxLength={120}
        value={fields.labelName}
        onChange={({ target: { value } }) => set({ labelName: value })}
      />
      <TextField
        label="Its own ingredients, as on its pack"
        optional
        maxLength={600}
        value={fields.labelParts}
        onChange={({ target: { value } }) => set({ labelParts: value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Allergens on its pack</legend>
        <CheckChip
          checked={fields.contains !== null}
          onToggle={() => set({ contains: fields.contains === null ? [] : null })}
        >
          I have read the pack
        </CheckChip>
        {fields.contains === null ? (
          <p className="text-ink-soft">
            Not known. No meal can declare its allergens with this in it.
          </p>
        ) : (
          <AllergenChips chosen={fields.contains} onChange={(contains) => set({ contains })} />
        )}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">May be present, by its pack</legend>
        <AllergenChips chosen={fields.mayContain} onChange={(mayContain) => set({ mayContain })} />
      </fieldset>
      <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <legend className="mb-1 font-semibold">For 100 g; empty: not known</legend>
        {NUTRIENTS.map((nutrient) => (
          <TextField key={nutrient} label={FIGURE_NAMES[nutrient]} {...numberField(nutrient)} />
        ))}
      </fieldset>
      <TextField
        label="Where the figures are from"
        optional
        maxLength={120}
        value={fields.nutrientSource}
        onChange={({ target: { value } }) => set({ nutrientSource: value })}
      />
      <FormFoot form={form} back={back} maySave={mayEdit} />
      {ingredient !== null && mayEdit && (
        <Retire ingredient={ingredient} book={book} onGone={onGone} />
      )}
    </div>
  );
}

function fieldsOf(ingredient: IngredientReply | null): Fields {
  if (ingredient === null) return NEW;
  const { id: _id, version: _version, checkedAt: _at, pack: _pack, ...fields } = ingredient;
  return fields;
}

function AllergenChips({
  chosen,
  onChange,
}: {
  chosen: readonly Allergen[];
  onChange: (chosen: Allergen[]) => void;
}) {
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

/** Off the list, or another one in its place everywhere. */
function Retire({
  ingredient: { id, name },
  book,
  onGone,
}: {
  ingredient: IngredientReply;
  book: Book;
  onGone: () => void;
}) {
  const [byId, setById] = useState('');
  const params = { id: String(id) };
  const removing = useBookForm(() => call(archiveIngredient, { params }), {
    saved: `${name} is off the list.`,
    onSaved: onGone,
  });
  const replacing = useBookForm(
    (settle) => call(replaceIngredient, { params, body: { byId: Number(byId), settle } }),
    { saved: `${name} is replaced everywhere.`, onSaved: onGone },
  );
  const failure = removing.failure ?? replacing.failure ?? replacing.errors.byId ?? null;
  return (
    <section aria-label="Take off the list" className="grid gap-3 border-t border-line pt-5">
      {replacing.differ && (
        <SettleNotice
          differ={replacing.differ}
          isSaving={replacing.isSaving}
          onSettle={replacing.settle}
          onCancel={replacing.cancel}
        />
      )}
      {failure !== null && (
        <Notice tone="error" announce="now" title="Not done">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Replace it everywhere by"
          value={byId}
          onChange={({ target: { value } }) => setById(value)}
        >
          <option value="">Choose…</option>
          {book.reply.ingredients
            .filter((each) => each.id !== id)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
        </SelectField>
        <Button
          variant="secondary"
          disabled={byId === ''}
          busy={replacing.isSaving}
          busyLabel="Replacing…"
          onClick={replacing.save}
        >
          Replace
        </Button>
        <Button
          variant="quiet"
          busy={removing.isSaving}
          busyLabel="Removing…"
          onClick={removing.save}
        >
          Take off the list
        </Button>
      </div>
    </section>
  );
}
