/** When work has to start so that it is cold before its window is packed: backwards, inside the kitchen's hours. Ours. */
import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import {
  type Closure,
  type DeliveryWindow,
  minutesOf,
} from '#areas/business/rules/delivery-windows.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import type { DayHours } from '#areas/business/rules/kitchen-hours.ts';
import type { WorkMinutes } from '#areas/menu/rules/recipe.ts';
import { addDays, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt, type WallTime } from '#platform/rules/zoned-time.ts';

/** When someone is in the kitchen, and how long before a window its bags are packed. */
export type KitchenClock = {
  /** A weekday that is missing is no cook day. */
  hours: readonly DayHours[];
  closures: readonly Closure[];
  timeZone: string;
  packBeforeMinutes: number;
};

/** By the kitchen's clock. Hands stop at `cook`, unless something rests in between; it is out at `chill` and cold at `ready`. */
export type WorkTimes = { start: WallTime; cook: WallTime; chill: WallTime; ready: WallTime };

/** What nobody entered: the safe side, for components. */
const NOT_ENTERED = { hands: 15, rest: 0, cook: 30, chill: 180 };
/** Between cold and packed. */
const SPARE_MINUTES = 60;
/** What does not fit into a month before will not fit at all. */
const LONGEST_LOOK_BACK_DAYS = 31;

export type EnteredMinutes = { [Name in keyof WorkMinutes]: number | null };

/** For a component. What was not entered counts as on the safe side. */
export function minutesOfComponent({ hands, rest, cook, chill }: EnteredMinutes): WorkMinutes {
  return {
    hands: hands ?? NOT_ENTERED.hands,
    rest: rest ?? NOT_ENTERED.rest,
    cook: cook ?? NOT_ENTERED.cook,
    chill: chill ?? NOT_ENTERED.chill,
  };
}

/** For a meal; null: none is entered, so it is filled on its delivery day. */
export function minutesOfMeal({ hands, rest, cook, chill }: EnteredMinutes): WorkMinutes | null {
  if ([hands, rest, cook, chill].every((each) => each === null)) return null;
  return { hands: hands ?? 0, rest: rest ?? 0, cook: cook ?? 0, chill: chill ?? 0 };
}

export function isCookDay(
  date: PlainDate,
  kitchen: Pick<KitchenClock, 'hours' | 'closures'>,
): boolean {
  return hoursOn(date, kitchen) !== null;
}

function hoursOn(
  date: PlainDate,
  { hours, closures }: Pick<KitchenClock, 'hours' | 'closures'>,
): DayHours | null {
  if (isClosedDay({ closures }, date)) return null;
  return hours.find(({ weekday }) => weekday === weekdayOf(date)) ?? null;
}

/** Not entered counts as chilled: on the safe side. */
export function isChilled({ chillMinutes }: { chillMinutes: number | null }): boolean {
  return chillMinutes !== 0;
}

export function packTime(
  { date, window }: { date: PlainDate; window: DeliveryWindow },
  { packBeforeMinutes, timeZone }: Pick<KitchenClock, 'packBeforeMinutes' | 'timeZone'>,
): WallTime {
  const starts = { date, minuteOfDay: minutesOf(window).startMinute };
  return minutesBefore(starts, packBeforeMinutes, timeZone);
}

export function coldBy(
  { date, window }: { date: PlainDate; window: DeliveryWindow },
  { packBeforeMinutes, timeZone }: Pick<KitchenClock, 'packBeforeMinutes' | 'timeZone'>,
): WallTime {
  const packBefore = packBeforeMinutes + SPARE_MINUTES;
  return packTime({ date, window }, { packBeforeMinutes: packBefore, timeZone });
}

/**
 * As late as can be. `longer_than_open`: no day of the week is long enough for what has to be done in one piece.
 * `closed`: none of those before is open.
 */
export function workTimes(
  minutes: WorkMinutes,
  due: WallTime,
  kitchen: KitchenClock,
): WorkTimes | { error: 'longer_than_open' | 'closed' } {
  if (longestPiece(minutes) > mostOpen(kitchen)) return { error: 'longer_than_open' };
  for (let before = 0; before <= LONGEST_LOOK_BACK_DAYS; before += 1) {
    const times = workTimesOn(addDays(due.date, -before), minutes, due, kitchen);
    if (times) return times;
  }
  return { error: 'closed' };
}

/** Cooked and chilled on this day, as late as can be. Null: it does not fit. */
export function workTimesOn(
  date: PlainDate,
  minutes: WorkMinutes,
  due: WallTime,
  kitchen: KitchenClock,
): WorkTimes | null {
  const { hands, rest, cook, chill } = minutes;
  const isOnePiece = rest === 0;
  const ready = latestOn(date, due, kitchen);
  const piece = ready && pieceUntil(ready, (isOnePiece ? hands : 0) + cook + chill, kitchen);
  if (!piece) return null;
  const { timeZone } = kitchen;
  const outBy = minutesBefore(ready, chill, timeZone);
  if (isOnePiece)
    return { start: piece, cook: minutesBefore(outBy, cook, timeZone), chill: outBy, ready };
  const handsBy = minutesBefore(piece, rest, timeZone);
  for (let before = 0; before <= LONGEST_LOOK_BACK_DAYS; before += 1) {
    const end = latestOn(addDays(handsBy.date, -before), handsBy, kitchen);
    const start = end && pieceUntil(end, hands, kitchen);
    if (start) return { start, cook: piece, chill: outBy, ready };
  }
  return null;
}

/** In minutes: what has to be done in one piece, inside one open day. */
export function longestPiece({ hands, rest, cook, chill }: WorkMinutes): number {
  return rest === 0 ? hands + cook + chill : Math.max(hands, cook + chill);
}

/** For the longest day of the week, in minutes. */
export function mostOpen({ hours }: Pick<KitchenClock, 'hours'>): number {
  return Math.max(0, ...hours.map(({ fromMinute, untilMinute }) => untilMinute - fromMinute));
}

export function minutesOpen(
  date: PlainDate,
  kitchen: Pick<KitchenClock, 'hours' | 'closures'>,
): number {
  const open = hoursOn(date, kitchen);
  return open ? open.untilMinute - open.fromMinute : 0;
}

/** Until when something can be done on this day that has to be ready by `due`. Null: not at all. */
function latestOn(date: PlainDate, due: WallTime, kitchen: KitchenClock): WallTime | null {
  const open = hoursOn(date, kitchen);
  if (!open || date > due.date) return null;
  const minuteOfDay =
    date < due.date ? open.untilMinute : Math.min(open.untilMinute, due.minuteOfDay);
  return minuteOfDay < open.fromMinute ? null : { date, minuteOfDay };
}

/** When it has to begin to end then, on the same open day. Null: the kitchen is closed by then. */
function pieceUntil(end: WallTime, minutes: number, kitchen: KitchenClock): WallTime | null {
  const start = minutesBefore(end, minutes, kitchen.timeZone);
  const open = hoursOn(end.date, kitchen);
  return open && start.date === end.date && start.minuteOfDay >= open.fromMinute ? start : null;
}

/** Real minutes: a night in which the clocks change is an hour shorter or longer. */
function minutesBefore(wall: WallTime, minutes: number, timeZone: string): WallTime {
  const minuteOfDay = wall.minuteOfDay - minutes;
  if (minutes === 0 || (minuteOfDay >= 0 && isSteady(wall.date, timeZone)))
    return { date: wall.date, minuteOfDay };
  return wallTimeAt(instantOf(wall, timeZone) - minutes * MINUTE_MS, timeZone);
}

const steady = new Map<string, boolean>();

/** No clock is changed on this day, so that its minutes can be counted. A plan asks thousands of times, and Intl is slow. */
function isSteady(date: PlainDate, timeZone: string): boolean {
  const key = `${date} ${timeZone}`;
  const known = steady.get(key);
  if (known !== undefined) return known;
  const midnight = (day: PlainDate) => instantOf({ date: day, minuteOfDay: 0 }, timeZone);
  const isSo = midnight(addDays(date, 1)) - midnight(date) === DAY_MS;
  steady.set(key, isSo);
  return isSo;
}

export function earlierTime(a: WallTime, b: WallTime): WallTime {
  return a.date < b.date || (a.date === b.date && a.minuteOfDay <= b.minuteOfDay) ? a : b;
}
