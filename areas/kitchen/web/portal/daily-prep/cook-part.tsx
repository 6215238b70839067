import { useState, useEffect } from 'react';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useWakeLock } from '#platform/web/navigation/use-is-wide.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { BenchRow } from './bench-row.tsx';
import { CookTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/cook-temperatures.tsx';
import { SpecialsNotice } from '#areas/kitchen/web/portal/specials-notice.tsx';
import { useSpecials } from '#areas/kitchen/web/portal/use-specials.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  dailyPrepQuery,
  PREP_TOTALS_KEY,
  sendTick,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';

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

/** How often the bench asks what other screens have ticked off. */
const ASK_EVERY_MS = 5000;
const NOT_LIVE_AFTER_MS = 20_000;

/** Keeps the day fresh, and says so when it cannot: a stale screen that looks well is worse than none. */
function NotLiveBar({ date }: { date: PlainDate }) {
  const { dataUpdatedAt } = useQuery({ ...dailyPrepQuery(date), refetchInterval: ASK_EVERY_MS });
  const formatTime = useFormatTimeOfDay();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (dataUpdatedAt === 0 || now - dataUpdatedAt < NOT_LIVE_AFTER_MS) return null;
  return (
    <Notice tone="warning" announce="polite">
      <p className="text-xl font-semibold">Not live since {formatTime(dataUpdatedAt)}</p>
    </Notice>
  );
}

type Tap = { mealId: number; mealVersion?: number; count: number; key: string };

type TickedMeal = { mealId: number; mealVersion: number | null };

/**
 * Ticks meals of a window off. Taps count on the screen at once and are sent one by one; `lastOf` is what the last tap here
 * added to a meal, for Undo.
 */
function useTickOff(date: PlainDate, timeSlot: DeliveryWindow) {
  const [unsaved, setUnsaved] = useState<readonly Tap[]>([]);
  const [last, setLast] = useState<ReadonlyMap<number, number>>(new Map());
  const { run, failure } = useChange((tap: Tap) => sendTick({ date, timeSlot, ...tap }), {
    overlaps: true,
    attempts: 4,
    // Undo would take back what somebody else ticked.
    onFailure: (_failure, { given: { mealId } }) =>
      setLast((before) => new Map(before).set(mealId, 0)),
    refresh: [{ queryKey: PREP_TOTALS_KEY }],
    onRefreshed: ({ key }) => setUnsaved((taps) => taps.filter((tap) => tap.key !== key)),
  });

  function tick({ mealId, mealVersion }: TickedMeal, count: number) {
    const tap = { mealId, count, key: newKey(), ...(mealVersion !== null && { mealVersion }) };
    setUnsaved((taps) => [...taps, tap]);
    setLast((before) => new Map(before).set(mealId, Math.max(0, count)));
    run(tap);
  }
  return {
    tick,
    failure,
    /** What is on its way to the server. */
    unsavedOf: (mealId: number) =>
      unsaved.reduce((sum, tap) => (tap.mealId === mealId ? sum + tap.count : sum), 0),
    lastOf: (mealId: number) => last.get(mealId) ?? 0,
  };
}

type Meal = { mealId: number; count: number };
/** How many there were when a cook looked last, and when that changed. */
type Seen = { count: number; now: number; changedAt: number | null };
type SeenCounts = ReadonlyMap<string, Seen>;

/** What orders have changed since a cook's screen was opened, kept at each meal until it is tapped. */
type LateChanges = {
  textOf: (window: DeliveryWindow, meal: Meal) => string | null;
  markSeen: (window: DeliveryWindow, meal: Meal) => void;
};

function useLateChanges(prep: DailyPrepReply): LateChanges {
  const client = useQueryClient();
  const formatTime = useFormatTimeOfDay();
  // In the cache, so that looking at another part of the day forgets nothing.
  const [seen, setSeen] = useState<SeenCounts>(
    () => client.getQueryData(seenKey(prep.date)) ?? new Map(),
  );
  const current = withChanges(seen, prep);
  if (current !== seen) setSeen(current);
  useEffect(() => {
    client.setQueryData(seenKey(prep.date), current);
  }, [client, prep.date, current]);
  return {
    textOf(window, { mealId }) {
      const { count, now, changedAt } = current.get(keyOf(window, mealId)) ?? UNSEEN;
      if (changedAt === null || now === count) return null;
      return `${now > count ? '+' : '−'}${Math.abs(now - count)} since ${formatTime(changedAt)}`;
    },
    markSeen(window, { mealId, count }) {
      setSeen(new Map(current).set(keyOf(window, mealId), { count, now: count, changedAt: null }));
    },
  };
}

function seenKey(date: PlainDate): string[] {
  return ['seen-counts', date];
}

const UNSEEN: Seen = { count: 0, now: 0, changedAt: null };

function keyOf(window: DeliveryWindow, mealId: number): string {
  return `${window} ${mealId}`;
}

/** The same map when nothing has changed. */
function withChanges(seen: SeenCounts, { windows }: DailyPrepReply): SeenCounts {
  const isFirstLook = seen.size === 0;
  const next = new Map(seen);
  for (const { timeSlot, byMeal } of windows) {
    for (const { mealId, count } of byMeal) {
      const key = keyOf(timeSlot, mealId);
      const before = next.get(key) ?? { ...UNSEEN, count: isFirstLook ? count : 0 };
      if (next.has(key) && before.now === count) continue;
      next.set(key, { ...before, now: count, changedAt: isFirstLook ? null : Date.now() });
    }
  }
  const isSame = [...next].every(([key, entry]) => seen.get(key) === entry);
  return isSame ? seen : next;
}
