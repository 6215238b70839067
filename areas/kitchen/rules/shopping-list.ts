/** On which of a supplier's days to order for a plan, and what brings a small order to its minimum. Ours. */
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { buyPacks, isLess, type PackOrder, type Use, type Item } from './packs.ts';

export type Needed = Item & { ingredientId: number };

export type NeededLine = PackOrder & { ingredientId: number };

export type SupplierNeeds = {
  items: readonly Needed[];
  /** Days for which it can still be ordered. */
  days: readonly PlainDate[];
  /** Ordered already, and open to change: each choice has them. */
  fixed: readonly PlainDate[];
  deliveryCents: number;
  minOrderCents: number;
  /** The last day of the plan: what is good for seven more days keeps its worth. */
  lastDay: PlainDate;
};

export type ArrivalSet = {
  arrivals: PlainDate[];
  lines: NeededLine[];
  short: { ingredientId: number; uses: Use[] }[];
  /** Uses on a day on which the goods are out of date. */
  outOfDate: number;
  /** Packs, deliveries and what is missing to the minimum, less what is good for seven more days. */
  cents: number;
};

/** `others`: the best choice of each other number of deliveries, fewest first; empty for long lists. */
export type BestArrivals = ArrivalSet & { others: ArrivalSet[] };

/** More sets than 1,023 are not compared: longer lists are chosen week by week. */
export const MOST_ROUNDS = 10;

/**
 * For all sets of days the one with the fewest uses short, then out of date, then the least cents, the fewest deliveries,
 * and the later days.
 */
export function chooseArrivals(needs: SupplierNeeds): BestArrivals {
  const days = needs.days.filter((day) => !needs.fixed.includes(day)).toSorted();
  if (days.length <= MOST_ROUNDS) return bestOf(needs, days);
  let fixed = [...needs.fixed];
  for (const week of byWeek(days)) {
    const after = days.find((day) => day > (week.at(-1) ?? ''));
    const items = needs.items.map((item) => ({
      ...item,
      ...(after !== undefined && { keep: 0 }),
      uses: item.uses.filter(({ date }) => after === undefined || date < after),
    }));
    fixed = bestOf({ ...needs, items, fixed }, week).arrivals;
  }
  return { ...weigh(needs, fixed), others: [] };
}

export function weigh(needs: SupplierNeeds, arrivals: readonly PlainDate[]): ArrivalSet {
  const days = arrivals.toSorted();
  const choice: ArrivalSet = { arrivals: days, lines: [], short: [], outOfDate: 0, cents: 0 };
  const ordered = new Map(days.map((day) => [day, 0]));
  for (const { ingredientId, ...item } of needs.items) {
    const { orders, short, cents } = buyPacks(item, days, needs.lastDay);
    if (short.length > 0) choice.short.push({ ingredientId, uses: short });
    choice.cents += cents;
    for (const order of orders) {
      choice.lines.push({ ...order, ingredientId });
      choice.outOfDate += order.outOfDate.length;
      const before = ordered.get(order.arrives) ?? 0;
      ordered.set(order.arrives, before + order.packs * (order.pack.cents ?? 0));
    }
  }
  choice.cents += days.length * needs.deliveryCents;
  for (const cents of ordered.values()) choice.cents += Math.max(0, needs.minOrderCents - cents);
  return choice;
}

function byWeek(days: readonly PlainDate[]): PlainDate[][] {
  const weeks: PlainDate[][] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    const [first] = week ?? [];
    if (week && first !== undefined && day < addDays(first, 7)) week.push(day);
    else weeks.push([day]);
  }
  return weeks;
}

function bestOf(needs: SupplierNeeds, days: readonly PlainDate[]): BestArrivals {
  const bests = new Map<number, { choice: ArrivalSet; rank: number[] }>();
  for (let set = 0; set < 2 ** days.length; set += 1) {
    const arrivals = [...needs.fixed, ...days.filter((_, index) => (set >> index) % 2 === 1)];
    const choice = weigh(needs, arrivals);
    const rank = rankOf(needs, choice);
    const best = bests.get(arrivals.length);
    if (!best || isLess(rank, best.rank)) bests.set(arrivals.length, { choice, rank });
  }
  const all = [...bests].toSorted(([a], [b]) => a - b).map(([, ranked]) => ranked);
  const best = all.reduce((one, other) => (isLess(other.rank, one.rank) ? other : one));
  const others = all.filter((one) => one !== best).map(({ choice }) => choice);
  return { ...best.choice, others };
}

function rankOf(needs: SupplierNeeds, { arrivals, short, outOfDate, cents }: ArrivalSet): number[] {
  const unmet = short.reduce((sum, { uses }) => sum + uses.length, 0);
  const belowKeep =
    arrivals.length > 0 ? 0 : needs.items.filter((item) => isBelowKeep(item, needs.lastDay)).length;
  return [
    unmet + belowKeep,
    outOfDate,
    cents,
    arrivals.length,
    // The later day comes first.
    ...arrivals.map((day) => -daysBetween('2000-01-01', day)),
  ];
}

function isBelowKeep({ ingredientId: _id, ...item }: Needed, lastDay: PlainDate): boolean {
  return buyPacks(item, [], lastDay).isBelowKeep;
}

export type Filler = {
  name: string;
  /** How long what is there lasts, with what is ordered. */
  weeksLeft: number;
  packCents: number;
  weekUsePacks: number;
};

/** Nothing is filled beyond this cover. */
const MOST_WEEKS = 6;

/**
 * Fills an order to its minimum, a pack at a time, always of what lasts shortest, then by name. `missingCents`: what is
 * still missing when nothing more may be added.
 */
export function topUp<Good extends Filler>(
  orderCents: number,
  minOrderCents: number,
  store: readonly Good[],
): { added: Map<Good, number>; orderCents: number; missingCents: number } {
  const added = new Map<Good, number>();
  let total = orderCents;
  while (total < minOrderCents) {
    const next = store
      .filter((good) => good.weekUsePacks > 0 && good.packCents > 0)
      .map((good) => ({ good, weeks: weeksWith(good, added.get(good) ?? 0) }))
      .filter(({ good, weeks }) => weeks + 1 / good.weekUsePacks <= MOST_WEEKS + 0.000001)
      .toSorted((a, b) => a.weeks - b.weeks || a.good.name.localeCompare(b.good.name, 'en-AU'))[0];
    if (!next) break;
    added.set(next.good, (added.get(next.good) ?? 0) + 1);
    total += next.good.packCents;
  }
  return { added, orderCents: total, missingCents: Math.max(0, minOrderCents - total) };
}

/** In millionths, so that equal covers compare as equal. */
function weeksWith({ weeksLeft, weekUsePacks }: Filler, packs: number): number {
  return Math.round((weeksLeft + packs / weekUsePacks) * 1_000_000) / 1_000_000;
}

type OrderedPacks = { packId: number; packs: number };

type PackCountChange<Line extends OrderedPacks> = { line: Line; was: number; packs: number };

/** One entry for each pack whose number differs, as listed now, then what is no longer needed. */
export function changesSince<Line extends OrderedPacks>(
  sent: readonly Line[],
  now: readonly Line[],
): PackCountChange<Line>[] {
  const countIn = (lines: readonly Line[], packId: number) =>
    lines.find((line) => line.packId === packId)?.packs ?? 0;
  const gone = sent.filter(({ packId }) => now.every((line) => line.packId !== packId));
  return [...now, ...gone]
    .map((line) => ({
      line,
      was: countIn(sent, line.packId),
      packs: countIn(now, line.packId),
    }))
    .filter(({ was, packs }) => was !== packs);
}

/** How an order reached its supplier: by email from here, or by phone, printed or in their own shop. */
export const ORDER_WAYS = ['email', 'elsewhere'] as const;

export type OrderWay = (typeof ORDER_WAYS)[number];

/** What has become of an order. Only one of the first two can still be taken in. */
export const ORDER_STATES = ['sent', 'part', 'received', 'not_coming'] as const;
export type SupplierOrderState = (typeof ORDER_STATES)[number];

/**
 * What of an order is still to come, and what has become of it, once `came` was taken in. More packs than ordered count
 * as all of them; of what is missing someone says whether it is still coming.
 */
export function orderAfter(
  { open, state }: { open: readonly OrderedPacks[]; state: SupplierOrderState },
  came: readonly (OrderedPacks & { isMissing?: 'coming' | 'not_coming' })[],
): { open: OrderedPacks[]; state: SupplierOrderState } {
  const left = open.flatMap(({ packId, packs }) => {
    const lines = came.filter((line) => line.packId === packId);
    const isNotComing = lines.some(({ isMissing }) => isMissing === 'not_coming');
    const rest = packs - lines.reduce((sum, line) => sum + line.packs, 0);
    return rest > 0 && !isNotComing ? [{ packId, packs: rest }] : [];
  });
  const anyCame = state === 'part' || came.some(({ packs }) => packs > 0);
  if (left.length > 0) return { open: left, state: anyCame ? 'part' : 'sent' };
  return { open: left, state: anyCame ? 'received' : 'not_coming' };
}
