/** What peeling and trimming take. Recipes state what goes into the pot; buying counts what has to be on the bench. Ours. */
import { up, half } from '#areas/menu/rules/rounding.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';

/** 90%: nobody loses more, and 100% would need everything there is. In hundredths of a percent. */
export const MOST_LOSS_BP = 9000;

/** The share that is left: 0.875 of 1250 bp. */
export function keptShare(lossBp: number): number {
  return 1 - lossBp / 10_000;
}

/** From what goes in (net) to what is needed before peeling, in whole base units. */
export function gross(net: number, lossBp: number): { gross: number } | { error: 'loss_range' } {
  if (lossBp < 0 || lossBp > MOST_LOSS_BP) return { error: 'loss_range' };
  return { gross: up(net / keptShare(lossBp)) };
}

/** What a recipe is to the sums: lines of what goes in, uncooked and peeled. */

type IngredientLine = {
  ingredientId: number;
  /** Net, in the ingredient's base unit. */
  qty: number;
  /** The line's own loss, or its ingredient's. */
  lossBp: number;
};

type ComponentLine = {
  componentId: number;
  /** In the component's base unit, as cooked. */
  qty: number;
  /** What sticks to the pot. */
  lossBp: number;
};

export type RecipeLine = IngredientLine | ComponentLine;

export function usesComponent<Line extends object>(
  line: Line,
): line is Extract<Line, { componentId: number }> {
  return 'componentId' in line;
}

/** A meal's lines are for `basis` portions. */
export type MealRecipe = { basis: number; lines: readonly RecipeLine[] };

/** How much of a component is cooked at once. In its base unit, cooked. */
export type PotSize = {
  /** The largest batch; the lines are for one. */
  pot: number;
  /** The smallest batch: at most half the largest. */
  min: number;
  /** Moulds: only full ones. */
  wholePots: boolean;
};

export type ComponentRecipe = PotSize & { lines: readonly RecipeLine[] };

/** How long work takes, in minutes: hands first, then a rest that may pass a night, then cooking, then chilling. */
export type WorkMinutes = { hands: number; rest: number; cook: number; chill: number };

/** A recipe down to what is bought: each line with how often it counts. */
export type Pot<Line> = { pot: number; lines: readonly (Line | ComponentLine)[] };

type CountedLine<Line> = { line: Line; times: number };

/**
 * All lines of ingredients, through components. `counts`: `eaten` takes what is served of a component; `paid` also what
 * sticks to its pot.
 */
export function servedLines<Line extends object>(
  lines: readonly (Line | ComponentLine)[],
  components: ReadonlyMap<number, Pot<Line>>,
  counts: 'eaten' | 'paid',
): CountedLine<Line>[] {
  const linesOf = (list: readonly (Line | ComponentLine)[], times: number): CountedLine<Line>[] =>
    list.flatMap((line) => {
      if (!('componentId' in line)) return [{ line, times }];
      const component = components.get(line.componentId);
      if (!component) return [];
      const served = counts === 'paid' ? line.qty / keptShare(line.lossBp) : line.qty;
      return linesOf(component.lines, (times * served) / component.pot);
    });
  return linesOf(lines, 1);
}

/** Each once, in a sequence that does not depend on that of the lines. */
export function distinctNames(lines: readonly { name: string }[]): string[] {
  return [...new Set(lines.map(({ name }) => name))].toSorted();
}

/** No component may need itself. Ours. */

/**
 * The shortest way from a component back to itself if it used `change.uses`: paste, curry sauce, paste. Null: there is
 * none. `uses` lists what each component uses.
 */
export function cycle(
  uses: ReadonlyMap<number, readonly number[]>,
  change: { componentId: number; uses: readonly number[] },
): number[] | null {
  const cameFrom = new Map<number, number>();
  let reached: number[] = [change.componentId];
  while (reached.length > 0) {
    const next: number[] = [];
    for (const from of reached) {
      const used = from === change.componentId ? change.uses : (uses.get(from) ?? []);
      for (const to of used) {
        if (to === change.componentId) return [...wayTo(from, cameFrom), to];
        if (cameFrom.has(to)) continue;
        cameFrom.set(to, from);
        next.push(to);
      }
    }
    reached = next;
  }
  return null;
}

function wayTo(last: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way = [last];
  for (let at = cameFrom.get(last); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

export type CostLine = {
  name: string;
  net: number;
  lossBp: number;
  /** For the preferred pack; null: nobody has entered it. Of water: 0. */
  packCents: Cents | null;
  packQty: number;
};

type CostedMeal = {
  basis: number;
  lines: Pot<CostLine>['lines'];
  packagingCents: Cents;
  priceCents: Cents;
  /** Whether the price has GST in it: the margin is of what stays ours. */
  includesGst: boolean;
};

export type PortionCost =
  /** Tenths are of a percent of the price without GST. */
  | { costCents: Cents; marginCents: Cents; marginTenths: number; foodCostTenths: number }
  /** Without one price there is no cost: never 0. */
  | { costCents: null; unpriced: string[] };

export function cost(
  { basis, lines, packagingCents, priceCents, includesGst }: CostedMeal,
  components: ReadonlyMap<number, Pot<CostLine>>,
): PortionCost {
  const food = foodCost(lines, components);
  if (food.cents === null) return { costCents: null, unpriced: food.unpriced };
  const cents = food.cents / basis + packagingCents;
  const price = includesGst ? (priceCents * 10) / 11 : priceCents;
  return {
    costCents: half(cents),
    marginCents: half(price - cents),
    marginTenths: half(((price - cents) / price) * 1000),
    foodCostTenths: half((cents / price) * 1000),
  };
}

/** For what is bought for these lines, in cents, not rounded. Null without one price: never 0. */
export function foodCost(
  lines: Pot<CostLine>['lines'],
  components: ReadonlyMap<number, Pot<CostLine>>,
): { cents: number } | { cents: null; unpriced: string[] } {
  const paid = servedLines(lines, components, 'paid');
  const unpriced = paid.filter(({ line }) => line.packCents === null).map(({ line }) => line);
  if (unpriced.length > 0) return { cents: null, unpriced: distinctNames(unpriced) };
  return { cents: paid.reduce((sum, { line, times }) => sum + centsOf(line) * times, 0) };
}

function centsOf({ net, lossBp, packCents, packQty }: CostLine): number {
  return ((net / keptShare(lossBp)) * (packCents ?? 0)) / packQty;
}

// A recipe at another size: exact to look at, whole base units to keep. Ours.

/** For all portions of the recipe's basis, or for its largest batch; in base units. */
export type LineToScale = { name: string; qty: number; unit: BaseUnit };

/** "5,394.6 g", "0.33 g", "1.5 pieces": exact, to the hundredth. */
export function scaledText({ qty, unit }: Omit<LineToScale, 'name'>, factor: number): string {
  const shown = (half(qty * factor * 100) / 100).toLocaleString('en-AU', {
    maximumFractionDigits: 2,
  });
  return unit === 'piece' ? `${shown} ${shown === '1' ? 'piece' : 'pieces'}` : `${shown} ${unit}`;
}

/** What each line would be as it is kept. Under half a unit none would be left of it: then the larger size stays. */
export function scaleLines(
  lines: readonly LineToScale[],
  factor: number,
): { qtys: number[] } | { tooSmall: string } {
  const lost = lines.find(({ qty }) => half(qty * factor) < 1);
  return lost === undefined
    ? { qtys: lines.map(({ qty }) => half(qty * factor)) }
    : { tooSmall: `${lost.name} would be ${scaledText(lost, factor)}: keep the larger size.` };
}
