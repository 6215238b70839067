/** From portions to what is cooked and bought for one cook day: each component and ingredient once, over all meals. Ours. */
import { keptShare } from '#domain/production/quantities/loss.ts';
import { up } from '#domain/production/quantities/rounding.ts';
import {
  type ComponentRecipe,
  type MealRecipe,
  type RecipeLine,
  usesComponent,
} from '#domain/production/recipe/recipe.ts';
import { type Batches, batchesOf } from './batches.ts';

export type Recipes = {
  meals: ReadonlyMap<number, MealRecipe>;
  components: ReadonlyMap<number, ComponentRecipe>;
};

export type DayNeeds = {
  /** Components that are needed, by id, in whole base units; parents stand before what they use. */
  components: Map<number, { need: number; fromLeftOver: number } & Batches>;
  /** Gross, by id, in whole base units. */
  ingredients: Map<number, number>;
};

/**
 * `portions` by meal. Children follow what is made of their parents, not what is needed. `leftOver`: what is on hand of a
 * component and still good; it comes off the need first. Meals without a recipe need nothing.
 */
export function explode(
  portions: ReadonlyMap<number, number>,
  { meals, components }: Recipes,
  leftOver: ReadonlyMap<number, number> = new Map(),
): DayNeeds {
  const sums = new Sums();
  for (const [mealId, count] of inKeyOrder(portions)) {
    const recipe = meals.get(mealId);
    if (recipe && count > 0) sums.add(recipe.lines, count / recipe.basis);
  }
  const needs: DayNeeds = { components: new Map(), ingredients: new Map() };
  for (const componentId of parentsFirst(components)) {
    const component = components.get(componentId);
    const need = up(sums.components.get(componentId) ?? 0);
    if (!component || need === 0) continue;
    const fromLeftOver = Math.min(need, leftOver.get(componentId) ?? 0);
    const cooked = batchesOf(need - fromLeftOver, component);
    needs.components.set(componentId, { need, fromLeftOver, ...cooked });
    sums.add(component.lines, cooked.made / component.pot);
  }
  for (const [ingredientId, qty] of sums.ingredients)
    if (up(qty) > 0) needs.ingredients.set(ingredientId, up(qty));
  return needs;
}

/** Sums in doubles; rounded by whoever reads them. */
class Sums {
  readonly components = new Map<number, number>();
  readonly ingredients = new Map<number, number>();

  add(lines: readonly RecipeLine[], times: number): void {
    for (const line of lines) {
      const qty = grossQty(line, times);
      if (usesComponent(line)) addTo(this.components, line.componentId, qty);
      else addTo(this.ingredients, line.ingredientId, qty);
    }
  }
}

/** What a line needs for so many times its recipe, before peeling. Not rounded. */
export function grossQty({ qty, lossBp }: RecipeLine, times: number): number {
  return (times * qty) / keptShare(lossBp);
}

export function addTo<Key>(totals: Map<Key, number>, key: Key, qty: number): void {
  totals.set(key, (totals.get(key) ?? 0) + qty);
}

/** The sum must not depend on the sequence in which meals came: doubles added in another sequence differ in the end. */
function inKeyOrder(portions: ReadonlyMap<number, number>): [number, number][] {
  return [...portions].toSorted(([a], [b]) => a - b);
}

/** All components, each after those that use it: the longest way down from a meal decides. Recipes are free of cycles. */
export function parentsFirst(components: Recipes['components']): number[] {
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
