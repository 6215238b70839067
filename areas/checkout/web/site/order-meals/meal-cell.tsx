import { type Dispatch, memo } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import type { DraftAction } from '#areas/checkout/web/site/order-reducer.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { shortDay } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type MealCellProps = {
  date: PlainDate;
  mealType: MealType;
  personIndex: number;
  personName: string;
  /** Null: empty. */
  mealId: number | null;
  /** "as last week"; empty: nothing to say. */
  mark: string;
  secondMealId: number | null;
  /** More of a meal than is left are on the tables on this day. */
  isSoldOut: boolean;
  menu: OrderMenu;
  facts: ServiceFacts;
  dispatch: Dispatch<DraftAction>;
  onPick: (cell: OpenCell) => void;
};

/** Same height empty or filled, so choosing a meal shifts nothing. */
const HEIGHT = 'min-h-33 lg:min-h-44';

/** A person's lunch or dinner on a date: empty, or with one or two meals to change or remove. */
export const MealCell = memo(function MealCell(props: MealCellProps) {
  const { date, mealType, personIndex, personName, mealId, secondMealId, isSoldOut, mark } = props;
  const { menu, facts, dispatch, onPick } = props;
  const service = serviceOf(mealType, facts).name;
  const meal = menu.find(mealId ?? 0);
  const second = meal && menu.find(secondMealId ?? 0);
  const when = `${service} on ${formatLongDate(date)}`;

  return (
    <div className={`${HEIGHT} relative grid`}>
      <button
        type="button"
        onClick={() => onPick({ personIndex, date, mealType })}
        title={meal?.name}
        className={
          meal
            ? 'grid min-w-0 scroll-mt-24 content-start gap-1 rounded-2xl bg-sunken p-2 text-left hover:bg-primary-soft'
            : 'grid scroll-mt-24 place-content-center justify-items-center gap-1 rounded-2xl border border-dashed border-control text-primary hover:bg-primary-soft'
        }
      >
        {meal ? (
          <>
            <DishPicture meal={meal} sizes="4rem" className="size-12 rounded-full lg:size-16" />
            <span className="line-clamp-2 text-sm leading-tight font-semibold wrap-break-word lg:line-clamp-3">
              {meal.name}
            </span>
            {second && (
              <span className="text-sm leading-tight wrap-break-word">
                <span className="sr-only">with the second helping </span>
                <span aria-hidden="true">+ </span>
                {second === meal ? 'once more' : second.name}
              </span>
            )}
            {mark && (
              <span className="text-sm leading-tight text-ink-soft wrap-anywhere">{mark}</span>
            )}
            {isSoldOut && (
              <span className="text-sm leading-tight font-semibold text-danger">
                Sold out for {formatDayAndMonth(date)}
              </span>
            )}
            <span className="text-sm text-ink-soft tabular-nums">
              {meal.calories + (second?.calories ?? 0)} Cal
            </span>
            <span className="sr-only">{when}. Change, second helping or take off</span>
          </>
        ) : (
          <>
            <span
              aria-hidden="true"
              className="grid size-9 place-items-center rounded-full border border-current text-xl leading-none"
            >
              +
            </span>
            <span className="font-semibold">{capitalised(service)}</span>
            <span className="sr-only">
              {' '}
              for {personName}, {formatLongDate(date)}
            </span>
          </>
        )}
      </button>
      {meal && (
        <button
          type="button"
          aria-label={`Remove ${meal.name}, ${when}`}
          onClick={() =>
            dispatch({
              type: 'meal placed',
              people: [personIndex],
              cell: { date, mealType },
              mealId: null,
              words: `${meal.name} off for ${personName}, ${shortDay(date)}.`,
            })
          }
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-xl hover:text-danger"
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
});
