import { useState } from 'react';
import type { z } from 'zod';
import type { getGoodsIn, DueOrder, takeInGoods } from '#areas/kitchen/calls/goods.ts';
import type { InputUnit, BaseUnit } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES, STORE_AREAS, type StoreArea } from '#areas/menu/rules/storage-advice.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { storedAsOf } from '#areas/kitchen/rules/receipts.ts';
import { isTypedTenths, tenthsOf } from '#areas/kitchen/rules/readings.ts';
import { missingOfWritten, sentOfWritten, type WrittenTime } from './food-safety/check-words.ts';

type LineProps = {
  line: CameDraft;
  known: z.infer<typeof getGoodsIn.reply>['ingredients'];
  /** By field of the line. */
  errors: FieldErrors;
  onChange: (to: Partial<CameDraft>) => void;
};

export function GoodsInLine({ line, known, errors, onChange }: LineProps) {
  const { ordered, ingredient, isRefused, lot, useBy, note } = line;
  const missing = missingPacks(line);
  const isSaid = ordered === null ? line.ingredientId !== null : line.packs !== null;
  return (
    <li className="grid gap-3 border-t border-line py-3">
      {ordered ? (
        <OrderedPacks line={line} error={errors['packs']} onChange={onChange} />
      ) : (
        <NotOrdered line={line} known={known} errors={errors} onChange={onChange} />
      )}
      {missing > 0 && (
        <PillChoice
          legend={`${missing} missing`}
          value={line.missing}
          error={errors['missing']}
          pills={[
            { value: 'coming', label: 'Still coming' },
            { value: 'not_coming', label: 'Not coming: order again' },
          ]}
          onChange={(value) => onChange({ missing: value })}
        />
      )}
      {isSaid && hasCome(line) && (
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            label="Lot on the pack"
            optional
            maxLength={80}
            autoComplete="off"
            value={lot}
            error={errors['lot']}
            onChange={({ target: { value } }) => onChange({ lot: value })}
          />
          <DateField
            label="Use by, if it has one"
            value={useBy}
            error={errors['useBy'] ?? null}
            onChange={(value) => onChange({ useBy: value })}
          />
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start sm:mt-8"
            onClick={() => onChange({ isRefused: !isRefused, note: '' })}
          >
            {isRefused ? 'Keep after all' : 'Refuse…'}
            <span className="sr-only"> {ingredient}</span>
          </Button>
        </div>
      )}
      {isRefused && (
        <TextField
          label="What was wrong, and what was done with them?"
          maxLength={400}
          value={note}
          error={errors['note']}
          placeholder="Package open, sent back"
          onChange={({ target: { value } }) => onChange({ note: value })}
        />
      )}
      {errors['accepted'] !== undefined && !isRefused && (
        <p role="alert" className="font-semibold text-danger">
          {errors['accepted']}
        </p>
      )}
    </li>
  );
}

type OrderedProps = { line: CameDraft; error: string | undefined; onChange: LineProps['onChange'] };

function OrderedPacks({ line, error, onChange }: OrderedProps) {
  const { ingredient, ordered, packs } = line;
  const [isOther, setIsOther] = useState(false);
  if (!ordered) return null;
  const all = String(ordered.packs);
  const value = isOther ? 'other' : packs === null ? null : packs === all ? 'all' : packs;
  // Beyond two, a number is quicker typed than found.
  const fewer = Array.from({ length: Math.min(2, ordered.packs) }, (_, count) => String(count));
  return (
    <div className="grid gap-2">
      <PillChoice
        legend={
          <>
            {ingredient}{' '}
            <span className="font-normal tabular-nums">
              {ordered.packs} × {ordered.pack}
            </span>
          </>
        }
        value={value}
        error={isOther ? undefined : error}
        pills={[
          { value: 'all', label: ordered.packs === 1 ? 'It came' : 'All came' },
          ...fewer.map((count) => ({ value: count, label: count })),
          { value: 'other', label: 'Other' },
        ]}
        onChange={(chosen) => {
          setIsOther(chosen === 'other');
          onChange({
            packs: chosen === 'all' ? all : chosen === 'other' ? '' : chosen,
            missing: null,
            ...(chosen === '0' && { isRefused: false }),
          });
        }}
      />
      {isOther && (
        <TextField
          label="Packs that came"
          inputMode="numeric"
          maxLength={4}
          value={packs ?? ''}
          error={error}
          onChange={({ target }) => onChange({ packs: target.value, missing: null })}
        />
      )}
    </div>
  );
}

function NotOrdered({ line, known, errors, onChange }: LineProps) {
  const { ingredientId, amount, unit } = line;
  const chosen = known.find(({ id }) => id === ingredientId);
  function choose(id: number) {
    const found = known.find((one) => one.id === id);
    if (!found) return;
    const units = UNITS_OF[found.baseUnit];
    onChange({
      ingredientId: id,
      ingredient: found.name,
      storeArea: found.storeArea,
      unit: units.includes(unit) ? unit : (units[0] ?? 'kg'),
    });
  }
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_6rem]">
      <SelectField
        label="What came?"
        value={ingredientId ?? ''}
        error={errors['ingredientId']}
        onChange={({ target: { value } }) => choose(Number(value))}
      >
        <option value="" disabled>
          Choose
        </option>
        {STORE_AREAS.map((area) => {
          const there = known.filter(({ storeArea }) => storeArea === area);
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
      <TextField
        label="How much?"
        inputMode="decimal"
        maxLength={20}
        value={amount}
        error={errors['amount']}
        onChange={({ target: { value } }) => onChange({ amount: value })}
      />
      <SelectField
        label="Unit"
        value={unit}
        onChange={({ target: { value } }) => onChange({ unit: value as InputUnit })}
      >
        {UNITS_OF[chosen?.baseUnit ?? 'g'].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

type CameDraft = {
  ingredientId: number | null;
  ingredient: string;
  storeArea: StoreArea;
  /** For the order; null: it was not ordered. */
  ordered: { packId: number; pack: string; packs: number } | null;
  /** How many packs came, as typed; null: nobody has said yet. */
  packs: string | null;
  amount: string;
  unit: InputUnit;
  lot: string;
  useBy: string;
  isRefused: boolean;
  note: string;
  missing: 'coming' | 'not_coming' | null;
};

/** What is typed so far. Nothing about the condition is filled in beforehand. */
export type GoodsInDraft = {
  supplierId: number | null;
  chilledTenths: string;
  frozenTenths: string;
  lines: CameDraft[];
  written: WrittenTime | null;
};

const UNITS_OF: Record<BaseUnit, InputUnit[]> = {
  g: ['kg', 'g'],
  ml: ['l', 'ml'],
  piece: ['piece', 'dozen'],
};

export const NO_LINE: CameDraft = {
  ingredientId: null,
  ingredient: '',
  storeArea: 'dry',
  ordered: null,
  packs: null,
  amount: '',
  unit: 'kg',
  lot: '',
  useBy: '',
  isRefused: false,
  note: '',
  missing: null,
};

export function draftOf(order: DueOrder | null): GoodsInDraft {
  return {
    supplierId: order?.supplierId ?? null,
    chilledTenths: '',
    frozenTenths: '',
    written: null,
    lines: order
      ? order.lines.map(({ ingredientId, ingredient, storeArea, packId, pack, packs }) => ({
          ...NO_LINE,
          ingredientId,
          ingredient,
          storeArea,
          ordered: { packId, pack, packs },
        }))
      : [NO_LINE],
  };
}

/** What someone has said something of: the others wait. */
export function answered(lines: readonly CameDraft[]): CameDraft[] {
  return lines.filter((line) => line.ordered === null || line.packs !== null);
}

function missingPacks({ ordered, packs }: CameDraft): number {
  if (ordered === null || packs === null) return 0;
  return Math.max(0, ordered.packs - Number(packs || 0));
}

export function hasCome({ ordered, packs }: CameDraft): boolean {
  return ordered === null || Number(packs ?? 0) > 0;
}

/** How goods came of which a temperature is asked. */
export function temperaturesAsked(lines: readonly CameDraft[]): ('chilled' | 'frozen')[] {
  const came = answered(lines).filter(hasCome);
  return (['chilled', 'frozen'] as const).filter((as) =>
    came.some(
      ({ storeArea, ingredientId }) => ingredientId !== null && storedAsOf(storeArea) === as,
    ),
  );
}

/** What still has to be said, by field; lines are counted as they are sent. */
export function checkGoodsIn(draft: GoodsInDraft): FieldErrors {
  const errors: FieldErrors = {};
  for (const as of temperaturesAsked(draft.lines))
    if (!isTypedTenths(draft[`${as}Tenths`]))
      errors[`${as}Tenths`] = `Please measure the ${as} goods, such as 3.4`;
  for (const [index, line] of answered(draft.lines).entries()) {
    if (line.ingredientId === null) errors[`lines.${index}.ingredientId`] = 'Choose what came';
    if (line.ordered === null && line.amount.trim() === '')
      errors[`lines.${index}.amount`] = 'Enter how much came';
    if (line.packs !== null && !/^\d{1,4}$/.test(line.packs.trim()))
      errors[`lines.${index}.packs`] = 'Enter how many packs came';
    if (missingPacks(line) > 0 && line.missing === null)
      errors[`lines.${index}.missing`] = 'Say whether the rest is still coming';
    if (line.isRefused && line.note.trim() === '')
      errors[`lines.${index}.note`] = 'Say what was wrong, and what was done with them';
  }
  if (draft.written !== null) Object.assign(errors, missingOfWritten(draft.written));
  return errors;
}

/** For a draft of which nothing is missing. */
export function sentOf(
  draft: GoodsInDraft,
  { orderId, key, timeZone }: { orderId: number | null; key: string; timeZone: string },
): z.input<typeof takeInGoods.body> {
  const asked = temperaturesAsked(draft.lines);
  const tenths = (as: 'chilled' | 'frozen') =>
    asked.includes(as) ? tenthsOf(draft[`${as}Tenths`].trim()) : null;
  return {
    key,
    orderId,
    supplierId: draft.supplierId,
    chilledTenths: tenths('chilled'),
    frozenTenths: tenths('frozen'),
    ...(draft.written !== null && sentOfWritten(draft.written, timeZone)),
    lines: answered(draft.lines).map((line) => ({
      ingredientId: line.ingredientId ?? 0,
      packId: line.ordered?.packId ?? null,
      packs: Number(line.packs ?? 0),
      amount: line.amount.trim(),
      unit: line.unit,
      lot: line.lot.trim(),
      useBy: line.useBy === '' ? null : line.useBy,
      accepted: !line.isRefused,
      note: line.isRefused ? line.note.trim() : '',
      ...(missingPacks(line) > 0 && line.missing !== null && { missing: line.missing }),
    })),
  };
}
