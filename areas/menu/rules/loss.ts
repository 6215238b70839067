/** What peeling and trimming take. Recipes state what goes into the pot; buying counts what has to be on the bench. Ours. */
import { up } from './rounding.ts';

/** 90%: nobody loses more, and 100% would need everything there is. In hundredths of a percent. */
export const MOST_LOSS_BP = 9000;

/** The share that is left: 0.875 of 1250 bp. */
export function keptShare(lossBp: number): number {
  return 1 - lossBp / 10_000;
}

/** From what goes in (net) to what is needed before peeling, in whole base units. */
export function gross(net: number, lossBp: number): { gross: number } | { error: 'loss_range' } {
  if (lossBp < 0 || lossBp > MOST_LOSS_BP) return { error: 'loss_range' };
  return { gross: up(net / keptShare(lossBp)) };
}
