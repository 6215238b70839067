import { formatDayAndMonth, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowsOn, windowWithName } from '#areas/business/rules/offered-windows.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { deliveriesOf, windowState } from './deliveries.ts';
import { useOrder } from './order-context.tsx';

/** The window of each date of a daily order. Opens automatically when one has filled up. */
export function DateWindows() {
  const { draft, dispatch, facts, week } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const isAnyFull = deliveries.some((delivery) => !windowState(week, delivery).open);
  return (
    <details
      open={isAnyFull || Object.keys(draft.windowByDate).length > 0}
      className="group grid gap-3"
    >
      <summary className="flex min-h-11 items-center gap-2 font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        Different time on some days?
      </summary>
      <ul className="grid gap-3">
        {deliveries.map(({ date, window }) => {
          const isFull = !windowState(week, { date, window }).open;
          return (
            <li
              key={date}
              tabIndex={isFull ? -1 : undefined}
              data-full-window={isFull || undefined}
              className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-2 sm:grid-cols-[8rem_20rem]"
            >
              <span aria-hidden="true" className="font-semibold">
                {formatDayAndMonth(date)}
              </span>
              <PillChoice
                legend={`Delivery window on ${formatLongDate(date)}`}
                hideLegend
                layout="even"
                value={window}
                pills={windowsOn(facts, date).map((choice) => {
                  const { open, note } = windowState(week, { date, window: choice });
                  return {
                    value: choice,
                    label: windowWithName(facts, choice),
                    note,
                    disabled: !open,
                  };
                })}
                onChange={(choice) =>
                  dispatch({ type: 'dates brought', slots: [{ date, window: choice }] })
                }
              />
              {isFull && (
                <p className="col-span-full text-sm font-semibold text-danger sm:col-start-2">
                  {fullText(date, windowsOn(facts, date).length)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function fullText(date: PlainDate, windows: number): string {
  const day = formatDayAndMonth(date);
  return windows === 0
    ? `We don’t deliver on ${day}. Please move its meals to another day.`
    : `This window is full on ${day}. Please choose another, or move the meals.`;
}
