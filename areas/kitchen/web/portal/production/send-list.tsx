import type { PlanDayReply, ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import {
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';

type SendListProps = {
  plan: ProductionPlanReply;
  date: PlainDate;
  onForecast: (forecast: string) => void;
};

/** What goes out on a day: ordered, and what will probably still be. */
export function SendList({ plan, date, onForecast }: SendListProps) {
  const day = plan.days.find((one) => one.date === date);
  if (!day) return null;
  if (day.isClosed) return <p className="text-sm text-ink-soft">Closed</p>;
  const portions = day.meals.reduce((total, meal) => total + meal.portions, 0);
  const others = plan.days.filter((one) => one.hasForecast && one.date !== date);
  /** Only this day's changes. */
  const without = others.map((one) => one.date).join(',') || 'off';
  const withIt = [...others.map((one) => one.date), date].toSorted().join(',');
  return (
    <details className="rounded-xl border border-line bg-surface px-3 text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {portions === 0 ? 'Nothing to send' : `To send: ${portions}`}
      </summary>
      <ul className="grid gap-1 pb-2">
        {day.meals.map((meal) => (
          <li key={meal.mealId}>
            {meal.name} <b className="tabular-nums">{meal.portions}</b>
            <ForecastText meal={meal} date={date} />
          </li>
        ))}
      </ul>
      {day.isOpenForOrders && (
        <button
          type="button"
          className="min-h-11 font-semibold text-primary underline"
          onClick={() => onForecast(day.hasForecast ? without : withIt)}
        >
          {day.hasForecast ? 'Only what is ordered' : 'Add the forecast'}
          <span className="sr-only"> for {formatDayAndMonth(date)}</span>
        </button>
      )}
    </details>
  );
}

type ForecastTextProps = { meal: PlanDayReply['meals'][number]; date: PlainDate };

/** "30 + 6, from 4 to 9 on 5 Tuesdays; 61 on Tue 10 Nov left out". */
function ForecastText({ meal, date }: ForecastTextProps) {
  const { forecast, ordered, portions, tooFewDays } = meal;
  const days = `${weekdayName(weekdayOf(date))}s`;
  if (forecast === null)
    return tooFewDays === null ? null : (
      <span className="block text-ink-soft">
        too few {days} ({tooFewDays})
      </span>
    );
  const leftOut = forecast.leftOut.map(
    (day) => `; ${day.portions} on ${formatDayAndMonth(day.date)} left out`,
  );
  return (
    <span className="block text-ink-soft">
      {ordered} + {portions - ordered}, from {forecast.low} to {forecast.high} on {forecast.days}{' '}
      {days}
      {leftOut}
    </span>
  );
}
