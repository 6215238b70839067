import { type ReactNode, type Ref, useState } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import {
  serviceTitle,
  servicesTitle,
  offeredDeliveryTypes,
} from '#areas/business/rules/services.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OpenCell, LastPlacing } from './meal-placing.ts';
import { kindText, LONGEST_MENU_SEARCH } from '#areas/menu/rules/menu-filter.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { KindCount, PickerView } from '#areas/checkout/web/site/order-meals/offered-meals.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { deliveryTypeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';

const STEP =
  'hidden h-11 w-9 shrink-0 place-items-center rounded-xl text-2xl text-primary low:grid';

type CellLineProps = {
  heading: Ref<HTMLHeadingElement>;
  cell: OpenCell;
  person: Person;
  /** Those that can be chosen; the arrows of a low screen lead along them. */
  days: readonly PlainDate[];
  onMove: (cell: OpenCell) => void;
  onWeek: () => void;
  children: ReactNode;
};

/** What is being chosen, always in sight. On a low screen it stands for the week as well. */
export function CellLine(props: CellLineProps) {
  const { heading, cell, person, days, onMove, onWeek, children } = props;
  const { mealType, date, helping } = cell;
  const kind = serviceTitle(mealType, useOrder().facts);
  const second = helping === 'second' ? ', second helping' : '';
  const [weekday, number, month] = formatDayAndMonth(date).split(' ');
  const before = days.findLast((day) => day < date);
  const after = days.find((day) => day > date);
  const step = (day: PlainDate | undefined, label: string, sign: string) => (
    <button
      type="button"
      aria-label={label}
      disabled={day === undefined}
      onClick={() => day !== undefined && onMove({ ...cell, date: day })}
      className={`${STEP} disabled:opacity-30`}
    >
      {sign}
    </button>
  );
  return (
    <div className="sticky top-0 z-10 -mx-4 flex min-h-11 items-center gap-2 bg-ground px-4 max-[19rem]:flex-wrap sm:mx-0 sm:px-0 low:gap-0">
      {step(before, 'The day before', '‹')}
      <h2
        ref={heading}
        tabIndex={-1}
        className="mr-auto min-w-0 font-sans text-base leading-tight font-semibold outline-none low:mr-0"
      >
        <span aria-hidden="true">
          {kind} · {weekday} {number} <span className="low:hidden">{month}</span>
          {second}
        </span>
        <span className="sr-only">
          {kind} for {person.name}, {formatLongDate(date)}
          {second}
        </span>
      </h2>
      {step(after, 'The day after', '›')}
      <button
        type="button"
        aria-label="The whole week"
        onClick={onWeek}
        className={`${STEP} ml-auto`}
      >
        ☰
      </button>
      {children}
    </div>
  );
}

type ViewChoiceProps = {
  isWeek: boolean;
  onChange: (isWeek: boolean) => void;
  /** The button of the week that is shown: it has the focus where nothing else says what has come. */
  week: Ref<HTMLButtonElement>;
};

export function ViewChoice({ isWeek, onChange, week }: ViewChoiceProps) {
  const view = (label: string, isOn: boolean) => (
    <button
      type="button"
      ref={isOn && isWeek ? week : undefined}
      aria-pressed={isOn}
      onClick={() => onChange(label === 'Week')}
      className="min-h-11 px-3 text-sm font-semibold text-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
    >
      {label}
    </button>
  );
  return (
    <div
      role="group"
      aria-label="View"
      className={
        isWeek
          ? 'flex overflow-hidden rounded-2xl border border-primary'
          : 'grid shrink-0 overflow-hidden rounded-2xl border border-primary lg:flex lg:self-start'
      }
    >
      {view('Choose', !isWeek)}
      {view('Week', isWeek)}
    </div>
  );
}

type PickerFilterProps = {
  view: PickerView;
  onView: (view: PickerView) => void;
  kinds: readonly KindCount[];
  /** Before all others, where the line above has no room for it. */
  before: ReactNode;
};

/** One row that scrolls sideways: a search, and the kinds of dish with how many there are for this person. */
export function PickerFilter({ view, onView, kinds, before }: PickerFilterProps) {
  const [isSearching, setSearching] = useState(view.search !== '');
  const isOpen = isSearching || view.search !== '';

  function close() {
    setSearching(false);
    onView({ ...view, search: '' });
  }

  return (
    <div
      role="search"
      aria-label="Search these meals"
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0.5"
    >
      {before}
      {isOpen && (
        <input
          type="search"
          aria-label="Search these meals"
          // It was opened to be typed in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isSearching}
          value={view.search}
          maxLength={LONGEST_MENU_SEARCH}
          placeholder="no milk, curry, under 400 cal"
          onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
          className="h-10 w-56 shrink-0 rounded-full border border-control bg-surface px-4"
        />
      )}
      <Chip isOn={isOpen} onToggle={() => (isOpen ? close() : setSearching(true))}>
        <span className="sr-only">{isOpen ? 'Close the search' : 'Search these meals'}</span>
        {isOpen ? <span aria-hidden="true">×</span> : <Lens />}
      </Chip>
      <Chip isOn={view.kind === null} onToggle={() => onView({ ...view, kind: null })}>
        All
      </Chip>
      {kinds.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={view.kind === kind}
          onToggle={() => onView({ ...view, kind: view.kind === kind ? null : kind })}
        >
          {kind === 'hearts' ? (
            <>
              <span aria-hidden="true">♥</span>
              <span className="sr-only">Favourites</span>
            </>
          ) : kind === 'chilli' ? (
            'Chilli'
          ) : (
            kindText(kind)
          )}{' '}
          <span className="font-normal">{count}</span>
        </Chip>
      ))}
    </div>
  );
}

function Chip({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className="group flex min-h-11 shrink-0 items-center"
    >
      <span
        className={classNames(
          'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold tabular-nums group-hover:bg-primary-soft',
          isOn
            ? 'border-primary bg-primary-soft text-primary ring-1 ring-primary'
            : 'border-control bg-surface',
        )}
      >
        {children}
      </span>
    </button>
  );
}

function Lens() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="m15.5 15.5 5 5" />
      </g>
    </svg>
  );
}

type PickerStatusProps = {
  last: LastPlacing | null;
  /** Nothing more of this kind is empty: said, with the other kind to go on with. */
  end: { words: string; other: { kind: MealType; cell: OpenCell } | null } | null;
  onUndo: () => void;
  /** Missing where nothing can be left empty. */
  onSkip: (() => void) | undefined;
  onMove: (cell: OpenCell) => void;
  onDone: () => void;
};

/** What the last tap did, with Undo, and the ways on. It stays above the bar once there is something to say. */
export function PickerStatus({ last, end, onUndo, onSkip, onMove, onDone }: PickerStatusProps) {
  const { undo, facts } = useOrder();
  const done = undo?.words;
  return (
    <div
      className={classNames(
        '-mx-4 flex flex-wrap items-center gap-x-1 border-line bg-ground px-4 sm:mx-0 sm:px-0',
        (done || end) &&
          'sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 border-t beside:bottom-0',
      )}
    >
      <div role="status" className="mr-auto grid min-w-0 flex-1 text-sm">
        {done && <span className="line-clamp-2 leading-tight wrap-anywhere">{done}</span>}
        {last?.missed.map(({ name, words, cell }) => (
          <span key={name} className="flex flex-wrap items-center gap-x-1">
            <span>{words}</span>
            <Button variant="quiet" size="small" onClick={() => onMove(cell)}>
              Choose for {name}
            </Button>
          </span>
        ))}
        {end && <span className="font-semibold">{end.words}</span>}
      </div>
      {undo && (
        <Button variant="quiet" size="small" className="px-2.5!" onClick={onUndo}>
          Undo
        </Button>
      )}
      {end?.other ? (
        <Button
          variant="quiet"
          size="small"
          className="px-2.5!"
          onClick={() => end.other && onMove(end.other.cell)}
        >
          {servicesTitle(end.other.kind, facts)} too
        </Button>
      ) : (
        onSkip &&
        !end && (
          <Button variant="quiet" size="small" className="px-2.5!" onClick={onSkip}>
            Skip
          </Button>
        )
      )}
      <Button
        variant="quiet"
        size="small"
        className={classNames('px-2.5!', done && !end && 'low:hidden')}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  );
}

/** With daily delivery, a day without one of its own has nothing; weekly brings what keeps. */
export function NoFood({ date }: { date: PlainDate }) {
  const { draft, dispatch, facts, week } = useOrder();
  const day = formatDayAndMonth(date);
  const hasWindows = week.days.some((one) => one.date === date && one.windows.length > 0);
  const isDaily = deliveryTypeOfDraft(draft, facts) === 'daily';
  const title = `No food comes on ${day}`;
  if (hasWindows || !isDaily || !offeredDeliveryTypes(facts).includes('weekly'))
    return (
      <EmptyState title={title}>
        Every delivery window that day is full or closed. Choose another day.
      </EmptyState>
    );
  return (
    <EmptyState
      title={title}
      action={
        <Button
          variant="secondary"
          onClick={() => dispatch({ type: 'delivery type chosen', deliveryType: 'weekly' })}
        >
          Choose weekly delivery
        </Button>
      }
    >
      {day} has no delivery. Weekly delivery brings meals for it that keep.
    </EmptyState>
  );
}
