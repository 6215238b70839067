import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { formatDayAndMonth, formatLongDate } from '#domain/calendar/plain-date.ts';
import { formatDollars } from '#domain/money.ts';
import type { Person } from '#domain/ordering/people.ts';
import { EnergyBar } from './energy-bar.tsx';
import { MealPlace } from './meal-place.tsx';
import { useOrder } from './order-context.tsx';
import type { Place } from './order-menu.ts';
import { formatCount, planWords, totalsOf } from './table-totals.ts';

type WeekTableProps = { personIndex: number; onPick: (place: Place) => void };

/** One person's week: the days across, lunch above dinner; on a phone one day below the other. */
export function WeekTable({ personIndex, onPick }: WeekTableProps) {
  const { draft, week } = useOrder();
  const person = draft.people[personIndex];
  if (!person) return null;
  return (
    <ol className="grid gap-3 lg:grid-cols-7 lg:gap-2" aria-label={`${person.name}’s week`}>
      {week.days.map(({ date }) => (
        <Day key={date} date={date} person={person} personIndex={personIndex} onPick={onPick} />
      ))}
    </ol>
  );
}

type DayProps = WeekTableProps & { date: PlainDate; person: Person };

function Day({ date, person, personIndex, onPick }: DayProps) {
  const { menu } = useOrder();
  const totals = totalsOf(
    person.mealAssignments.filter((meal) => meal.date === date),
    menu,
  );
  return (
    <li className="grid grid-cols-2 content-start gap-2 rounded-3xl border border-line bg-surface p-3 lg:grid-cols-1 lg:p-2">
      <h2 className="col-span-full px-1 font-sans text-base font-semibold lg:text-center">
        <span aria-hidden="true">{formatDayAndMonth(date)}</span>
        <span className="sr-only">{formatLongDate(date)}</span>
      </h2>
      {MEAL_TYPES.map((mealType) => (
        <MealPlace
          key={mealType}
          place={{ date, mealType }}
          personIndex={personIndex}
          onPick={onPick}
        />
      ))}
      <div className="col-span-full grid gap-1 px-1 text-sm text-ink-soft tabular-nums lg:min-h-[5lh]">
        <EnergyBar calories={totals.calories} target={person.calorieTarget} />
        <p className="flex flex-wrap justify-between gap-x-3 lg:grid">
          <span>
            {formatCount(totals.calories)} of {formatCount(person.calorieTarget)} Cal
          </span>
          <span>{totals.proteinGrams} g protein</span>
          <span>{formatDollars(totals.priceCents)}</span>
        </p>
        <p className="sr-only">{planWords(totals, person.calorieTarget)}</p>
      </div>
    </li>
  );
}
