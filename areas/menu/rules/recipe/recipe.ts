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
  /** The smallest batch: at most half a pot. */
  min: number;
  /** Trays and moulds: only full ones. */
  wholePots: boolean;
};

export type ComponentRecipe = PotSize & { lines: readonly RecipeLine[] };
