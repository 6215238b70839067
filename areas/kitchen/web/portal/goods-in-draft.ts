import type { DueOrder, takeInGoods } from '#areas/kitchen/calls/goods.ts';
import { storedAsOf } from '#areas/kitchen/rules/receipts.ts';
import { isTypedTenths, tenthsOf } from '#areas/kitchen/rules/readings.ts';
import type { BaseUnit, InputUnit } from '#areas/menu/rules/units.ts';
import type { StoreArea } from '#areas/menu/rules/storage-advice.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { z } from 'zod';
import { missingOfWritten, sentOfWritten, type WrittenTime } from './food-safety/check-words.ts';

export type CameDraft = {
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
  /** For goods that came before they are typed in. */
  written: WrittenTime | null;
};

export const UNITS_OF: Record<BaseUnit, InputUnit[]> = {
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

/** Packs of the order that did not come. */
export function missingPacks({ ordered, packs }: CameDraft): number {
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
