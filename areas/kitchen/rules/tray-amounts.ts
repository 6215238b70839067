/** What goes on a tray, what the trays of a window take, and what leaves the store for a day. Ours. */
import { keptShare } from '#areas/menu/rules/recipe.ts';
import { half, halfTenths, up } from '#areas/menu/rules/rounding.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';

/** `qty`: base units for all portions of the recipe's basis, ready to use. */
type TrayLine = { qty: number; lossBp: number; baseUnit: BaseUnit };

/** Base units. `windows`: in the sequence of the portions. */
export type TrayAmounts = {
  perTray: number;
  windows: number[];
  /** Before peeling, for all windows at once: it may differ from their sum by a gram or two. */
  takeOut: number;
};

const LEAST_SHOWN_WHOLE = 10;

/** Sums are of the exact share and rounded once: 7 trays of 214.5 g are 1,502 g, not seven times 215. */
export function trayAmounts(
  { qty, lossBp, baseUnit }: TrayLine,
  basis: number,
  portions: readonly number[],
): TrayAmounts {
  const share = qty / basis;
  const isWhole = share >= LEAST_SHOWN_WHOLE && baseUnit !== 'piece';
  const all = portions.reduce((sum, count) => sum + count, 0);
  return {
    perTray: isWhole ? half(share) : halfTenths(share),
    windows: portions.map((count) => up(count * share)),
    takeOut: up((all * share) / keptShare(lossBp)),
  };
}

/** The newest of these weighings decide: pans and cooks change. */
const WEIGHINGS = 5;

/** What a pan of `rawQty` gave. */
export type Weighing = { rawQty: number; cookedQty: number };

/**
 * About what is on a tray after heat, in whole base units: by the median of the last five pans, newest first. Null: nobody
 * has weighed one.
 */
export function cookedAbout(perTray: number, weighings: readonly Weighing[]): number | null {
  const yields = weighings
    .slice(0, WEIGHINGS)
    .map(({ rawQty, cookedQty }) => cookedQty / rawQty)
    .toSorted((a, b) => a - b);
  const [lower, upper] = [yields[(yields.length - 1) >> 1], yields[yields.length >> 1]];
  return lower === undefined || upper === undefined ? null : half((perTray * (lower + upper)) / 2);
}
