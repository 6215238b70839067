import { serviceOf } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

type Item = AdminOrderReply['orderItems'][number];

type MealTicksProps = {
  items: readonly Item[];
  chosen: readonly number[];
  /** Stands where the price would; null: the price. */
  noteOf: (item: Item) => string | null;
  isFixed?: (item: Item) => boolean;
  onChoose: (items: number[]) => void;
};

export function MealTicks({
  items,
  chosen,
  noteOf,
  isFixed = () => false,
  onChoose,
}: MealTicksProps) {
  const { business } = useConfig();
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1 font-semibold">Which meals</legend>
      {items.map((item) => {
        const note = noteOf(item);
        return (
          <label
            key={item.id}
            className={classNames(
              'flex min-h-12 items-center gap-3 border-t border-line py-1.5',
              isFixed(item) && 'text-ink-soft',
            )}
          >
            <input
              type="checkbox"
              className="size-5 shrink-0"
              disabled={isFixed(item)}
              checked={chosen.includes(item.id)}
              onChange={(event) =>
                onChoose(
                  event.target.checked
                    ? [...chosen, item.id]
                    : chosen.filter((id) => id !== item.id),
                )
              }
            />
            <span className="min-w-0 grow leading-tight">
              <span className="block break-words">{item.meal.name}</span>
              <span className="block text-sm text-ink-soft">
                {item.personName}, {serviceOf(item.mealType, business).name} on{' '}
                {formatDayAndMonth(item.mealDate)}
              </span>
            </span>
            {note === null ? (
              <Price amount={item.price} className="shrink-0" />
            ) : (
              <span className="shrink-0 text-sm">{note}</span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
