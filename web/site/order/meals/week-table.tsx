import { formatDayAndMonth, formatLongDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { formatDollars } from '#domain/money.ts';
import { planServiceKcal } from '#domain/nutrition/energy/meal-plan.ts';
import { effectiveDeliveryType } from '#domain/ordering/check/delivery-mode.ts';
import { deliveryModeOfDraft } from '#domain/ordering/draft/order-draft.ts';
import type { Person } from '#domain/people/people.ts';
import { keepingAdvice } from './keeping-advice.ts';
import { MealCell } from './meal-cell.tsx';
import { useOrder } from '../state/order-context.tsx';
import type { CellKey } from '../state/order-menu.ts';
import { formatCount, formatPlanFit, totalsOf } from '../summary/order-totals.ts';

type WeekTableProps = { personIndex: number; onPick: (cell: CellKey) => void };

/** One person's week: the days across, lunch above dinner; on a phone, one day below the other. */
export function WeekTable({ personIndex, onPick }: WeekTableProps) {
  const { draft, week } = useOrder();
  const person = draft.people[personIndex];
  if (!person) return null;
  return (
    <ol
      className="grid gap-3 lg:grid-cols-7 lg:grid-rows-[repeat(4,auto)] lg:gap-2"
      aria-label={`${person.name}’s week`}
    >
      {week.days.map(({ date }) => (
        <Day key={date} date={date} person={person} personIndex={personIndex} onPick={onPick} />
      ))}
    </ol>
  );
}

type DayProps = WeekTableProps & { date: PlainDate; person: Person };

function Day({ date, person, personIndex, onPick }: DayProps) {
  const { menu } = useOrder();
  const serviceKcal = planServiceKcal(person.calorieTarget);
  const totals = totalsOf(
    person.mealAssignments.filter((meal) => meal.date === date),
    menu,
  );
  return (
    <li className="relative grid grid-cols-2 gap-2 rounded-3xl border border-line bg-surface p-3 lg:row-span-4 lg:grid-cols-1 lg:grid-rows-subgrid lg:p-2">
      <h2 className="col-span-full px-1 font-sans text-base font-semibold lg:text-center">
        <span aria-hidden="true">{formatDayAndMonth(date)}</span>
        <span className="sr-only">{formatLongDate(date)}</span>
      </h2>
      {MEAL_TYPES.map((mealType) => (
        <MealCell
          key={mealType}
          cell={{ date, mealType }}
          personIndex={personIndex}
          onPick={onPick}
        />
      ))}
      <div className="col-span-full grid content-start gap-1 px-1 text-sm text-ink-soft tabular-nums">
        <EnergyBar calories={totals.calories} target={serviceKcal} />
        <p className="flex flex-wrap justify-between gap-x-3 lg:grid">
          <span>
            {formatCount(totals.calories)} of {formatCount(serviceKcal)} Cal
          </span>
          <span>{totals.proteinGrams} g protein</span>
          <span>{formatDollars(totals.priceCents)}</span>
        </p>
        <p className="sr-only">{formatPlanFit(totals, serviceKcal)}</p>
        <KeepingTag person={person} mealDate={date} />
      </div>
    </li>
  );
}

/** Storage advice for a date's meals that come too early with a weekly delivery. */
function KeepingTag({ person, mealDate }: { person: Person; mealDate: PlainDate }) {
  const { draft, facts, menu } = useOrder();
  const type = effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
  const deliveryDate = type === 'weekly' ? draft.weeklyDeliveryDay : null;
  const advice =
    deliveryDate === null
      ? []
      : keepingAdvice(menu, [person], deliveryDate, facts).filter(({ date }) => date === mealDate);
  return (
    <p className="font-semibold text-info max-lg:absolute max-lg:top-3.5 max-lg:right-4 lg:min-h-[2lh]">
      {[...new Set(advice.map(({ words }) => words))].join(', ')}
    </p>
  );
}

type EnergyBarProps = { calories: number; target: number };

/** How much of what the plan expects of lunch and dinner is there. The numbers are beside it. */
function EnergyBar({ calories, target }: EnergyBarProps) {
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
