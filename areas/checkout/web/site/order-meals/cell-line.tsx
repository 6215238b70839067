import type { ReactNode, Ref } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { serviceTitle } from '#areas/business/rules/services.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OpenCell } from './use-open-cell.ts';

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
    <div className="sticky top-0 z-10 -mx-4 flex min-h-11 items-center gap-2 bg-ground px-4 sm:mx-0 sm:px-0 low:gap-0">
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

type ViewChoiceProps = { isWeek: boolean; onChange: (isWeek: boolean) => void };

/** Choosing meal by meal, or the week as a table. */
export function ViewChoice({ isWeek, onChange }: ViewChoiceProps) {
  const view = (label: string, isOn: boolean) => (
    <button
      type="button"
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
