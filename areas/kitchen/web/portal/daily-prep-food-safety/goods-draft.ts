import type { PlainDate } from '#platform/rules/plain-date.ts';
import { faultsOfReceipt, missingOfReceipt, type StoredAs } from '#areas/kitchen/rules/receipts.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { BaseUnit, InputUnit } from '#areas/menu/rules/units.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { SentGoods } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { missingOfWritten, type WrittenTime, sentOfWritten } from './check-words.ts';

/** What is typed so far. Nothing about the condition is filled in beforehand. */
export type GoodsDraft = {
  ingredientId: number | null;
  supplier: string;
  supplierLot: string;
  useBy: string;
  amount: string;
  unit: InputUnit;
  storedAs: StoredAs | null;
  tenths: Tenths | null;
  isFrozenHard: boolean | null;
  isPackageWhole: boolean | null;
  note: string;
  /** Of goods that came before they are typed in. */
  written: WrittenTime | null;
};

export const NO_GOODS: GoodsDraft = {
  ingredientId: null,
  supplier: '',
  supplierLot: '',
  useBy: '',
  amount: '',
  unit: 'kg',
  storedAs: null,
  tenths: null,
  isFrozenHard: null,
  isPackageWhole: null,
  note: '',
  written: null,
};

export const UNITS_OF: Record<BaseUnit, InputUnit[]> = {
  g: ['kg', 'g'],
  ml: ['l', 'ml'],
  piece: ['piece', 'dozen'],
};

/** The next goods of the same supplier, which came with the last ones. */
export function nextDraft({ supplier, written }: GoodsDraft): GoodsDraft {
  return { ...NO_GOODS, supplier, written };
}

/** What still has to be said, by field; empty: it may be sent. */
export function missingOf({
  ingredientId,
  amount,
  storedAs,
  tenths,
  isFrozenHard,
  isPackageWhole,
  written,
}: GoodsDraft): FieldErrors {
  return {
    ...(ingredientId === null && { ingredientId: 'Choose what was delivered' }),
    ...(amount.trim() === '' && { amount: 'Enter how much was delivered' }),
    ...(storedAs === null && { storedAs: 'Choose how it came' }),
    ...(storedAs !== null &&
      missingOfReceipt({ storedAs, tenths, isFrozenHard, isPackageWhole: true, useBy: null })),
    ...(isPackageWhole === null && { isPackageWhole: 'Look at the packages' }),
    ...(written !== null && missingOfWritten(written)),
  };
}

/** Why the goods must be refused, as far as it is known yet. */
export function faultsOf(draft: GoodsDraft, today: PlainDate): string[] {
  const { storedAs, tenths, isFrozenHard, isPackageWhole, useBy } = draft;
  return faultsOfReceipt(
    {
      storedAs: storedAs ?? 'dry',
      tenths: storedAs === null ? null : tenths,
      isFrozenHard,
      isPackageWhole: isPackageWhole ?? true,
      useBy: useBy === '' ? null : useBy,
    },
    today,
  );
}

/** Of a draft of which nothing is missing. */
export function sentOf(
  draft: GoodsDraft,
  { accepted, timeZone }: { accepted: boolean; timeZone: string },
): Omit<SentGoods, 'key'> {
  const { ingredientId, useBy, storedAs, tenths, isFrozenHard, isPackageWhole, written } = draft;
  return {
    ingredientId: ingredientId ?? 0,
    supplier: draft.supplier.trim(),
    supplierLot: draft.supplierLot.trim(),
    ...(useBy !== '' && { useBy }),
    amount: draft.amount.trim(),
    unit: draft.unit,
    storedAs: storedAs ?? 'dry',
    ...(tenths !== null && { tenths }),
    ...(isFrozenHard !== null && { isFrozenHard }),
    isPackageWhole: isPackageWhole ?? false,
    accepted,
    note: draft.note.trim(),
    ...(written !== null && sentOfWritten(written, timeZone)),
  };
}
