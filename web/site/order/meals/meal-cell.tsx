import { formatLongDate } from '#domain/calendar/plain-date.ts';
import { mealAt } from '#domain/people/people.ts';
import { Plate } from '#web/ui/food/plate.tsx';
import { useOrder } from '../state/order-context.tsx';
import type { CellKey } from '../state/order-menu.ts';

type MealCellProps = { cell: CellKey; personIndex: number; onPick: (cell: CellKey) => void };

/** Same height empty or filled, so choosing a meal shifts nothing. */
const HEIGHT = 'min-h-33 lg:min-h-44';

/** A person's lunch or dinner on a date: empty, or with a meal to change or remove. */
export function MealCell({ cell, personIndex, onPick }: MealCellProps) {
  const { draft, dispatch, menu } = useOrder();
  const person = draft.people[personIndex];
  const meal = menu.find((person && mealAt(person, cell)?.mealId) ?? 0);
  const when = `${cell.mealType} on ${formatLongDate(cell.date)}`;

  return (
    <div className={`${HEIGHT} relative grid`}>
      <button
        type="button"
        onClick={() => onPick(cell)}
        title={meal?.name}
        className={
          meal
            ? 'grid min-w-0 content-start gap-1 rounded-2xl bg-sunken p-2 text-left hover:bg-primary-soft'
            : 'grid place-content-center justify-items-center gap-1 rounded-2xl border border-dashed border-control text-primary hover:bg-primary-soft'
        }
      >
        {meal ? (
          <>
            <Plate {...meal} className="size-12 lg:size-16" />
            <span className="line-clamp-2 text-sm leading-tight font-semibold wrap-break-word lg:line-clamp-3">
              {meal.name}
            </span>
            <span className="text-sm text-ink-soft tabular-nums">{meal.calories} Cal</span>
            <span className="sr-only">{when}. Change</span>
          </>
        ) : (
          <>
            <span
              aria-hidden="true"
              className="grid size-9 place-items-center rounded-full border border-current text-xl leading-none"
            >
              +
            </span>
            <span className="font-semibold">{cell.mealType === 'lunch' ? 'Lunch' : 'Dinner'}</span>
            <span className="sr-only">
              {' '}
              for {person?.name}, {formatLongDate(cell.date)}
            </span>
          </>
        )}
      </button>
      {meal && (
        <button
          type="button"
          aria-label={`Remove ${meal.name}, ${when}`}
          onClick={() =>
            dispatch({ type: 'meal placed', people: [personIndex], cell, mealId: null })
          }
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-xl hover:text-danger"
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
