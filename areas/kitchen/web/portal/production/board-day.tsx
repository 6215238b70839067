import { useDroppable } from '@dnd-kit/react';
import { type ReactNode, useState } from 'react';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

/** Cards of a day that stand below one another before the day takes twice the width. */
const TALLEST = 24;

type BoardDayProps = {
  date: PlainDate;
  isToday: boolean;
  /** How many cookings. */
  toCook: number;
  /** On narrow screens, where the days that are to come are folded. */
  startsOpen: boolean;
  /** To the cook's screen. */
  onOpen: () => void;
  children: ReactNode;
};

/** A day of the board: a column, or on narrow screens a part that folds. Cards can be dropped on it either way. */
export function BoardDay(props: BoardDayProps) {
  const { date, isToday, toCook, startsOpen, onOpen, children } = props;
  const { ref, ...over } = useDroppable({ id: date });
  const [isOpen, setIsOpen] = useState(startsOpen);
  const ofDay = <span className="sr-only"> on {formatDayAndMonth(date)}</span>;
  const link = 'min-h-11 px-1 text-sm font-semibold text-primary underline';
  return (
    <section
      ref={ref}
      aria-label={formatDayAndMonth(date)}
      className={classNames(
        'grid grid-cols-1 content-start gap-1.5 rounded-2xl border p-1.5',
        toCook > TALLEST ? 'lg:min-w-72 lg:flex-2' : 'lg:min-w-36 lg:flex-1',
        isToday ? 'border-primary bg-surface' : 'border-line bg-sunken',
        over.isDropTarget && 'outline-2 outline-primary',
      )}
    >
      <div className="flex items-center gap-3 pl-1 lg:gap-0">
        <h3 className="mr-auto text-base font-semibold whitespace-nowrap lg:text-sm">
          {formatDayAndMonth(date)}
          {isToday && <span className="block text-sm">today</span>}
        </h3>
        <button
          type="button"
          className={classNames(link, 'lg:hidden')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {toCook} to cook{ofDay}
          <span aria-hidden="true" className="ml-1">
            {isOpen ? '▴' : '▾'}
          </span>
        </button>
        <button type="button" className={link} onClick={onOpen}>
          Cook{ofDay}
        </button>
      </div>
      <div
        className={classNames('grid grid-cols-1 content-start gap-1.5', !isOpen && 'max-lg:hidden')}
      >
        {children}
      </div>
    </section>
  );
}
