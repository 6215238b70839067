import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { useState } from 'react';
import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import { hasOpenWindow } from './deliveries.ts';
import { MoveMealsDialog } from './move-meals-dialog.tsx';
import { useOrder } from './order-context.tsx';

/** The day of a weekly delivery. A day after the first meal is possible if the earlier meals can move. */
export function WeeklyDayChoice() {
  const { draft, dispatch, week } = useOrder();
  const [laterDay, setLaterDay] = useState<PlainDate | null>(null);
  const first = earliestMealDate(draft.people);

  function choose(day: PlainDate) {
    if (first !== null && day > first) setLaterDay(day);
    else dispatch({ type: 'weekly day chosen', day });
  }

  return (
    <div className="grid gap-2">
      <PillChoice
        legend="Delivery day"
        value={draft.weeklyDeliveryDay}
        layout="week"
        pills={week.days.map(({ date, windows }) => {
          const isOpen = hasOpenWindow(week, date);
          return {
            value: date,
            // Weekday above day and month: seven fit side by side.
            label: (
              <span className="whitespace-pre-line">
                {formatDayAndMonth(date).replace(' ', '\n')}
              </span>
            ),
            note: isOpen ? undefined : windows.length === 0 ? 'Closed' : 'Full',
            disabled: !isOpen,
          };
        })}
        onChange={choose}
      />
      {first !== null && (
        <p className="text-sm text-ink-soft">
          Your first meal is on {formatLongDate(first)}, so it arrives that day or earlier. If you
          choose a later day, we’ll offer to move earlier meals.
        </p>
      )}
      <MoveMealsDialog day={laterDay} onClose={() => setLaterDay(null)} />
    </div>
  );
}
