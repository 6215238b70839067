/** In place of the label of a portion on hold: nothing that could be put on a box. */
import { HOLD_SLIP, type FoodLabel } from '#areas/printouts/rules/label-content.ts';
import { fit, INNER_WIDTH, LABEL, MARGIN, type Origin } from './draw-label-parts.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';

/** The height of each row, in points. */
const ROWS = { title: 40, person: 34, meal: 30, why: 34, ask: 18 };

export function drawSlip(
  pdf: Pdf,
  { canvas, x, y }: Origin,
  { personName, orderNumber, hold }: FoodLabel,
  mealName: string,
): void {
  canvas.box(x + MARGIN, y + MARGIN, INNER_WIDTH, LABEL.height - 2 * MARGIN, { outline: 2 });
  let top = y + MARGIN + 2;
  const row = (text: string, height: number, size: number) => {
    const block = fit(pdf, text, { width: INNER_WIDTH - 12, size, height });
    canvas.text(block, x + MARGIN, top + (height - block.height) / 2, {
      align: 'center',
      width: INNER_WIDTH,
    });
    top += height;
  };
  row(HOLD_SLIP.title, ROWS.title, 22);
  row(personName.toUpperCase(), ROWS.person, 18);
  row(mealName, ROWS.meal, 13);
  row(hold ?? '', ROWS.why, 15);
  row(`${HOLD_SLIP.ask}  ·  ${orderNumber}`, ROWS.ask, 9);
}
