import { useState } from 'react';
import type { BenchReply, BenchTrayReply } from '#areas/kitchen/calls/bench.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';

/** How many there were when somebody looked last, and when that changed. */
type Seen = { count: number; now: number; changedAt: number | null };

type SeenCounts = ReadonlyMap<string, Seen>;

/** What orders have changed since this screen was opened, kept at each meal until it is tapped. */
export function useLateChanges(bench: BenchReply) {
  const formatTime = useFormatTimeOfDay();
  const [seen, setSeen] = useState<SeenCounts>(new Map());
  const current = withChanges(seen, bench);
  if (current !== seen) setSeen(current);
  return {
    /** "+1 since 5:10am"; null: nothing. */
    textOf(tray: BenchTrayReply): string | null {
      const found = current.get(keyOf(tray));
      if (!found || found.changedAt === null || found.now === found.count) return null;
      const more = found.now - found.count;
      return `${more > 0 ? '+' : '−'}${Math.abs(more)} since ${formatTime(found.changedAt)}`;
    },
    markSeen(tray: BenchTrayReply) {
      const count = countOf(tray);
      setSeen(new Map(current).set(keyOf(tray), { count, now: count, changedAt: null }));
    },
  };
}

function keyOf({ mealId, date }: BenchTrayReply): string {
  return `${date} ${mealId}`;
}

function countOf({ windows }: BenchTrayReply): number {
  return windows.reduce((sum, { count }) => sum + count, 0);
}

/** A day that is seen for the first time has no changes. The same map when nothing has changed. */
function withChanges(before: SeenCounts, { days, now }: BenchReply): SeenCounts {
  const knownDays = new Set([...before.keys()].map((key) => key.split(' ')[0]));
  const changed = days
    .flatMap((day) => day.trays)
    .flatMap((tray): [string, Seen][] => {
      const key = keyOf(tray);
      const count = countOf(tray);
      const was = before.get(key);
      if (was?.now === count) return [];
      if (was) return [[key, { ...was, now: count, changedAt: Date.parse(now) }]];
      return knownDays.has(tray.date)
        ? [[key, { count: 0, now: count, changedAt: Date.parse(now) }]]
        : [[key, { count, now: count, changedAt: null }]];
    });
  return changed.length === 0 ? before : new Map([...before, ...changed]);
}
