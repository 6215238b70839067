import { type KeyboardEvent, memo } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type ServiceFacts, serviceTitle } from '#areas/business/rules/services.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { shortDay, type OpenCell } from './meal-placing.ts';

type WeekDotsProps = {
  person: Person;
  cell: OpenCell;
  /** Those that are drawn. */
  days: readonly PlainDate[];
  /** Those on which food can come. */
  openDays: readonly PlainDate[];
  kinds: readonly MealType[];
  menu: OrderMenu;
  facts: ServiceFacts;
  onOpen: (cell: OpenCell) => void;
};

/** By the number of days. */
const COLUMNS = [
  '',
  'grid-cols-[1rem_repeat(1,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(2,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(3,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(4,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(5,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(6,minmax(0,1fr))]',
  'grid-cols-[1rem_repeat(7,minmax(0,1fr))]',
];

/** One person's week at a glance: on a phone a dot for each meal, on a wide screen a line for each day. */
export const WeekDots = memo(function WeekDots(props: WeekDotsProps) {
  const { person, cell, days, openDays, kinds, menu, facts, onOpen } = props;
  return (
    // Arrow keys are a shortcut between its buttons, which take the focus themselves.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/interactive-supports-focus
    <div
      role="group"
      aria-label={`${person.name}’s days`}
      onKeyDown={(event) => moveByArrow(event, kinds.length)}
      className={classNames(
        'grid min-w-0 flex-1 grid-flow-col lg:grid-flow-row lg:grid-rows-none lg:items-center lg:gap-1',
        COLUMNS[days.length],
        kinds.length === 1
          ? 'grid-rows-[1rem_2.75rem] lg:grid-cols-[3.5rem_minmax(0,1fr)]'
          : 'grid-rows-[1rem_repeat(2,2.75rem)] lg:grid-cols-[3.5rem_repeat(2,minmax(0,1fr))]',
      )}
    >
      <span />
      {kinds.map((kind) => (
        <span
          key={kind}
          aria-hidden="true"
          className="self-center text-sm text-ink-soft lg:text-center"
        >
          <span className="lg:hidden">{serviceTitle(kind, facts)[0]}</span>
          <span className="hidden wrap-anywhere lg:inline">{serviceTitle(kind, facts)}</span>
        </span>
      ))}
      {days.map((date) => [
        <span
          key={date}
          aria-hidden="true"
          className="text-center text-sm leading-4 text-ink-soft lg:text-left"
        >
          <span className="lg:hidden">{shortDay(date).slice(0, 2)}</span>
          <span className="hidden lg:inline">{dayOfMonth(date)}</span>
        </span>,
        ...kinds.map((mealType) => (
          <Dot
            key={`${date} ${mealType}`}
            cell={{ personIndex: cell.personIndex, date, mealType }}
            isHere={date === cell.date && mealType === cell.mealType}
            isOpen={openDays.includes(date)}
            mealIds={mealsAt(person, { date, mealType }).map(({ mealId }) => mealId)}
            menu={menu}
            facts={facts}
            onOpen={onOpen}
          />
        )),
      ])}
    </div>
  );
});

type DotProps = Pick<WeekDotsProps, 'cell' | 'menu' | 'facts' | 'onOpen'> & {
  isHere: boolean;
  isOpen: boolean;
  mealIds: readonly number[];
};

function Dot({ cell, isHere, isOpen, mealIds, menu, facts, onOpen }: DotProps) {
  const meals = mealIds.flatMap((id) => menu.find(id) ?? []);
  const [meal, second] = meals;
  const when = `${serviceTitle(cell.mealType, facts)}, ${formatLongDate(cell.date)}`;
  const what = meal
    ? `${meals.map(({ name }) => name).join(' and ')}. Change`
    : isOpen
      ? 'empty'
      : 'no food comes that day';
  return (
    <button
      type="button"
      aria-label={`${when}: ${what}`}
      aria-current={isHere ? 'true' : undefined}
      tabIndex={isHere ? 0 : -1}
      title={meal?.name}
      onClick={() => onOpen(cell)}
      className="group grid h-11 min-w-0 place-items-center rounded-xl lg:h-16 lg:grid-cols-[auto_minmax(0,1fr)] lg:justify-items-start lg:gap-2 lg:border lg:border-line lg:bg-surface lg:px-1.5 lg:hover:bg-primary-soft lg:aria-[current]:border-primary lg:aria-[current]:bg-primary-soft"
    >
      {meal ? (
        <>
          <span className="relative">
            <DishPicture
              meal={meal}
              sizes="3rem"
              className="size-9 rounded-full group-aria-[current]:ring-3 group-aria-[current]:ring-primary lg:size-14 lg:ring-0!"
            />
            {second && (
              <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-primary text-sm text-on-primary">
                +
              </span>
            )}
          </span>
          <span className="hidden text-left text-sm leading-tight wrap-anywhere lg:line-clamp-3">
            {meal.name}
          </span>
        </>
      ) : (
        <span
          className={classNames(
            'size-7 rounded-full border-2 group-aria-[current]:border-primary group-aria-[current]:bg-primary group-aria-[current]:ring-2 group-aria-[current]:ring-primary-soft lg:mx-auto lg:col-span-2',
            isOpen ? 'border-control bg-surface' : 'border-dashed border-line',
          )}
        />
      )}
    </button>
  );
}

/** "Tue 24". */
function dayOfMonth(date: PlainDate): string {
  return formatDayAndMonth(date).split(' ').slice(0, 2).join(' ');
}

/** Along the days and across the meals, however they lie. */
function moveByArrow(event: KeyboardEvent<HTMLElement>, kinds: number) {
  const grid = event.currentTarget;
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at < 0) return;
  const isAcross = getComputedStyle(grid).gridAutoFlow.startsWith('column');
  const steps: Record<string, number> = isAcross
    ? { ArrowRight: kinds, ArrowLeft: -kinds, ArrowDown: 1, ArrowUp: -1 }
    : { ArrowRight: 1, ArrowLeft: -1, ArrowDown: kinds, ArrowUp: -kinds };
  const to = buttons[at + (steps[event.key] ?? Number.NaN)];
  if (!to) return;
  event.preventDefault();
  to.focus();
}
