import { memo, type Dispatch, useMemo } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { servedTypes, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { dayServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import {
  countPlaced,
  portionsInWeek,
  type PortionsOf,
} from '#areas/order-book/rules/portions-to-place.ts';
import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import {
  lastWeekMark,
  type OrderMenu,
  formatCount,
  formatPlanFit,
  totalsOf,
} from '#areas/checkout/web/site/order-menu.ts';
import { type OrderInWizard, useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { type OpenCell, shortDay } from './meal-placing.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import type { DraftAction } from '#areas/checkout/web/site/order-reducer.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { mealDaysOfWeek } from '#areas/order-book/rules/meal-days.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatAdvice, storageAdvice } from '#areas/menu/rules/storage-advice.ts';

type WeekTableProps = {
  personIndex: number;
  kinds: readonly MealType[];
  onPick: (cell: OpenCell) => void;
};

/** By the number of days, which are as wide as in a whole week. */
const COLUMNS = [
  '',
  'lg:grid-cols-[repeat(1,minmax(0,20rem))]',
  'lg:grid-cols-[repeat(2,minmax(0,18rem))]',
  'lg:grid-cols-[repeat(3,minmax(0,16rem))]',
  'lg:grid-cols-4',
  'lg:grid-cols-5',
  'lg:grid-cols-6',
  'lg:grid-cols-7',
];

/** One person's week: the days across, lunch above dinner; on a phone, one day below the other. */
export const WeekTable = memo(function WeekTable({ personIndex, kinds, onPick }: WeekTableProps) {
  const { draft, week, menu, facts, dispatch, notices } = useOrder();
  const days = useMealDays();
  const person = draft.people[personIndex];
  if (!person) return null;
  const deliveryDateOf = deliveryDatesOf(draft, facts);
  const left = portionsInWeek(week.days);
  return (
    <ol
      className={classNames(
        'grid gap-3 lg:gap-2',
        COLUMNS[days.length],
        kinds.length === 1 ? 'lg:grid-rows-[repeat(3,auto)]' : 'lg:grid-rows-[repeat(4,auto)]',
      )}
      aria-label={`${person.name}’s week`}
    >
      {days.map((date) => (
        <Day
          key={date}
          date={date}
          deliveryDate={deliveryDateOf(date)}
          person={person}
          personIndex={personIndex}
          kinds={kinds}
          soldOutIds={soldOutOn(date, person, draft.people, left)}
          menu={menu}
          facts={facts}
          notices={notices}
          dispatch={dispatch}
          onPick={onPick}
        />
      ))}
    </ol>
  );
});

type DayProps = WeekTableProps & {
  date: PlainDate;
  deliveryDate: PlainDate;
  person: Person;
  /** Ids of this person's meals of which too few are left, joined: a text stays the same when nothing changes. */
  soldOutIds: string;
} & Pick<OrderInWizard, 'menu' | 'facts' | 'dispatch' | 'notices'>;

/** Drawn again only when something of this person changes: a tap must be answered at once. */
const Day = memo(function Day(props: DayProps) {
  const { date, deliveryDate, person, personIndex, kinds, soldOutIds, menu, facts } = props;
  const { dispatch, onPick } = props;
  const markOf = (mealType: MealType) => {
    const [first] = mealsAt(person, { date, mealType });
    const placed = first && { mealId: first.mealId, at: 0 };
    return placed ? lastWeekMark(props.notices, person.name, { date, mealType }, placed) : '';
  };
  const soldOut = soldOutIds.split(',').map(Number);
  const serviceKcal = dayServiceKcal(person, servedTypes(facts).length);
  const meals = person.mealAssignments.filter((meal) => meal.date === date);
  const totals = totalsOf(meals, menu);
  const hasSecond = kinds.some((mealType) => mealsAt(person, { date, mealType }).length > 1);
  return (
    <li
      className={classNames(
        'relative grid gap-2 rounded-3xl border border-line bg-surface p-3 lg:grid-rows-subgrid lg:p-2',
        kinds.length === 1 ? 'lg:row-span-3' : 'grid-cols-2 lg:row-span-4 lg:grid-cols-1',
      )}
    >
      <h2 className="col-span-full px-1 font-sans text-base font-semibold lg:text-center">
        <span aria-hidden="true">{formatDayAndMonth(date)}</span>
        <span className="sr-only">{formatLongDate(date)}</span>
      </h2>
      {kinds.map((mealType) => (
        <MealCell
          key={mealType}
          date={date}
          mealType={mealType}
          personIndex={personIndex}
          personName={person.name}
          mealId={mealsAt(person, { date, mealType })[0]?.mealId ?? null}
          mark={markOf(mealType)}
          secondMealId={mealsAt(person, { date, mealType })[1]?.mealId ?? null}
          isSoldOut={mealsAt(person, { date, mealType }).some(({ mealId }) =>
            soldOut.includes(mealId),
          )}
          menu={menu}
          facts={facts}
          dispatch={dispatch}
          onPick={onPick}
        />
      ))}
      <div className="col-span-full grid content-start gap-1 px-1 text-sm text-ink-soft tabular-nums">
        <EnergyBar calories={totals.calories} target={serviceKcal} />
        <p className="flex flex-wrap justify-between gap-x-3 *:whitespace-nowrap lg:grid">
          <span>
            {formatCount(totals.calories)} of {formatCount(serviceKcal)} Cal
          </span>
          <span>{totals.proteinGrams} g protein</span>
          <span>{formatDollars(totals.priceCents)}</span>
        </p>
        <p className="sr-only">{formatPlanFit(totals, serviceKcal, kinds.length)}</p>
        {hasSecond && <p>{formatCount(totals.calories)} Cal with the second helping</p>}
        <p className="font-semibold text-info max-lg:absolute max-lg:top-3.5 max-lg:right-4 lg:min-h-[2lh]">
          {keepingTag({ ...person, mealAssignments: meals }, deliveryDate, menu, facts)}
        </p>
      </div>
    </li>
  );
});

function soldOutOn(
  date: PlainDate,
  { mealAssignments }: Person,
  people: readonly Person[],
  left: PortionsOf,
): string {
  const ids = mealAssignments
    .filter((meal) => meal.date === date)
    .map(({ mealId }) => mealId)
    .filter((id) => countPlaced(people, id, date) > (left(id, date) ?? Infinity));
  return ids.join(',');
}

/** Storage advice for a date's meals that come too early with a weekly delivery. */
function keepingTag(
  meals: Person,
  deliveryDate: PlainDate,
  menu: DayProps['menu'],
  facts: DayProps['facts'],
): string {
  const advice = keepingAdvice(menu, [meals], deliveryDate, facts);
  return [...new Set(advice.map(({ words }) => words))].join(', ');
}

/** How much of what the plan expects of lunch and dinner is there. The numbers are beside it. */
function EnergyBar({ calories, target }: { calories: number; target: number }) {
  const percent = Math.min(100, (calories / target) * 100);
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="h-1.5 w-full rounded-full"
      aria-hidden="true"
    >
      <rect width="100" height="4" className="fill-sunken" />
      <rect width={percent} height="4" className="fill-mango" />
    </svg>
  );
}

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
const MealCell = memo(function MealCell(props: MealCellProps) {
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

/**
 * The days that are drawn: those on which a meal can be eaten, and those with meals of this order. Joined with the
 * context, the rule of meal days would be in the first load of /order, whose first step draws none.
 */
export function useMealDays(): PlainDate[] {
  const { draft, menu, week, facts } = useOrder();
  const { people } = draft;
  return useMemo(
    () => mealDaysOfWeek(week.days, { meals: menu.meals, people }, facts),
    [people, menu, week, facts],
  );
}

/** What to do on arrival with each meal that comes too early to be eaten fresh, if all come on `deliveryDate`. */
export function keepingAdvice(
  menu: OrderMenu,
  people: readonly Person[],
  deliveryDate: PlainDate,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): { date: PlainDate; words: string }[] {
  return people.flatMap(({ mealAssignments }) =>
    mealAssignments.flatMap(({ date, mealId }) => {
      const { shelfLifeDays = null, freezable = null } = menu.find(mealId) ?? {};
      const kept = { deliveryDate, mealDate: date, shelfLifeDays, freezable };
      const words = formatAdvice(storageAdvice(kept, facts));
      return words === null ? [] : [{ date, words }];
    }),
  );
}
