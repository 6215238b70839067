import { useState } from 'react';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useWakeLock } from '#platform/web/navigation/use-wake-lock.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { BenchRow } from './bench-row.tsx';
import { NotLiveBar } from './not-live-bar.tsx';
import { CookTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/cook-temperatures.tsx';
import { type LateChanges, useLateChanges } from './use-late-changes.ts';
import { SpecialsNotice } from '#areas/kitchen/web/portal/specials-notice.tsx';
import { useSpecials } from '#areas/kitchen/web/portal/use-specials.ts';
import { useTickOff } from './use-tick-off.ts';

/** The screen on the bench: one window's meals, ticked off as they are done. */
export function CookPart({ prep }: { prep: DailyPrepReply }) {
  const late = useLateChanges(prep);
  useWakeLock();
  const windows = prep.windows.filter(({ byMeal }) => byMeal.length > 0);
  const [chosen, setChosen] = useState<DeliveryWindow | null>(null);
  const window = windows.find(({ timeSlot }) => timeSlot === chosen) ?? windows[0];
  if (!window) return null;
  return (
    <div className="grid gap-4 pt-4">
      <NotLiveBar date={prep.date} />
      <PillChoice
        legend="Window"
        hideLegend
        value={window.timeSlot}
        pills={windows.map((one) => ({
          value: one.timeSlot,
          label: `${windowLabel(one.timeSlot)}: ${doneIn(one)} of ${one.meals} done`,
        }))}
        onChange={setChosen}
      />
      <WindowToCook key={window.timeSlot} prep={prep} window={window} late={late} />
    </div>
  );
}

type WindowTotal = DailyPrepReply['windows'][number];

type WindowToCookProps = { prep: DailyPrepReply; window: WindowTotal; late: LateChanges };

function WindowToCook({ prep, window, late }: WindowToCookProps) {
  const mayCook = useMayDo('cook');
  const maySettle = useMayDo('settleRunOut');
  const [open, setOpen] = useState<number | null>(null);
  const { tick, failure, unsavedOf, lastOf } = useTickOff(prep.date, window.timeSlot);
  const specials = useSpecials(prep.date);
  return (
    <>
      <FailureNotice failure={failure} title="Not saved. Tap again." />
      <SpecialsNotice specials={specials} />
      <CookTemperatures date={prep.date} window={window.timeSlot} mayWrite={mayCook}>
        {(temperaturesOf) => (
          <ul
            aria-label={`Meals of ${windowLabel(window.timeSlot)}`}
            className="grid items-start gap-x-4 overflow-hidden rounded-2xl border border-line bg-surface xl:grid-cols-2"
          >
            {window.byMeal.map((meal) => (
              <BenchRow
                key={meal.mealId}
                meal={{
                  ...meal,
                  done: Math.max(0, meal.done + unsavedOf(meal.mealId)),
                  requests: specials.requestsOf(meal.mealId, window.timeSlot),
                  late: late.textOf(window.timeSlot, meal),
                }}
                temperatures={temperaturesOf(meal)}
                isOpen={mayCook && open === meal.mealId}
                ranOutLink={
                  maySettle
                    ? paths.admin({ tab: 'meals', runOut: meal.mealId, date: prep.date })
                    : null
                }
                last={lastOf(meal.mealId)}
                onOpen={() => {
                  late.markSeen(window.timeSlot, meal);
                  setOpen(open === meal.mealId ? null : meal.mealId);
                }}
                onTick={(count) => tick(meal, count)}
              />
            ))}
          </ul>
        )}
      </CookTemperatures>
    </>
  );
}

function doneIn({ byMeal }: WindowTotal): number {
  return byMeal.reduce((sum, { done, count }) => sum + Math.min(done, count), 0);
}
