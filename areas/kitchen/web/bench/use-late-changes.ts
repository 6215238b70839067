import { useState } from 'react';
import type { Bench, BenchTray } from '#areas/kitchen/calls/opened-bench.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';

/** How many trays there are, and by which version of the recipe; null: it has none. */
type Trays = { count: number; recipe: number | null };
/** What someone saw who looked last, and when that changed. */
type Seen = { before: Trays; now: Trays; changedAt: number | null };

type SeenTrays = ReadonlyMap<string, Seen>;

/** What orders and recipes have changed since this screen was opened, kept at each meal until it is tapped. */
export function useLateChanges(bench: Bench) {
  const formatTime = useFormatTimeOfDay();
  const [seen, setSeen] = useState<SeenTrays>(new Map());
  const current = withChanges(seen, bench);
  if (current !== seen) setSeen(current);
  return {
    /** "+1 since 5:10am"; of another recipe "changed since 5:10am"; null: nothing. */
    textOf(tray: BenchTray): string | null {
      const found = current.get(keyOf(tray));
      if (!found || found.changedAt === null) return null;
      const what = changeOf(found);
      return what === null ? null : `${what} since ${formatTime(found.changedAt)}`;
    },
    markSeen(tray: BenchTray) {
      const now = traysOf(tray);
      setSeen(new Map(current).set(keyOf(tray), { before: now, now, changedAt: null }));
    },
  };
}

function changeOf({ before, now }: Seen): string | null {
  const more = now.count - before.count;
  const words = [
    ...(more === 0 ? [] : [`${more > 0 ? '+' : '−'}${Math.abs(more)}`]),
    ...(now.recipe === before.recipe ? [] : ['changed']),
  ];
  return words.length === 0 ? null : words.join(', ');
}

function keyOf({ mealId, date }: BenchTray): string {
  return `${date} ${mealId}`;
}

function traysOf({ windows, recipeVersion }: BenchTray): Trays {
  return {
    count: windows.reduce((sum, { count }) => sum + count, 0),
    recipe: recipeVersion,
  };
}

/** A day that is seen for the first time has no changes. The same map when nothing has changed. */
function withChanges(known: SeenTrays, { days, now: at }: Bench): SeenTrays {
  const knownDays = new Set([...known.keys()].map((key) => key.split(' ')[0]));
  const changed = days
    .flatMap((day) => day.trays)
    .flatMap((tray): [string, Seen][] => {
      const key = keyOf(tray);
      const now = traysOf(tray);
      const was = known.get(key);
      if (was?.now.count === now.count && was.now.recipe === now.recipe) return [];
      if (was) return [[key, { ...was, now, changedAt: Date.parse(at) }]];
      return knownDays.has(tray.date)
        ? [[key, { before: { ...now, count: 0 }, now, changedAt: Date.parse(at) }]]
        : [[key, { before: now, now, changedAt: null }]];
    });
  return changed.length === 0 ? known : new Map([...known, ...changed]);
}
