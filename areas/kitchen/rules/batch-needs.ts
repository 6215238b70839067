/** What a cooking takes out of the store, and from which deliveries of goods. Ours. */
import { keptShare } from '#areas/menu/rules/loss.ts';
import { up } from '#areas/menu/rules/rounding.ts';

type UsedLine = {
  ingredientId: number;
  /** Net, for `basis`. */
  qty: number;
  lossBp: number;
};

/** Base units of each ingredient, before peeling, rounded once. `basis`: what the lines are for; `made`: what it gave. */
export function usedByBatch(
  lines: readonly UsedLine[],
  { basis, made }: { basis: number; made: number },
): Map<number, number> {
  const needs = [...Map.groupBy(lines, ({ ingredientId }) => ingredientId)].map(
    ([ingredientId, uses]): [number, number] => [
      ingredientId,
      up(uses.reduce((sum, { qty, lossBp }) => sum + qty / keptShare(lossBp), 0) * (made / basis)),
    ],
  );
  return new Map(needs.filter(([, qty]) => qty > 0));
}

/** What is left of a delivery; `goodsLotId` null: counted, and of no delivery in particular. */
export type StockLot = { goodsLotId: number | null; left: number };

/**
 * Takes `qty` from the lots in their sequence, each down to 0 and all together to `most` at most: what was counted as
 * gone is not used again.
 */
export function takeFrom(
  lots: readonly StockLot[],
  { qty, most }: { qty: number; most: number },
): { goodsLotId: number | null; qty: number }[] {
  let open = Math.min(qty, Math.max(0, most));
  return lots.flatMap(({ goodsLotId, left }) => {
    const taken = Math.min(open, Math.max(0, left));
    open -= taken;
    return taken > 0 ? [{ goodsLotId, qty: taken }] : [];
  });
}
