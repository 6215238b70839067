import { type ComponentRecipe, usesComponent } from '#areas/menu/rules/recipe/recipe.ts';

/** All components, each after those that use it: the longest way down from a meal decides. Recipes are free of circles. */
export function parentsFirst(
  components: ReadonlyMap<number, Pick<ComponentRecipe, 'lines'>>,
): number[] {
  const done = new Set<number>();
  const sorted: number[] = [];
  const visit = (componentId: number) => {
    if (done.has(componentId)) return;
    done.add(componentId);
    for (const line of components.get(componentId)?.lines ?? [])
      if (usesComponent(line)) visit(line.componentId);
    sorted.push(componentId);
  };
  for (const componentId of [...components.keys()].toSorted((a, b) => a - b)) visit(componentId);
  return sorted.toReversed();
}
