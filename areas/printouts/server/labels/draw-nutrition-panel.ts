/** The nutrition information panel of a label. Food Standards Code 1.2.8. */
import type { NutritionPanel } from '#areas/menu/rules/nutrition-panel.ts';
import type { Align, Canvas } from '#platform/server/drawing/draw-canvas.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';

export const PANEL_WIDTH = 112;
/** Title, serving, heading and the eight rows that the law requires. */
const ROWS = 11;
const ROW = 7.2;
export const PANEL_HEIGHT = ROWS * ROW + 1;
const SIZE = 5.6;
const COLUMN = 31;
const NAME_WIDTH = 44;
const PADDING = 2.5;

export function drawNutritionPanel(
  pdf: Pdf,
  canvas: Canvas,
  panel: NutritionPanel,
  x: number,
  y: number,
): void {
  const left = x + PADDING;
  const right = x + PANEL_WIDTH - PADDING;
  const write = (text: string, row: number, from: number, to: number, options: Options = {}) => {
    const { bold = false, align = 'left' } = options;
    const shape = { width: to - from, size: SIZE, bold, maxLines: 1, minSize: 2 };
    canvas.text(pdf.layOut(text, shape), from, y + row * ROW + 0.5, { align, width: to - from });
  };
  const writeRow = (row: number, name: string, perServe: string, per100g: string) => {
    write(name, row, left, left + NAME_WIDTH);
    write(perServe, row, right - 2 * COLUMN, right - COLUMN, { align: 'right' });
    write(per100g, row, right - COLUMN, right, { align: 'right' });
  };
  write('Nutrition information', 0, left, right, { bold: true });
  write(`Servings per package: 1  ·  Serving size: ${panel.servingSize}`, 1, left, right);
  writeRow(2, 'Average quantity', 'per serving', 'per 100 g');
  panel.rows.forEach((row, index) => writeRow(index + 3, row.name, row.perServe, row.per100g));
  canvas.box(x, y, PANEL_WIDTH, PANEL_HEIGHT);
  for (const row of [2, 3]) {
    canvas.line(x, y + row * ROW, x + PANEL_WIDTH, y + row * ROW, { width: 0.3 });
  }
}

type Options = { bold?: boolean; align?: Align };
