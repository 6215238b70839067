import { useId } from 'react';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { WeekdayChips } from './weekday-chips.tsx';

type WeekdaysFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  weekdays: readonly number[];
  error: string | null;
  onChange: (weekdays: number[]) => void;
};

export function WeekdaysField({ label, hint, weekdays, error, onChange }: WeekdaysFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5 sm:col-span-2">
      <p className="font-semibold">{label}</p>
      <WeekdayChips
        label={label}
        weekdays={weekdays}
        describedBy={error === null ? `${id}-hint` : `${id}-error`}
        onChange={onChange}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
