/** Into which batches a need is cooked. Ours. */
import type { PotSize } from '#areas/menu/rules/recipe/recipe.ts';

export type Batches = {
  /** What each gives, the full pots first. */
  batches: number[];
  made: number;
  /** Made but not needed: waste, unless it is entered as left over. */
  surplus: number;
};

/** Two smallest batches fit into a pot: a rest and the pot before it can always be shared. */
export function isPotSize({ pot, min }: PotSize): boolean {
  return pot > 0 && min >= 0 && min * 2 <= pot;
}

/** Whole base units. A rest too small to cook alone shares with the pot before it. `size` as `isPotSize` says. */
export function batchesOf(need: number, size: PotSize): Batches {
  const sizes = batchSizes(need, size);
  const made = sizes.reduce((total, qty) => total + qty, 0);
  return { batches: sizes, made, surplus: made - need };
}

function batchSizes(need: number, { pot, min, wholePots }: PotSize): number[] {
  if (need <= 0) return [];
  const count = Math.ceil(need / pot);
  const fullPots = (pots: number) => Array.from({ length: pots }, () => pot);
  if (wholePots) return fullPots(count);
  const rest = need - (count - 1) * pot;
  if (rest >= min) return [...fullPots(count - 1), rest];
  if (count === 1) return [min];
  const shared = pot + rest;
  return [...fullPots(count - 2), Math.ceil(shared / 2), Math.floor(shared / 2)];
}
