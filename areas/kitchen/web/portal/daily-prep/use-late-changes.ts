import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';

type Meal = { mealId: number; count: number };
/** How many there were when a cook looked last, and when that changed. */
type Seen = { count: number; now: number; changedAt: number | null };
type SeenCounts = ReadonlyMap<string, Seen>;

/** What orders have changed since a cook's screen was opened, kept at each meal until it is tapped. */
export type LateChanges = {
  textOf: (window: DeliveryWindow, meal: Meal) => string | null;
  markSeen: (window: DeliveryWindow, meal: Meal) => void;
};

export function useLateChanges(prep: DailyPrepReply): LateChanges {
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
