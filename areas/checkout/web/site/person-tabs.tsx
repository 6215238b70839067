import { memo } from 'react';
import { formatDollars } from '#platform/rules/money.ts';
import { dayServiceKcal } from '#areas/menu/rules/meal-plan.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { useOrder } from './order-context.tsx';
import { formatCount, fullDayAverage, formatPlanFit, totalsOf } from './order-totals.ts';

type PersonTabsProps = { seat: number; onChoose: (seat: number) => void };

/** Whose week is shown below, always in sight, and its totals so far. */
export const PersonTabs = memo(function PersonTabs({ seat, onChoose }: PersonTabsProps) {
  const { draft, menu } = useOrder();
  const person = draft.people[seat];
  if (!person) return null;
  const { meals, priceCents } = totalsOf(person.mealAssignments, menu);
  const serviceKcal = dayServiceKcal(person);
  const fullDay = fullDayAverage(person.mealAssignments, menu);
  return (
    <>
      {draft.people.length > 1 && (
        <div className="sticky top-0 z-10 -mx-4 bg-ground px-4 py-2 sm:-mx-6 sm:px-6">
          <PillChoice
            legend="Whose meals?"
            hideLegend
            value={String(seat)}
            pills={draft.people.map(({ name, mealAssignments }, index) => ({
              value: String(index),
              label: <span className="block max-w-40 truncate">{name}</span>,
              note: mealAssignments.length === 1 ? '1 meal' : `${mealAssignments.length} meals`,
            }))}
            onChange={(chosen) => onChoose(Number(chosen))}
          />
        </div>
      )}
      <p className="min-h-[3lh] text-sm text-ink-soft tabular-nums sm:min-h-[2lh] lg:min-h-[1lh]">
        <strong className="text-ink">
          {person.name}: {meals === 1 ? '1 meal' : `${meals} meals`}, {formatDollars(priceCents)}.
        </strong>{' '}
        {fullDay
          ? `Lunch and dinner give about ${formatCount(fullDay.calories)} of ${formatCount(serviceKcal)} Cal a day and ${fullDay.proteinGrams} g protein. ${formatPlanFit(fullDay, serviceKcal)}.`
          : `The plan is ${formatCount(person.calorieTarget)} Cal a day, about ${formatCount(serviceKcal)} of it from lunch and dinner.`}
      </p>
    </>
  );
});
