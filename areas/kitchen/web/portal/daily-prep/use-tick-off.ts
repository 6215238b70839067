import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { PREP_TOTALS_KEY, sendTick } from '#areas/kitchen/web/portal/daily-prep-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';

type Tap = { mealId: number; mealVersion?: number; count: number; key: string };

type TickedMeal = { mealId: number; mealVersion: number | null };

/** Sent again with the same key, it counts once. */
const MOST_ATTEMPTS = 3;

/**
 * Ticks meals of a window off. Taps count on the screen at once and are sent one by one; `lastOf` is what the last tap here
 * added to a meal, for Undo.
 */
export function useTickOff(date: PlainDate, timeSlot: DeliveryWindow) {
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState<readonly Tap[]>([]);
  const [last, setLast] = useState<ReadonlyMap<number, number>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: (tap: Tap) => sendTick({ date, timeSlot, ...tap }),
    retry: (attempts, error) => attempts < MOST_ATTEMPTS && !isRefused(error),
    onSuccess: () => setFailure(null),
    onError(error, { mealId }) {
      setFailure(describeFailure(error));
      // Undo would take back what somebody else ticked.
      setLast((before) => new Map(before).set(mealId, 0));
    },
    async onSettled(_reply, _error, { key }) {
      await client.invalidateQueries({ queryKey: PREP_TOTALS_KEY });
      setUnsaved((taps) => taps.filter((tap) => tap.key !== key));
    },
  });

  function tick({ mealId, mealVersion }: TickedMeal, count: number) {
    const tap = { mealId, count, key: newKey(), ...(mealVersion !== null && { mealVersion }) };
    setUnsaved((taps) => [...taps, tap]);
    setLast((before) => new Map(before).set(mealId, Math.max(0, count)));
    mutate(tap);
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

/** Sending it again would change nothing. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status === 409;
}
