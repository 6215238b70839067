import type { MealReply } from '#contract/meals.ts';
import { formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { kilojoules } from '#domain/menu/energy.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Plate } from '#web/ui/food/plate.tsx';
import { Price } from '#web/ui/food/price.tsx';
import { formatCount } from '../summary/order-totals.ts';

type MealChoiceProps = {
  meal: MealReply;
  isChosen: boolean;
  /** Other dates of the week on which the same person has this meal. */
  otherDates: readonly PlainDate[];
  onChoose: () => void;
};

export function MealChoice({ meal, isChosen, otherDates, onChoose }: MealChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={classNames(
          'grid w-full grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 rounded-2xl border bg-surface p-3 text-left hover:bg-primary-soft sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4',
          isChosen ? 'border-primary bg-primary-soft ring-1 ring-primary' : 'border-line',
        )}
      >
        <Plate {...meal} className="w-full sm:row-span-2" />
        <span className="grid gap-1.5">
          <span className="leading-snug font-semibold">{meal.name}</span>
          <MealNumbers meal={meal} />
        </span>
        <span className="col-span-full grid gap-1 text-sm sm:col-start-2 sm:col-end-3">
          <span className="line-clamp-2 text-ink-soft">{meal.description}</span>
          <span className="font-semibold">{allergenStatement(meal.allergens)}</span>
          {isChosen && <span className="font-semibold text-primary">Chosen</span>}
          {otherDates.length > 0 && (
            <span className="text-ink-soft">
              Also on {otherDates.map(formatDayAndMonth).join(', ')}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

/** What people decide by, always in the same place. */
function MealNumbers({ meal }: { meal: MealReply }) {
  return (
    <span className="grid grid-cols-3 text-sm leading-snug text-ink-soft tabular-nums">
      <Price amount={meal.price} className="text-base leading-snug font-bold text-ink" />
      <span>
        <strong className="block text-base leading-snug text-ink">{meal.calories} Cal</strong>
        {formatCount(kilojoules(meal.calories))} kJ
      </span>
      <span>
        <strong className="block text-base leading-snug text-ink">{meal.protein} g</strong>
        protein
      </span>
    </span>
  );
}
