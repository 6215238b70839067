/** How much a pot gives of what went in, and whether that can be. Ours. */
import { half } from './rounding.ts';

/**
 * `ask_for_water`: the food took up water that the recipe does not name. With it as an ingredient, weight, nutrition and
 * the label's order agree.
 */
export type YieldVerdict = 'ok' | 'ask_for_water' | 'refused';

const LEAST_PERCENT = 10;
const WATER_FROM_PERCENT = 105;
const MOST_PERCENT = 150;

/** `netGrams` of everything that goes in, water included; `finished` in grams. `yieldBp` in hundredths of a percent. */
export function yieldOf(
  netGrams: readonly number[],
  finished: number,
): { yieldBp: number; verdict: YieldVerdict } | { error: 'not_positive' } {
  const wentIn = netGrams.reduce((total, grams) => total + grams, 0);
  if (wentIn <= 0 || finished <= 0) return { error: 'not_positive' };
  return { yieldBp: half((finished / wentIn) * 10_000), verdict: verdictOn(finished, wentIn) };
}

function verdictOn(finished: number, wentIn: number): YieldVerdict {
  const isOver = (percent: number) => finished * 100 > wentIn * percent;
  if (finished * 100 < wentIn * LEAST_PERCENT || isOver(MOST_PERCENT)) return 'refused';
  return isOver(WATER_FROM_PERCENT) ? 'ask_for_water' : 'ok';
}
