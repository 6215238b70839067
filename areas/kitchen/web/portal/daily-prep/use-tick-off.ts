import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { PREP_TOTALS_KEY, sendTick } from '#areas/kitchen/web/portal/daily-prep-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';

type Tap = { mealId: number; mealVersion?: number; count: number; key: string };

type TickedMeal = { mealId: number; mealVersion: number | null };

/**
 * Ticks meals of a window off. Taps count on the screen at once and are sent one by one; `lastOf` is what the last tap here
 * added to a meal, for Undo.
 */
export function useTickOff(date: PlainDate, timeSlot: DeliveryWindow) {
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
