/** What must be measured of food, and what is missing of it. Standard 3.2.2A. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MeasuredFood, MissingCheck } from './missing-checks.ts';
import { openChills, type Reading, standingReadings } from './readings.ts';
import type { RecordKind } from './record-kinds.ts';
import { isCold } from './temperature-limits.ts';

/** A meal of a window, or a batch of a component, that was cooked. */
export type CookedFood = {
  /** The delivery date of a meal; the day on which a batch was cooked. */
  date: PlainDate;
  window: DeliveryWindow | null;
  mealId: number | null;
  batchId: number | null;
  name: string;
  /** False: a cold dish, or a component that nobody heats. */
  hasCore: boolean;
  /** It goes out cold, in some bag. */
  isChilled: boolean;
  /** Null: nobody ticked it. */
  lastTickAt: Instant | null;
  /** Null: it has not started, or it is of no run. */
  runStartsAt: Instant | null;
};

/** So long after the last tick whoever cooked it should have measured. */
const ASKED_AFTER_MS = 2 * 60 * 60_000;

/**
 * Its core, 2 hours after the last tick or when its run starts, whichever is first; what goes out cold is also cooled: the
 * start by then, 21 and 5 °C in their time, or when its run starts.
 */
export function missingFoodReadings(
  foods: readonly CookedFood[],
  readings: readonly Reading[],
  now: Instant,
): MissingCheck[] {
  const byFood = Map.groupBy(standingReadings(readings), foodKey);
  const late = lateChills(readings, now);
  const missing = foods.flatMap((food) => {
    const theirs = (byFood.get(foodKey(food)) ?? []).filter(
      ({ window }) => window === null || window === food.window,
    );
    const { date, window, mealId, batchId, name } = food;
    return kindsMissing(food, theirs, now).map((kind) => ({
      date,
      kind,
      ...NOT_READ,
      place: name,
      window,
      mealId,
      batchId,
      startId: theirs.findLast((one) => one.kind === 'chill_start')?.id ?? null,
    }));
  });
  const isListed = (one: MissingCheck) =>
    late.some(({ kind, startId }) => kind === one.kind && startId === one.startId);
  return [...late, ...missing.filter((one) => !isListed(one))];
}

const NOT_READ = { half: null, failed: null };

function foodKey({ date, mealId, batchId }: Pick<Reading, 'date' | 'mealId' | 'batchId'>): string {
  return batchId === null ? `${date} ${mealId}` : `batch ${batchId}`;
}

function kindsMissing(food: CookedFood, theirs: readonly Reading[], now: Instant): RecordKind[] {
  if (!food.hasCore) return [];
  const { lastTickAt, runStartsAt } = food;
  const afterTick = lastTickAt === null ? Infinity : lastTickAt + ASKED_AFTER_MS;
  const isDue = now >= Math.min(afterTick, runStartsAt ?? Infinity);
  const hasLeft = runStartsAt !== null && now >= runStartsAt;
  const isDone = (kind: RecordKind) => theirs.some((one) => one.kind === kind && completes(one));
  const core: RecordKind[] = isDue && !isDone('core') ? ['core'] : [];
  if (!food.isChilled || theirs.some(endsChill)) return core;
  return [
    ...core,
    ...(isDue && !isDone('chill_start') ? (['chill_start'] as const) : []),
    ...(hasLeft && !isDone('reached_21') ? (['reached_21'] as const) : []),
    ...(hasLeft ? (['reached_5'] as const) : []),
  ];
}

/** Of food, a reading that failed is an answer: what becomes of it is its action. Cooked on, it is measured again. */
function completes({ action }: Reading): boolean {
  return action !== 'cooked_on';
}

function endsChill({ kind, tenths, pass, notNeeded }: Reading): boolean {
  if (kind === 'reached_5') return true;
  if (kind !== 'chill_start' && kind !== 'reached_21') return false;
  return notNeeded !== null || pass === false || (tenths !== null && isCold(tenths));
}

/** Chills of which a reading is missing although its time is over: a gap, not a pass. */
function lateChills(readings: readonly Reading[], now: Instant): MissingCheck[] {
  return openChills(readings)
    .filter(({ dueAt }) => dueAt < now)
    .map(({ date, next, mealName, ...chill }) => ({
      date,
      kind: next,
      ...NOT_READ,
      place: mealName,
      ...foodOfChill(chill),
    }));
}

function foodOfChill({ window, mealId, batchId, startId }: MeasuredFood): MeasuredFood {
  return { window, mealId, batchId, startId };
}
