import { PersonName } from '#areas/order-book/web/person-name.tsx';
import { useId } from 'react';
import type { AftercareReply } from '#areas/customers/calls/problems.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';

type ProblemItemsProps = {
  items: AftercareReply['items'];
  value: readonly number[];
  error: string | null;
  onChange: (itemIds: readonly number[]) => void;
};

export function ProblemItems({ items, value, error, onChange }: ProblemItemsProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-semibold">Which meals?</legend>
      {items.map((item) => (
        <label key={item.id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={value.includes(item.id)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...value, item.id]
                  : value.filter((one) => one !== item.id),
              )
            }
          />
          <span className="wrap-anywhere">
            {item.mealName}
            <span className="text-ink-soft">
              {' '}
              for <PersonName name={item.personName} />, {formatDayAndMonth(item.date)}
            </span>
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
