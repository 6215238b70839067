/** How much of a day's hands and equipment its cookings take. It warns; nothing is moved or blocked by it. Ours. */
import type { Equipment } from '#areas/business/rules/kitchen-hours.ts';
import type { WorkMinutes } from '#areas/menu/rules/recipe.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type KitchenClock, minutesOpen } from '#areas/kitchen/rules/kitchen-clock.ts';
import type { PlannedCooking } from '#areas/kitchen/rules/plan-production.ts';

export type Capacity = {
  equipment: readonly Equipment[];
  /** At work at once; null: their hours are not counted. */
  cooks: number | null;
};

/** In minutes. `of` null: nobody entered how much there is. */
export type ResourceLoad = {
  minutes: number;
  of: number | null;
  /** For those that take it and may go to another day, by how much they take. */
  movable: number[];
};

export type DayLoad = {
  date: PlainDate;
  pots: number;
  hands: ResourceLoad;
  /** What components of the day are cooked in, as far as the kitchen counts it. */
  equipment: (ResourceLoad & { name: string })[];
};

type Work = { minutes: WorkMinutes; equipmentName: string };
type Taking = { cooking: PlannedCooking; minutes: number };

/** Each day with work, in order. `works` by component. */
export function dayLoads(
  cookings: readonly PlannedCooking[],
  works: ReadonlyMap<number, Work>,
  { equipment, cooks }: Capacity,
  kitchen: KitchenClock,
): DayLoad[] {
  const hands = Map.groupBy(cookings, ({ times }) => times.start.date);
  const pots = Map.groupBy(cookings, ({ cookDate }) => cookDate);
  const dates = [...new Set([...hands.keys(), ...pots.keys()])].toSorted();
  return dates.map((date) => {
    const open = minutesOpen(date, kitchen);
    const cooked = pots.get(date) ?? [];
    return {
      date,
      pots: cooked.reduce((sum, { batches }) => sum + batches.length, 0),
      hands: loadOf(
        takings(hands.get(date) ?? [], works, 'hands'),
        cooks === null ? null : cooks * open,
      ),
      equipment: equipment.flatMap(({ name, count }) => {
        const using = cooked.filter(({ componentId }) => isIn(name, works.get(componentId)));
        return using.length === 0
          ? []
          : [{ name, ...loadOf(takings(using, works, 'cook'), count * open) }];
      }),
    };
  });
}

export function isOverloaded({ minutes, of }: Pick<ResourceLoad, 'minutes' | 'of'>): boolean {
  return of !== null && minutes > of;
}

function isIn(name: string, work: Work | undefined): boolean {
  return work?.equipmentName.trim().toLowerCase() === name.trim().toLowerCase();
}

/** Each pot takes its own. */
function takings(
  cookings: readonly PlannedCooking[],
  works: ReadonlyMap<number, Work>,
  part: 'hands' | 'cook',
): Taking[] {
  return cookings.map((cooking) => ({
    cooking,
    minutes: (works.get(cooking.componentId)?.minutes[part] ?? 0) * cooking.batches.length,
  }));
}

function loadOf(taken: readonly Taking[], of: number | null): ResourceLoad {
  return {
    minutes: taken.reduce((sum, { minutes }) => sum + minutes, 0),
    of,
    movable: taken
      .filter(({ cooking, minutes }) => cooking.days.length > 1 && minutes > 0)
      .toSorted((a, b) => b.minutes - a.minutes || a.cooking.componentId - b.cooking.componentId)
      .map(({ cooking }) => cooking.componentId),
  };
}
