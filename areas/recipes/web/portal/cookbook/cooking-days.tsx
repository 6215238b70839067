import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { asksForWater } from '#areas/menu/rules/recipe-limits.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const NUMBERS = [
  ['minQty', 'Smallest batch, g or ml'],
  ['keepsDays', 'Keeps, days'],
  ['cookAheadDays', 'May be cooked ahead, days'],
  ['readyDaysBefore', 'Ready before delivery, days'],
] as const;

export const NEW_DAYS = { minQty: 0, keepsDays: 3, cookAheadDays: 1, readyDaysBefore: 0 };

type CookingDaysProps<Numbers> = {
  numbers: Numbers;
  errors: FieldErrors;
  onChange: (numbers: Numbers) => void;
};

/** The smallest batch, and when a component may be cooked. */
export function CookingDays<Numbers extends typeof NEW_DAYS>({
  numbers,
  errors,
  onChange,
}: CookingDaysProps<Numbers>) {
  return NUMBERS.map(([field, label]) => (
    <TextField
      key={field}
      label={label}
      inputMode="numeric"
      value={String(numbers[field])}
      error={errors[field]}
      onChange={({ target: { value } }) =>
        onChange({ ...numbers, [field]: Number(value.replaceAll(/\D/g, '')) })
      }
    />
  ));
}

/** More comes out of the pot than goes in: water is missing in the recipe. */
export function WaterNotice(pot: { wentIn: number | null; finished: number | null }) {
  if (!asksForWater(pot.wentIn, pot.finished)) return null;
  return (
    <Notice tone="warning" title="How much water does it take up?">
      More comes out than goes in. Add the water as a line, so that weight and nutrition agree.
    </Notice>
  );
}
