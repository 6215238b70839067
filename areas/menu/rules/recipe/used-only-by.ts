/** What a kitchen would no longer cook or buy without a meal. Ours. */
import { usesComponent } from './recipe.ts';

type Lines = { lines: readonly ({ componentId: number } | { ingredientId: number })[] };

type UsedOnly = { componentIds: number[]; ingredientIds: number[] };

/** For each of these meals: components and ingredients that none of the others needs, through any number of components. */
export function usedOnlyBy(
  meals: ReadonlyMap<number, Lines>,
  components: ReadonlyMap<number, Lines>,
): Map<number, UsedOnly> {
  const needs = new Map([...meals].map(([id, { lines }]) => [id, needsOf(lines, components)]));
  const users = new Map<string, number>();
  for (const keys of needs.values())
    for (const key of keys) users.set(key, (users.get(key) ?? 0) + 1);
  return new Map(
    [...needs].map(([id, keys]) => {
      const own = [...keys].filter((key) => users.get(key) === 1);
      return [
        id,
        { componentIds: idsOf(own, COMPONENT), ingredientIds: idsOf(own, INGREDIENT) },
      ] as const;
    }),
  );
}

const COMPONENT = 'component ';
const INGREDIENT = 'ingredient ';

function needsOf(lines: Lines['lines'], components: ReadonlyMap<number, Lines>): Set<string> {
  const found = new Set<string>();
  const visit = (list: Lines['lines']) => {
    for (const line of list) {
      if (!usesComponent(line)) found.add(`${INGREDIENT}${line.ingredientId}`);
      else if (!found.has(`${COMPONENT}${line.componentId}`)) {
        found.add(`${COMPONENT}${line.componentId}`);
        visit(components.get(line.componentId)?.lines ?? []);
      }
    }
  };
  visit(lines);
  return found;
}

function idsOf(keys: readonly string[], kind: string): number[] {
  return keys
    .filter((key) => key.startsWith(kind))
    .map((key) => Number(key.slice(kind.length)))
    .toSorted((a, b) => a - b);
}
