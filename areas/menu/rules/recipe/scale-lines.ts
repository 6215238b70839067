/** A recipe at another size: exact to look at, whole base units to keep. Ours. */
import { half } from '#areas/menu/rules/rounding.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';

/** For all portions of the recipe's basis, or for its largest batch; in base units. */
export type LineToScale = { name: string; qty: number; unit: BaseUnit };

/** "5,394.6 g", "0.33 g", "1.5 pieces": exact, to the hundredth. */
export function scaledText({ qty, unit }: Omit<LineToScale, 'name'>, factor: number): string {
  const shown = (half(qty * factor * 100) / 100).toLocaleString('en-AU', {
    maximumFractionDigits: 2,
  });
  return unit === 'piece' ? `${shown} ${shown === '1' ? 'piece' : 'pieces'}` : `${shown} ${unit}`;
}

/** What each line would be as it is kept. Under half a unit none would be left of it: then the larger size stays. */
export function scaleLines(
  lines: readonly LineToScale[],
  factor: number,
): { qtys: number[] } | { tooSmall: string } {
  const lost = lines.find(({ qty }) => half(qty * factor) < 1);
  return lost === undefined
    ? { qtys: lines.map(({ qty }) => half(qty * factor)) }
    : { tooSmall: `${lost.name} would be ${scaledText(lost, factor)}: keep the larger size.` };
}
