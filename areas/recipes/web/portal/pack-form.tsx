import { useState } from 'react';
import {
  addPack,
  type PackReply,
  removePack,
  type SupplierReply,
  updatePack,
  type SuppliersReply,
} from '#areas/recipes/calls/suppliers.ts';
import { parseAmount, formatAmount } from '#platform/rules/money.ts';
import type { InputUnit } from '#areas/menu/rules/units.ts';
import { call } from '#platform/web/api/client.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { textFields } from '#platform/web/api/use-form.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type Book, recipeBookQuery, suppliersQuery } from './recipe-queries.ts';
import { unitsFor } from '#areas/recipes/web/portal/cookbook/recipe-draft.ts';
import { problemsIn } from '#platform/web/api/failure.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** Changed, it is another product, with a label of its own. */
const OF_PRODUCT = ['name', 'code'];

type PackFormProps = {
  supplier: SupplierReply;
  pack: PackReply | null;
  book: Book;
  onDone: () => void;
};

export function PackForm({ supplier, pack, book, onDone }: PackFormProps) {
  const [draft, setDraft] = useState(() => draftOf(pack));
  const [priceError, setPriceError] = useState<string | null>(null);
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const bought = book.reply.ingredients.filter(({ isBought }) => isBought);
  const chosen = bought.find(({ id }) => String(id) === draft.ingredientId);
  const params = { id: String(supplier.id) };
  const form = useSupplierForm(
    () => {
      const body = { ...packBodyOf(draft), version: supplier.version };
      return pack
        ? call(updatePack, { params: { ...params, packId: String(pack.id) }, body })
        : call(addPack, { params, body });
    },
    { saved: 'The pack is kept.', onSaved: onDone },
  );
  const removing = useSupplierForm(
    () =>
      call(removePack, {
        params: { ...params, packId: String(pack?.id) },
        body: { version: supplier.version },
      }),
    { saved: 'The pack is gone.', onSaved: onDone },
  );
  function save() {
    const isPrice = draft.price.trim() === '' || parseAmount(draft.price.trim()) !== null;
    setPriceError(isPrice ? null : 'Enter an amount such as 49.90, or leave it empty.');
    if (isPrice) form.save();
  }
  const isOther = (change: object) => OF_PRODUCT.some((name) => name in change);
  const field = textFields(
    draft,
    (change) => set({ ...change, ...(isOther(change) && { isLabelRead: false }) }),
    { ...form.errors, price: priceError ?? form.errors.priceCents },
  );
  const failure = form.failure ?? removing.failure;
  return (
    <div
      role="group"
      aria-label={pack ? `Edit ${pack.name} of ${pack.ingredient}` : 'New pack'}
      className="grid gap-3 rounded-2xl bg-sunken p-4"
    >
      <SelectField
        label="Ingredient"
        value={draft.ingredientId}
        error={form.errors.ingredientId}
        onChange={({ target: { value: ingredientId } }) => {
          const unit = bought.find(({ id }) => String(id) === ingredientId)?.baseUnit;
          set({ ingredientId, isLabelRead: false, ...(unit && { unit }) });
        }}
      >
        <option value="">Choose…</option>
        {bought.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <div className="col-span-2">
          <TextField label="As it is ordered" maxLength={60} {...field('name')} />
        </div>
        <TextField label="It holds" inputMode="decimal" maxLength={20} {...field('amount')} />
        <SelectField
          label="Unit"
          value={draft.unit}
          onChange={({ target: { value } }) => set({ unit: value as InputUnit })}
        >
          {unitsFor(chosen?.baseUnit ?? 'g').map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
        <TextField label="Their code" optional maxLength={40} {...field('code')} />
        <TextField label="Price, $" optional inputMode="decimal" {...field('price')} />
        <TextField label="Sold in multiples of" inputMode="numeric" {...field('step')} />
        <TextField label="At least, packs" inputMode="numeric" {...field('minPacks')} />
        <TextField
          label="Keeps, days"
          optional
          inputMode="numeric"
          hint="Empty: long"
          {...field('keepsDays')}
        />
      </div>
      <Switch
        label="Preferred: this pack is ordered"
        checked={draft.isPreferred}
        onChange={(isPreferred) => set({ isPreferred })}
      />
      <Switch
        label="I read its label: it contains what the ingredient says"
        checked={draft.isLabelRead}
        onChange={(isLabelRead) => set({ isLabelRead })}
      />
      <FailureNotice failure={failure} title="Not saved" />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={form.isSaving} busyLabel="Saving…" onClick={save}>
          Save pack
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        {pack && (
          <Button
            size="small"
            variant="quiet"
            busy={removing.isSaving}
            busyLabel="Deleting…"
            onClick={removing.save}
          >
            Delete pack
          </Button>
        )}
      </div>
    </div>
  );
}

/** As one would say it: 5 kg rather than 5000 g. */
function amountOf({ qty, baseUnit }: PackReply): { amount: string; unit: InputUnit } {
  if (baseUnit === 'piece' || qty % 100 !== 0 || qty < 1000)
    return { amount: String(qty), unit: baseUnit };
  return { amount: String(qty / 1000), unit: baseUnit === 'g' ? 'kg' : 'l' };
}

/** As typed: the server says what is wrong with it. */
function draftOf(pack: PackReply | null) {
  return {
    ingredientId: pack ? String(pack.ingredientId) : '',
    name: pack?.name ?? '',
    code: pack?.code ?? '',
    ...(pack ? amountOf(pack) : { amount: '', unit: 'kg' as InputUnit }),
    price: pack?.priceCents == null ? '' : formatAmount(pack.priceCents),
    step: String(pack?.step ?? 1),
    minPacks: String(pack?.minPacks ?? 0),
    keepsDays: pack?.keepsDays == null ? '' : String(pack.keepsDays),
    isPreferred: pack?.isPreferred ?? true,
    isLabelRead: pack?.isLabelRead ?? false,
  };
}

/** What is no number is sent as such, and refused at its field. */
function packBodyOf({
  price,
  step,
  minPacks,
  keepsDays,
  ingredientId,
  ...rest
}: ReturnType<typeof draftOf>) {
  return {
    ...rest,
    ingredientId: Number(ingredientId),
    priceCents: price.trim() === '' ? null : parseAmount(price.trim()),
    step: Number(step),
    minPacks: Number(minPacks),
    keepsDays: keepsDays.trim() === '' ? null : Number(keepsDays),
  };
}

/**
 * A form about suppliers: what is wrong with its fields, or why nothing was saved. Each save answers with all suppliers;
 * preferred packs are in the recipe book too, for its costs.
 */
export function useSupplierForm<Reply extends SuppliersReply>(
  send: () => Promise<Reply>,
  { saved, onSaved }: { saved: string; onSaved: (reply: Reply) => void },
) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const saving = useChange(send, {
    says: () => ({ title: 'Saved', description: saved, tone: 'success' }),
    onDone(reply) {
      client.setQueryData(suppliersQuery.queryKey, { suppliers: reply.suppliers });
      void client.invalidateQueries({ queryKey: recipeBookQuery.queryKey });
      onSaved(reply);
    },
    onFailure(failure) {
      void client.invalidateQueries({ queryKey: suppliersQuery.queryKey });
      // A form that starts again with what others have saved has no place to say so.
      if (failure.is !== 'fields')
        showToast({ title: 'Not saved', description: failure.message, tone: 'error' });
    },
  });
  const { failure } = saving;
  return {
    errors: problemsIn(failure),
    failure: failure?.is === 'fields' ? null : failure,
    isSaving: saving.isBusy,
    save: () => saving.run(),
  };
}
