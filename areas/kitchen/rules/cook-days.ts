/** On which days a component is cooked: late enough to keep until the last portion is eaten, and as rarely as can be. Ours. */
import type { WorkMinutes } from '#areas/menu/rules/recipe.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type WallTime } from '#platform/rules/zoned-time.ts';
import {
  isCookDay,
  type KitchenClock,
  longestPiece,
  mostOpen,
  workTimesOn,
} from '#areas/kitchen/rules/kitchen-clock.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { half } from '#areas/menu/rules/rounding.ts';

export type Keeping = {
  /** From the cook day to the last day to eat it. */
  keepsDays: number;
  /** How long before a delivery it may be cooked at most. */
  cookAheadDays: number;
  /** How long before a delivery it has to be done: 1 for a marinade that needs the night. */
  readyDaysBefore: number;
};

export type CookNeed = {
  deliveryDate: PlainDate;
  /** By when it has to be ready. */
  due: WallTime;
  /** How long after the delivery a portion may still be eaten. */
  shelfLifeDays: number;
};

type Cookable = Keeping & { minutes: WorkMinutes };

export type Cooking<Need> = { cookDate: PlainDate; needs: Need[] };

export type CookDays<Need> = {
  cooks: Cooking<Need>[];
  /** Needs without a day: it does not keep as long as the meal promises, or the kitchen is closed. */
  cannot: Need[];
};

type Choosing<Need> = {
  /** As `dayFinder` gives it, for anyone who asks for the same needs again. */
  daysOf?: (need: CookNeed) => readonly PlainDate[];
  /** Days that a cook fixed: needs that may be cooked then are, on the latest such day. */
  pinned?: readonly PlainDate[];
  /** What a cooking leaves open of a need that waits; null: nothing. */
  leaves?: (cooking: Cooking<Need>) => (need: Need) => Need | null;
};

/**
 * The fewest cookings, each as late as can be: anyone who must be served first decides the day, and everyone whose days
 * contain it joins. Needs keep the sequence of their delivery dates.
 */
export function cookDays<Need extends CookNeed>(
  component: Cookable,
  needs: readonly Need[],
  kitchen: KitchenClock,
  { daysOf = dayFinder(component, kitchen), pinned = [], leaves }: Choosing<Need> = {},
): CookDays<Need> {
  const open = needs.toSorted(byDelivery).map((need) => {
    const days = daysOf(need);
    const fixed = days.findLast((day) => pinned.includes(day));
    return { need, days: fixed === undefined ? days : [fixed] };
  });
  const cannot = open.filter(({ days }) => days.length === 0).map(({ need }) => need);
  let waiting = open.filter(({ days }) => days.length > 0);
  const cooks: Cooking<Need>[] = [];
  while (waiting.length > 0) {
    const cookDate = waiting.map(({ days }) => days.at(-1) ?? '').reduce((a, b) => (a < b ? a : b));
    const joined = waiting.filter(({ days }) => days.includes(cookDate));
    const cooking = { cookDate, needs: joined.map(({ need }) => need) };
    cooks.push(cooking);
    const left = leaves?.(cooking);
    waiting = waiting
      .filter(({ days }) => !days.includes(cookDate))
      .flatMap(({ need, days }) => {
        const rest = left ? left(need) : need;
        return rest ? [{ need: rest, days }] : [];
      });
  }
  return { cooks, cannot };
}

/** The open days on which a need may be cooked and chilled in time, in order. Empty: none. */
export function daysToCook(
  { minutes, readyDaysBefore, ...keeping }: Cookable,
  need: CookNeed,
  kitchen: KitchenClock,
): PlainDate[] {
  const days: PlainDate[] = [];
  for (let before = mostAhead(keeping, need); before >= readyDaysBefore; before -= 1) {
    const date = addDays(need.deliveryDate, -before);
    if (workTimesOn(date, minutes, need.due, kitchen)) days.push(date);
  }
  return days;
}

export function dayFinder(
  component: Cookable,
  kitchen: KitchenClock,
): (need: CookNeed) => readonly PlainDate[] {
  const found = new Map<string, PlainDate[]>();
  return (need) => {
    const { deliveryDate, due, shelfLifeDays } = need;
    const key = `${deliveryDate} ${due.date} ${due.minuteOfDay} ${shelfLifeDays}`;
    const known = found.get(key);
    if (known) return known;
    const days = daysToCook(component, need, kitchen);
    found.set(key, days);
    return days;
  };
}

/** How many days before its delivery a need may be cooked at most. Negative: it does not keep as long as is promised. */
export function mostAhead(
  { keepsDays, cookAheadDays }: Pick<Keeping, 'keepsDays' | 'cookAheadDays'>,
  { shelfLifeDays }: Pick<CookNeed, 'shelfLifeDays'>,
): number {
  return Math.min(cookAheadDays, keepsDays - shelfLifeDays);
}

export function daysToKeep(
  cookDate: PlainDate,
  need: Pick<CookNeed, 'deliveryDate' | 'shelfLifeDays'>,
): number {
  return daysBetween(cookDate, need.deliveryDate) + need.shelfLifeDays;
}

function byDelivery(a: CookNeed, b: CookNeed): number {
  return (
    compareText(a.deliveryDate, b.deliveryDate) ||
    compareText(a.due.date, b.due.date) ||
    a.due.minuteOfDay - b.due.minuteOfDay ||
    a.shelfLifeDays - b.shelfLifeDays
  );
}

/** Why something needed for these cannot be cooked on this day, in a sentence; null: it can. */
export function whyNotOn(
  date: PlainDate,
  { name, ...component }: Cookable & { name: string },
  needs: readonly CookNeed[],
  kitchen: KitchenClock,
): string | null {
  const tooLong = tooLongText(component.minutes, kitchen);
  if (tooLong !== null) return `${name}: ${tooLong}`;
  if (!isCookDay(date, kitchen)) return `The kitchen is closed on ${formatDayAndMonth(date)}.`;
  for (const need of needs) {
    const { deliveryDate, due } = need;
    const before = daysBetween(date, deliveryDate);
    const delivery = formatDayAndMonth(deliveryDate);
    if (before < component.readyDaysBefore)
      return component.readyDaysBefore === 0
        ? `${name} is needed on ${delivery}.`
        : `${name} has to be ready ${daysText(component.readyDaysBefore)} before ${delivery}.`;
    if (daysToKeep(date, need) > component.keepsDays)
      return `${name} keeps ${daysText(component.keepsDays)}. What is needed on ${delivery} may be eaten until ${formatDayAndMonth(addDays(deliveryDate, need.shelfLifeDays))}.`;
    if (before > component.cookAheadDays)
      return `${name} may be cooked ${daysText(component.cookAheadDays)} ahead at most, and is needed on ${delivery}.`;
    if (!workTimesOn(date, component.minutes, due, kitchen))
      return `${name} has to be ready by ${formatMinuteOfDay(due.minuteOfDay)} on ${formatDayAndMonth(due.date)}: it would not be on ${formatDayAndMonth(date)}.`;
  }
  return null;
}

/** "Takes 18 h 30; the kitchen is open 15 h. …"; null: it fits into a day. */
export function tooLongText(
  minutes: WorkMinutes,
  kitchen: Pick<KitchenClock, 'hours'>,
): string | null {
  const [takes, open] = [longestPiece(minutes), mostOpen(kitchen)];
  if (takes <= open) return null;
  return `Takes ${hoursText(takes)}; the kitchen is open ${hoursText(open)}. Enter a rest, or longer hours.`;
}

/** 1_110 -> "18 h 30", 45 -> "45 min". */
export function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}

/** 1 -> "1 day". */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** Delivery dates that one plan may have at most. */
export const LONGEST_PLAN_DAYS = 31;

/** How many portions of a meal can still go out on a delivery date at most, given the limits of what may be sold. Ours. */

type SendLimits = {
  /** Ordered for the delivery date, and how many of those are eaten on that day or on later ones. */
  ordered: { sameDay: number; later: number };
  /** What may still be sold of the meal for that day, wherever it is delivered; null: no limit. */
  leftOfDay: number | null;
  /** The same of the ordering week. */
  leftOfWeek: number | null;
  /** The most that went out on such a day for later ones. */
  usualLater: number;
};

/**
 * Null: nothing bounds it. A limit counts the day on which a meal is eaten. That is the day of a daily delivery, so its limit
 * bounds those portions; a weekly box of the same date carries meals of later days, of which it says nothing. For these we
 * allow what is ordered or usual, whichever is more: a forecast that is cut too far would leave boxes short. A week's limit
 * bounds both.
 */
export function mostToSend({
  ordered,
  leftOfDay,
  leftOfWeek,
  usualLater,
}: SendLimits): number | null {
  const byDay =
    leftOfDay === null ? null : ordered.sameDay + leftOfDay + Math.max(ordered.later, usualLater);
  const byWeek = leftOfWeek === null ? null : ordered.sameDay + ordered.later + leftOfWeek;
  const bounds = [byDay, byWeek].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}

// What is cooked already comes off what is needed, oldest first. Ours.

/** A batch that is done. In whole base units. */
export type CookedBatch = {
  componentId: number;
  cookDate: PlainDate;
  madeQty: number;
  /** For what it was cooked for: made, without what was left over or wasted. */
  qty: number;
  /** Left over and still good: for whatever it keeps for. */
  leftQty: number;
};

/** Scales and ladles are not more exact; nobody cooks again for less. */
const WEIGHING_PERCENT = 0.5;

/** `tolerance`: what a scale may be off by, for what it was cooked for alone. */
type Supply = { cookDate: PlainDate; kind: 'left over' | 'cooked'; qty: number; tolerance: number };

/**
 * `covered` in whole base units, of needs that are not past. What a batch was cooked for comes first; what is over of it goes
 * to whatever it keeps for. Needs keep their sequence; what is past or covered wholly falls out.
 */
export function coverFromCooked<Need extends CookNeed & { qty: number; isPast: boolean }>(
  keeping: Keeping,
  needs: readonly Need[],
  cooked: readonly CookedBatch[],
): { open: Need[]; covered: number } {
  const supplies = cooked
    .toSorted((a, b) => compareText(a.cookDate, b.cookDate))
    .flatMap(({ cookDate, qty, leftQty }): Supply[] => [
      { cookDate, kind: 'left over', qty: leftQty, tolerance: 0 },
      { cookDate, kind: 'cooked', qty, tolerance: (qty * WEIGHING_PERCENT) / 100 },
    ]);
  let covered = 0;
  const rest = new Map(needs.map((need) => [need, need.qty]));
  const bySoonest = needs.toSorted((a, b) => compareText(a.deliveryDate, b.deliveryDate));
  const take = (supply: Supply, most: number, mayServe: (need: Need) => boolean) => {
    let left = most;
    for (const need of bySoonest) {
      if (left <= 0 || !mayServe(need)) continue;
      const taken = Math.min(left, rest.get(need) ?? 0);
      left -= taken;
      supply.qty -= taken;
      if (!need.isPast) covered += taken;
      rest.set(need, (rest.get(need) ?? 0) - taken);
    }
  };
  for (const supply of supplies) {
    const { cookDate, kind } = supply;
    if (kind === 'cooked')
      take(supply, supply.qty + supply.tolerance, (need) => isFor(cookDate, need, keeping));
    take(supply, supply.qty, (need) => isGoodFor(cookDate, need, keeping));
  }
  const open = needs.flatMap((need) => {
    const qty = rest.get(need) ?? 0;
    return isMore(qty) && !need.isPast ? [{ ...need, qty }] : [];
  });
  return { open, covered: half(covered) };
}

/** Whether a batch of this day was cooked for a need: also one that came too late for its window. */
function isFor(cookDate: PlainDate, need: CookNeed, keeping: Keeping): boolean {
  const before = daysBetween(cookDate, need.deliveryDate);
  return before >= 0 && before <= mostAhead(keeping, need);
}

function isGoodFor(cookDate: PlainDate, need: CookNeed, { keepsDays }: Keeping): boolean {
  return cookDate <= need.deliveryDate && daysToKeep(cookDate, need) <= keepsDays;
}

/** Sums of doubles leave crumbs that are no need. */
export function isMore(qty: number): boolean {
  return qty > 0.000001;
}
