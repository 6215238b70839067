import { keptShare } from '#areas/menu/rules/loss.ts';

/** What a recipe is to the sums: lines of what goes in, uncooked and peeled. */

export type IngredientLine = {
  ingredientId: number;
  /** Net, in the ingredient's base unit. */
  qty: number;
  /** The line's own loss, or its ingredient's. */
  lossBp: number;
};

export type ComponentLine = {
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
