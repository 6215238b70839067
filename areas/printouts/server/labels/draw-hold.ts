/** Across a label whose meal may not leave the kitchen: what is beneath must not be relied on. */
import { fit, INNER_WIDTH, LABEL, MARGIN, type Origin } from './draw-label-parts.ts';
import { HOLD } from '#areas/printouts/rules/label-content.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';

const HEIGHT = 30;

export function drawHold(pdf: Pdf, { canvas, x, y }: Origin): void {
  const top = y + (LABEL.height - HEIGHT) / 2;
  canvas.box(x + MARGIN, top, INNER_WIDTH, HEIGHT, { outline: 2, fill: 1 });
  const block = fit(pdf, HOLD, { width: INNER_WIDTH - 12, size: 22, height: HEIGHT - 4 });
  canvas.text(block, x + MARGIN, top + (HEIGHT - block.height) / 2, {
    align: 'center',
    width: INNER_WIDTH,
  });
}
