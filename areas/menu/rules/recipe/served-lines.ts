/** A recipe down to what is bought: each line with how often it counts. */
import { keptShare } from '#areas/menu/rules/loss.ts';
import type { ComponentLine } from './recipe.ts';

export type Pot<Line> = { pot: number; lines: readonly (Line | ComponentLine)[] };

export type CountedLine<Line> = { line: Line; times: number };

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
